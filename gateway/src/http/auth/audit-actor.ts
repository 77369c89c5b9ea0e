// Who acts, for the audit log (contract 12). Each authenticated request makes it once and hands it to actions as `by`.
// Routes of the operator read `request.operator`, those of merchants call `apiActor`.
import type { FastifyRequest } from 'fastify';
import type { AuditActor } from '../../domain/audit/audit.ts';
import type { OperatorScope } from '../../domain/keys/operator-scopes.ts';
import { callerAddress } from './source-ip.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set only on routes behind `requireOperator`. */
    operator: AuditActor;
    /** The scopes of the token, on the same routes: some answers say more to operators with the scope `support`. */
    operatorScopes: readonly OperatorScope[];
  }
}

export function operatorActor(
  request: FastifyRequest,
  { id, name }: { id: string; name: string },
): AuditActor {
  return { kind: 'operator', id, name, requestId: request.id, ip: callerAddress(request) };
}

/** The holder of an API key. Keys have no names, so it is named after the brand. */
export function apiActor(request: FastifyRequest): AuditActor {
  const { brandId, name } = request.brand;
  return { kind: 'api', id: brandId, name, requestId: request.id, ip: callerAddress(request) };
}
