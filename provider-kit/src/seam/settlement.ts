// What a provider pays out to the merchant's bank, line by line (contract 17), and how it tells so.

export const LINE_KINDS = [
  'charge',
  'refund',
  'refund-failed',
  'dispute',
  'dispute-reversed',
  'fee',
  'other',
] as const;
export type LineKind = (typeof LINE_KINDS)[number];

/** The amount before the provider converted it into the currency of the payout. */
export interface OriginalAmount {
  amountMinor: bigint;
  currency: string;
  /** The rate as the provider writes it, a decimal number; null: it names none. */
  rate: string | null;
}

/**
 * A line as the provider tells it. Amounts are in our minor units and have the sign with which they change the payout.
 * `netMinor` = `grossMinor` - `feeMinor`. A line of kind `fee` has gross 0 and its amount in `feeMinor`.
 */
export interface ReportedLine {
  /** The same line has the same key in every page and file of this account. At most 200 characters. */
  key: string;
  kind: LineKind;
  /** Our reference of the charge (`chargeReference`), as the provider gives it back; null: it names none. */
  charge: string | null;
  /** Our reference of the refund or the capture, as the provider gives it back; null: it names none. */
  modification: string | null;
  /** The provider's id of the payment, the same as in the answers and the news of the charge; null: it names none. */
  payment: string | null;
  /** The provider's id of the line's own subject: of the refund, the capture or the dispute, else of the payment. */
  providerReference: string | null;
  grossMinor: bigint;
  /** Positive where the provider takes it. */
  feeMinor: bigint;
  netMinor: bigint;
  currency: string;
  /** Only if the provider converted it. */
  original: OriginalAmount | null;
  occurredAt: Date | null;
  /** The provider's word for it, such as `Settled` or `charge`. Shown beside what does not fit. */
  word: string;
}

/** A payout as the provider tells it. */
export interface ReportedPayout {
  /** The provider's own id: a payout (po_…), a batch. The same payout has the same one, within the account. */
  reference: string;
  currency: string;
  /** What the provider says it pays out; null: it does not say, and the sum of the lines counts. */
  netMinor: bigint | null;
  /** When it is paid out; null: not yet. */
  paidAt: Date | null;
  /** Why the provider could not pay it out; null: nothing of that kind is known. */
  failure: string | null;
  /**
   * What the text of the credit at the bank contains: each of these words. Empty: no text is known, so no credit is
   * found by itself.
   */
  bankWords: readonly string[];
}

/**
 * How a provider tells what it pays out. Either it is asked payout by payout (`payouts`, `linesOf`), or it writes
 * reports (`readReport`, `fetchReport`). The calls throw if the provider gave no answer that can be read; then they are
 * repeated.
 */
export interface SettlementSource {
  /** Payouts that ended or were ready since then, a page at a time. For those of which no news came. */
  payouts?(
    wanted: { since: Date; after: string | null },
    signal: AbortSignal,
  ): Promise<{ payouts: string[]; rest: string | null }>;
  /** One payout by its reference; null: the provider has no such payout. */
  payout?(reference: string, signal: AbortSignal): Promise<ReportedPayout | null>;
  /**
   * The lines of a payout, a page at a time: `after` is the `rest` of the page before. `none`: the provider keeps no
   * list of this payout. `not-yet`: its list is not complete, so it is asked again later.
   */
  linesOf?(
    reference: string,
    after: string | null,
    signal: AbortSignal,
  ): Promise<{ lines: ReportedLine[]; rest: string | null } | 'none' | 'not-yet'>;
  /** Reads a report as a stream, in bounded memory. Throws ReportFault if it is not a report of this account. */
  readReport?(bytes: AsyncIterable<Uint8Array>): AsyncIterable<ReportedPart>;
  /** Opens a report of which the provider told the name. Throws if it cannot be read; ReportFault: it never can. */
  fetchReport?(name: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>>;
}

/** Lines of one payout, in the order of the report, and what it says about the payout so far. */
export interface ReportedPart {
  payout: ReportedPayout;
  lines: ReportedLine[];
}

/**
 * A report is not what it should be. Its text says why, for the person who handed the report in. Nothing of such a
 * report is stored.
 */
export class ReportFault extends Error {
  override name = 'ReportFault';
}
