// Which scope a call of operators needs (contract 2). A call that only reads needs `read`, unless this list names it. A
// change that this list does not name needs `admin`, so that a new call is closed until somebody decides. Some calls
// give access to a portal account (an invitation, a link, a second factor taken away, single sign-on, a disabled user
// enabled), or make a key, a secret or a token. They stay with `admin`, because an operator with another scope could
// become anybody through them.
import type { OperatorScope } from '../../domain/keys/operator-scopes.ts';

/** By method and address. */
const OTHERS: Record<string, OperatorScope> = {
  'GET /metrics': 'metrics',
  // The file has whole account numbers of recipients.
  'GET /operator/brands/:id/bank-files/:fileId/content': 'admin',
  // Covers disabling only: help-user.ts asks for `admin` to enable.
  'PATCH /operator/users/:id': 'support',
  'DELETE /operator/users/:id/invitation': 'support',
  'POST /operator/brands/:id/webhooks/resume': 'support',
};

export function scopeOfCall(method: string, url: string): OperatorScope {
  const plain = method === 'HEAD' ? 'GET' : method;
  return OTHERS[`${plain} ${url}`] ?? (plain === 'GET' ? 'read' : 'admin');
}
