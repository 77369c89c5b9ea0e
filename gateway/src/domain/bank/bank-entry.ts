// What a bank says about one movement or one payout: a part of a booked entry, or a status (contract 15).
// Pure. It must never decide what an entry pays.

export interface BankEntry {
  /** The account, as the bank names it; null: a status report does not name it. */
  account: string | null;
  /** credit: money came in; debit: money went out; status: of a payout or of a file of payouts. */
  direction: 'credit' | 'debit' | 'status';
  isReversal: boolean;
  /** The bank's own fee, recognised by the bank's code for the kind of entry. */
  isCharge: boolean;
  /** Money that comes back, with the code of the reason; null: it does not come back. */
  returned: { code: string } | null;
  amountMinor: bigint | null;
  currency: string | null;
  /** RFC 3339, or a day; null: the bank does not say. */
  bookedAt: string | null;
  /**
   * In the words of the parties. In a status report, null means a whole file or batch, and an empty text means a
   * transfer that the report does not name.
   */
  endToEndId: string | null;
  /** The ids of the file and of its batch. */
  messageId: string | null;
  batchId: string | null;
  /** All fields in which a payer may have written a reference. */
  text: string;
  counterparty: { name: string | null; account: string | null };
  /** The bank's own reference: from the detail, else from its entry. */
  bankReference: string | null;
  /** From a status report: RJCT, ACSC …, and the code of the reason. */
  status: { code: string; reason: string | null } | null;
  /** Set if the status also holds for all other payouts of this file or batch. */
  ofRest: { reason: string | null } | null;
  /**
   * In the report of a name check: when the bank wrote it, and how many transfers of the file or batch match, if it
   * counts them. Absent: the entry is about something else.
   */
  nameCheck?: { reportedAt: string | null; matches: number | null };
  /**
   * The kind of a debit, in words, if it is certainly not a transfer that this account sent. null: it may be such a
   * transfer. Release 0.2.0 did not store it.
   */
  foreignDebit?: string | null;
  /**
   * Why a person must decide about it, whatever reference it names: the bank contradicts itself. Release 0.2.0 did
   * not store it.
   */
  fault?: string | null;
  /** How we recognise the entry when it comes again (entry-identity.ts). Not stored. */
  booking: Booking;
}

/** The part that is stored beside the entry's columns. */
export type EntryDetails = Omit<
  BankEntry,
  'account' | 'direction' | 'amountMinor' | 'currency' | 'bookedAt' | 'booking'
>;

interface Booking {
  /** The bank's reference of the entry; null: it has none. */
  reference: string | null;
  /** Direction, amount and currency of the booked entry. */
  amount: string;
  /** The same amount in minor units; null: its currency cannot hold it. */
  totalMinor: bigint | null;
  /** In the bank's own spelling. */
  day: string | null;
}

export const EMPTY_ENTRY: BankEntry = {
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

/** Why a fee matches nothing. The month-end recognises fees by this text. */
export const BANK_CHARGE = 'it is a fee of the bank';
