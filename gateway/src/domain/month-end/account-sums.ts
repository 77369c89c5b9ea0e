// Sums of a month by account. An account of the ledger has an opening balance, money in, money out and a closing
// balance. A provider's account has its movements, and for a bank also what its statements say. Pure. Each sum has one
// currency: currencies must never be added up.

export interface LedgerAccountSum {
  account: string;
  currency: string;
  openingMinor: bigint;
  inMinor: bigint;
  outMinor: bigint;
}

export const closingOf = ({
  openingMinor,
  inMinor,
  outMinor,
}: Pick<LedgerAccountSum, 'openingMinor' | 'inMinor' | 'outMinor'>): bigint =>
  openingMinor + inMinor - outMinor;

/** Sorted by account and currency. */
export class LedgerSums {
  readonly #sums = new Map<string, LedgerAccountSum>();

  /** The sum of all movements before the month. */
  open(account: string, currency: string, minor: bigint): void {
    this.#of(account, currency).openingMinor += minor;
  }

  add(movement: { fromAccount: string; toAccount: string; currency: string; amountMinor: bigint }): void {
    const { fromAccount, toAccount, currency, amountMinor } = movement;
    this.#of(fromAccount, currency).outMinor += amountMinor;
    this.#of(toAccount, currency).inMinor += amountMinor;
  }

  all(): LedgerAccountSum[] {
    return [...this.#sums.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
  }

  #of(account: string, currency: string): LedgerAccountSum {
    const key = `${account} ${currency}`;
    const sum = this.#sums.get(key) ?? { account, currency, openingMinor: 0n, inMinor: 0n, outMinor: 0n };
    this.#sums.set(key, sum);
    return sum;
  }
}

export interface ProviderAccountSum {
  provider: string;
  /** null: the provider needs no account, or there was no provider. */
  accountId: string | null;
  currency: string;
  movements: number;
  /** From the ledger, as the brand sees it. */
  inMinor: bigint;
  outMinor: bigint;
  /**
   * How many movements a statement entry shows, how many a notification reported, and how many only have the provider's
   * answer.
   */
  byBank: number;
  byProvider: number;
  byAnswer: number;
  /** From the entries of the month's statements. */
  bankInMinor: bigint;
  bankOutMinor: bigint;
}

export class ProviderSums {
  readonly #sums = new Map<string, ProviderAccountSum>();

  of(provider: string, accountId: string | null, currency: string): ProviderAccountSum {
    const key = `${provider} ${accountId ?? ''} ${currency}`;
    const sum = this.#sums.get(key) ?? {
      provider,
      accountId,
      currency,
      movements: 0,
      inMinor: 0n,
      outMinor: 0n,
      byBank: 0,
      byProvider: 0,
      byAnswer: 0,
      bankInMinor: 0n,
      bankOutMinor: 0n,
    };
    this.#sums.set(key, sum);
    return sum;
  }

  all(): ProviderAccountSum[] {
    return [...this.#sums.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
  }
}
