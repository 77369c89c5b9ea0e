// Finds captures and refunds whose answer was lost. Medusa forgets a capture or a refund when its call fails, but the
// gateway may have made it. When staff try again, Medusa makes another one, which must not move money again.

/** A capture or a refund in Medusa's books. */
export type Booked = Readonly<{ id: string; amount: number }>;
/** The same at the gateway. */
export type Done = Readonly<{ reference: string | null; amount: number; status: string }>;

/**
 * What the gateway did for Medusa and Medusa does not have. `booked`: without the one that is to be made now. `isOurs`:
 * whether a reference is one of Medusa. `foreign`: whether Medusa also books what was made elsewhere.
 */
export function lostAmount(
  booked: readonly Booked[],
  done: readonly Done[],
  { isOurs, foreign }: { isOurs(reference: string | null): boolean; foreign: boolean },
): number {
  const ids = new Set(booked.map(({ id }) => id));
  const references = new Set(done.map(({ reference }) => reference));
  const made = done.filter(({ status }) => status !== 'FAILED');
  const lost = sumOf(made.filter(({ reference }) => isOurs(reference) && !ids.has(reference!)));
  const elsewhere = foreign ? sumOf(made.filter(({ reference }) => !isOurs(reference))) : 0;
  // These rows stand for something that was lost before, or was made elsewhere.
  const standing = sumOf(booked.filter(({ id }) => !references.has(id)));
  return (lost - Math.max(0, standing - elsewhere)) / PRECISION;
}

/** No currency has more than four decimals. */
const PRECISION = 10_000;

function sumOf(rows: readonly { amount: number }[]): number {
  return rows.reduce((sum, { amount }) => sum + Math.round(amount * PRECISION), 0);
}
