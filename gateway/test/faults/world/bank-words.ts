// What the bank of the fault suite, and its providers, are asked and answer. Types, and the faults that there are not.

/** Shares from 0 to 1 of the calls that move money. */
export interface BankFaults {
  loseBefore: number;
  loseAfter: number;
  late: number;
  twice: number;
}

export interface BankCall {
  /** 'move': a charge, a payout, a refund or the end of a challenge; 'ask': what became of it. */
  what: 'move' | 'ask';
  /** The idempotency key. */
  key: string;
  kind: 'pay-in' | 'payout' | 'refund';
  transactionId: string;
  reference: string;
  amountMinor: string;
  currency: string;
  /** What the sandbox would answer. Only its `kind` means anything here. */
  proposal: { kind: string };
}

export interface Deed extends Omit<BankCall, 'what' | 'proposal'> {
  state: 'open' | 'under way' | 'paid' | 'refused';
  /** Times money moved. */
  payments: number;
  /** The answer that counts: the first one, then the final one. */
  said: { kind: string };
}

export const CALM: BankFaults = { loseBefore: 0, loseAfter: 0, late: 0, twice: 0 };
