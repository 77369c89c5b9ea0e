// The bank's name check of a payout (verification of payee): what the statuses of a report say about name and account
// (contract 15, docs/decisions/0128). Pure. A result must never count as an acceptance or a rejection of the payout.

export const NAME_RESULTS = ['match', 'close-match', 'no-match', 'not-possible'] as const;
export type NameResult = (typeof NAME_RESULTS)[number];

export const NAME_DECISIONS = ['kept', 'withdrawn'] as const;
export type NameDecision = (typeof NAME_DECISIONS)[number];

/** ISO 20022, ExternalPaymentTransactionStatus1Code. `RVCM` says only that something does not match. */
const RESULTS: Readonly<Record<string, NameResult>> = {
  RCVC: 'match',
  RVMC: 'close-match',
  RVNM: 'no-match',
  RVCM: 'no-match',
  RVNA: 'not-possible',
};

/** For a whole file: some names match and some do not. */
export const SOME_MISMATCH = 'RVCM';
/** The check is not finished. */
const UNFINISHED = 'RVNC';
/** How a report counts the transfers whose names match. */
export const MATCHES = 'RCVC';

export const isNameCheck = (code: string): boolean => code === UNFINISHED || Object.hasOwn(RESULTS, code);

/** null: the check is not finished. */
export const nameResultOf = (code: string): NameResult | null =>
  Object.hasOwn(RESULTS, code) ? RESULTS[code]! : null;

/** A person has to decide about the payout. */
export const isMismatch = (result: NameResult): boolean => result === 'close-match' || result === 'no-match';

export const RESULT_WORDS: Readonly<Record<NameResult, string>> = {
  match: 'the name matches',
  'close-match': 'the name almost matches',
  'no-match': 'the name does not match',
  'not-possible': 'the name could not be checked',
};
