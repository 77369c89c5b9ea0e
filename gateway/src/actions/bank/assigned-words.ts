// The reason of an entry that a person assigned (contract 15). We know by it that a person decided, also after the
// person's own words were erased with the customer.
const ASSIGNED = 'assigned';

export const assignedWords = (reason: string): string => `${ASSIGNED}: ${reason}`;

export const isAssigned = ({ reason }: { reason: string | null }): boolean =>
  reason === ASSIGNED || reason?.startsWith(`${ASSIGNED}: `) === true;
