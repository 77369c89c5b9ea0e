// Which rejections of an instant transfer concern only instant payment, so that the same payout can go as an ordinary
// transfer (contract 15, docs/decisions/0128). Pure. A reason about the account, the name or the money must never be
// among them.

const REASONS: ReadonlySet<string> = new Set([
  // A bank or the clearing did not answer in time, is away, or failed.
  ...['AB05', 'AB06', 'AB07', 'AB08', 'AB09', 'AB10', 'TM01'],
  // A bank takes no part in instant payment, or not now.
  ...['AG03', 'AG10', 'AG11', 'CNOR', 'DNOR', 'FF05'],
  // The amount is above a limit of instant payment.
  ...['AM02', 'AM13', 'AM14', 'AM21', 'AM23'],
]);

export const isInstantRefusal = (code: string, reason: string | null): boolean =>
  code === 'RJCT' && reason !== null && REASONS.has(reason);

/** The bank executes the payout, or has done so: nobody can take it back. */
const ACCEPTED: ReadonlySet<string> = new Set(['ACSP', 'ACSC', 'ACCC', 'ACWC', 'ACWP', 'ACPD']);

export const isAccepted = (code: string): boolean => ACCEPTED.has(code);
