// What a bank says of one movement, or of one payout: a part of a booked entry, or a status (contract 15). Pure.

export interface BankEntry {
  /** The account it is of, as the bank names it; null: a status report does not say it. */
  account: string | null;
  /** credit: money came in; debit: it went out; status: of a payout or of a file of them. */
  direction: 'credit' | 'debit' | 'status';
  isReversal: boolean;
  /** The bank's own fee, by its code of the kind of entry. */
  isCharge: boolean;
  /** Money that comes back, with the code of the reason; null: it is none. */
  returned: { code: string } | null;
  amountMinor: bigint | null;
  currency: string | null;
  /** RFC 3339, or a day; null: it is not said. */
  bookedAt: string | null;
  /** As the parties name it. Of a status report: null, it is of a whole file or batch; empty, of a transfer that it does not name. */
  endToEndId: string | null;
  /** Of the file, and of its batch. */
  messageId: string | null;
  batchId: string | null;
  /** Everything in which a payer may have written a reference. */
  text: string;
  counterparty: { name: string | null; account: string | null };
  /** The bank's own: of the detail, else of its entry. */
  bankReference: string | null;
  /** Of a status report: RJCT, ACSC …, and the code of its reason. */
  status: { code: string; reason: string | null } | null;
  /** The status is of all other payouts of this file too, or of this batch. */
  ofRest: { reason: string | null } | null;
  /** Of a debit: what it is instead of a transfer that this account sent; null: it may be one. Release 0.2.0 kept none. */
  foreignDebit?: string | null;
  /** Why a person decides about it, whatever it names: its bank contradicts itself. Release 0.2.0 kept none. */
  fault?: string | null;
  /** By what it is known again (entry-identity.ts). Not kept. */
  booking: Booking;
}

/** What is kept of it beside its columns. */
export type Said = Omit<
  BankEntry,
  'account' | 'direction' | 'amountMinor' | 'currency' | 'bookedAt' | 'booking'
>;

interface Booking {
  /** The bank's reference of the entry; null: it has none. */
  reference: string | null;
  /** What was booked: direction, amount and currency of the entry. */
  amount: string;
  /** The same amount in minor units; null: its currency cannot hold it. */
  totalMinor: bigint | null;
  /** As the bank wrote it. */
  day: string | null;
}

export const NOTHING: BankEntry = {
  account: null,
  direction: 'status',
  isReversal: false,
  isCharge: false,
  returned: null,
  amountMinor: null,
  currency: null,
  bookedAt: null,
  endToEndId: null,
  messageId: null,
  batchId: null,
  text: '',
  counterparty: { name: null, account: null },
  bankReference: null,
  status: null,
  ofRest: null,
  foreignDebit: null,
  fault: null,
  booking: { reference: null, amount: '', totalMinor: null, day: null },
};

/** Why an entry that is a fee matches nothing. The month-end knows it by this. */
export const BANK_CHARGE = 'it is a fee of the bank';
