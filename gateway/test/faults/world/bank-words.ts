// Requests and answers of the fault suite's bank and providers.
// Only types, and the value without faults.

/** Shares from 0 to 1 of the calls that move money. */
export interface BankFaults {
  loseBefore: number;
  loseAfter: number;
  late: number;
  twice: number;
}

export interface BankCall {
  /** 'move': a charge, a payout, a refund or the end of a challenge. 'ask': an inquiry. */
  what: 'move' | 'ask';
  /** The idempotency key. */
  key: string;
  kind: 'pay-in' | 'payout' | 'refund';
  transactionId: string;
  reference: string;
  amountMinor: string;
  currency: string;
  /** The sandbox's answer. Only its `kind` matters here. */
  proposal: { kind: string };
}

export interface Deed extends Omit<BankCall, 'what' | 'proposal'> {
  state: 'open' | 'under way' | 'paid' | 'refused';
  /** How often money moved. */
  payments: number;
  /** The answer that counts: the first one, later the final one. */
  said: { kind: string };
}

export const CALM: BankFaults = { loseBefore: 0, loseAfter: 0, late: 0, twice: 0 };
