// Whether two sums are the same, in words, with the amount by which they differ.
import { moneyText } from '../../../parts/format.ts';
import { StatusDot } from '../../../parts/status-dot.tsx';

export function Difference({ of, currency }: { of: number; currency: string }) {
  return of === 0 ? (
    <StatusDot mood="good">✓ Yes</StatusDot>
  ) : (
    <StatusDot mood="bad">No: {moneyText(of, currency, { sign: true })}</StatusDot>
  );
}
