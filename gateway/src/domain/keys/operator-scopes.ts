// What the token of a named operator may do (contract 2). A token has one scope or several; a call needs one.
// Pure: it never reads a token.
export const OPERATOR_SCOPES = ['metrics', 'read', 'support', 'admin'] as const;
export type OperatorScope = (typeof OPERATOR_SCOPES)[number];

/** The scopes that satisfy a call, one of which is enough: `support` reads too, and `admin` does everything. */
const ENOUGH: Record<OperatorScope, readonly OperatorScope[]> = {
  metrics: ['metrics', 'read', 'support', 'admin'],
  read: ['read', 'support', 'admin'],
  support: ['support', 'admin'],
  admin: ['admin'],
};

/** For OPERATOR_TOKEN, and for a token that was made without scopes. */
export const ALL_OPERATOR_SCOPES: readonly OperatorScope[] = ['admin'];

export function hasOperatorScope(scopes: readonly OperatorScope[], needed: OperatorScope): boolean {
  return ENOUGH[needed].some((scope) => scopes.includes(scope));
}
