// Which scope a call of operators needs (contract 2). The call declares it as `operatorScope`. Otherwise a call that
// only reads needs `read`, and a change needs `admin`, so that a new call is closed until somebody decides. Some calls
// give access to a portal account (an invitation, a link, a second factor taken away, single sign-on, a disabled user
// enabled), or make a key, a secret or a token. They stay with `admin`, because an operator with another scope could
// become anybody through them.
import type { OperatorScope } from '../../domain/keys/operator-scopes.ts';
import type { Operation } from '../calls/operation.ts';

export function scopeOfCall(method: string, { operatorScope }: Partial<Operation> = {}): OperatorScope {
  return operatorScope ?? (method === 'GET' || method === 'HEAD' ? 'read' : 'admin');
}
