// What providers keep (contract 17): the lines of a month's settlements, by provider, account, payment option and
// currency. Pure. Each sum has one currency, the one that is paid out: currencies must never be added up.
import type { LineKind } from '../settlements/settlement.ts';

export interface FeeSum {
  provider: string;
  accountId: string | null;
  /** null: lines without a payment. */
  option: string | null;
  currency: string;
  lines: number;
  charges: number;
  chargesMinor: bigint;
  /** The gross of all lines that are no charges. */
  othersMinor: bigint;
  feeMinor: bigint;
}

export interface FeeLine extends Pick<FeeSum, 'provider' | 'accountId' | 'option' | 'currency'> {
  kind: LineKind;
  grossMinor: bigint;
  feeMinor: bigint;
}

export class FeeSums {
  readonly #sums = new Map<string, FeeSum>();

  add({ provider, accountId, option, currency, kind, grossMinor, feeMinor }: FeeLine): void {
    const key = [provider, accountId ?? '', currency, option ?? ''].join('\n');
    const sum = this.#sums.get(key) ?? {
      provider,
      accountId,
      option,
      currency,
      lines: 0,
      charges: 0,
      chargesMinor: 0n,
      othersMinor: 0n,
      feeMinor: 0n,
    };
    sum.lines++;
    if (kind === 'charge') {
      sum.charges++;
      sum.chargesMinor += grossMinor;
    } else sum.othersMinor += grossMinor;
    sum.feeMinor += feeMinor;
    this.#sums.set(key, sum);
  }

  /** Sorted by provider, account, currency and option. */
  all(): FeeSum[] {
    return [...this.#sums.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
  }
}

/** With two decimals, rounded half away from zero. null: nothing was charged. */
export function percentOf(feeMinor: bigint, chargesMinor: bigint): string | null {
  if (chargesMinor <= 0n) return null;
  const size = feeMinor < 0n ? -feeMinor : feeMinor;
  const hundredths = (size * 20_000n + chargesMinor) / (chargesMinor * 2n);
  const text = `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;
  return feeMinor < 0n && hundredths > 0n ? `-${text}` : text;
}
