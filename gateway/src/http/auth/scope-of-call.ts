// Which scope a call of operators needs (contract 2). What only reads needs `read`, unless it is named here; a change that is not named here needs
// `admin`, so that a new one is closed until somebody decides. Whatever gives access to a portal account (an invitation, a link, a second
// factor taken away, single sign-on, a disabled user enabled) or makes a key, a secret or a token stays with `admin`: another scope could
// become anybody through it.
import type { OperatorScope } from '../../domain/keys/operator-scopes.ts';

/** By method and address. */
const OTHERS: Record<string, OperatorScope> = {
  'GET /metrics': 'metrics',
  // It has whole account numbers of recipients.
  'GET /operator/brands/:id/bank-files/:fileId/content': 'admin',
  // Disabling alone: help-user.ts asks for `admin` to enable.
  'PATCH /operator/users/:id': 'support',
  'DELETE /operator/users/:id/invitation': 'support',
  'POST /operator/brands/:id/webhooks/resume': 'support',
};

export function scopeOfCall(method: string, url: string): OperatorScope {
  const plain = method === 'HEAD' ? 'GET' : method;
  return OTHERS[`${plain} ${url}`] ?? (plain === 'GET' ? 'read' : 'admin');
}
