// What the gateway said about a payout file, and whether the user must say what its columns are.
import type { Answer, Given } from '../../../api/client.ts';

const CHECK = '/portal/api/brands/{brandId}/payouts/file/check';
export type Checked = Answer<typeof CHECK, 'post'>;
export type Mapping = Omit<NonNullable<Given<typeof CHECK, 'post'>['body']>, 'csv'>;

/** Each payout needs them, from its line or from one value for all. */
export const NEEDED = ['method', 'amount', 'currency', 'merchantReference'] as const;

/** Names that are not our own are confirmed by a person once, because a wrong guess moves money. */
export function asksForColumns({ columns }: Checked): boolean {
  const filled = columns.filter(({ name, sample }) => name !== '' || sample !== null);
  const isOurs = filled.every(({ exact }) => exact);
  const isComplete = NEEDED.every((one) => columns.some(({ column }) => column === one));
  return filled.length > 0 && !(isOurs && isComplete);
}
