// Sums of a month by account. An account of the ledger opens, gets, gives and closes; a provider's account is what moved there, and for a
// bank what its statements say beside it. Pure. Sums are of one currency each: currencies are never added up.

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

/** In the order of account and currency. */
export class LedgerSums {
  readonly #sums = new Map<string, LedgerAccountSum>();

  /** Of all movements before the month. */
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
  /** null: it needs no account, or there was no provider. */
  accountId: string | null;
  currency: string;
  movements: number;
  /** As the ledger has it, seen from the brand. */
  inMinor: bigint;
  outMinor: bigint;
  /** Movements that an entry of a statement shows, that a notification told, and of which there is only the provider's answer. */
  byBank: number;
  byProvider: number;
  byAnswer: number;
  /** What the entries of statements of the month say. */
  bankInMinor: bigint;
  bankOutMinor: bigint;
}

export class ProviderSums {
  readonly #sums = new Map<string, ProviderAccountSum>();

  of(provider: string, accountId: string | null, currency: string): ProviderAccountSum {
    const key = `${provider} ${accountId ?? ''} ${currency}`;
    const sum = this.#sums.get(key) ?? {
      ...{ provider, accountId, currency, movements: 0, inMinor: 0n, outMinor: 0n },
      ...{ byBank: 0, byProvider: 0, byAnswer: 0, bankInMinor: 0n, bankOutMinor: 0n },
    };
    this.#sums.set(key, sum);
    return sum;
  }

  all(): ProviderAccountSum[] {
    return [...this.#sums.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
  }
}
