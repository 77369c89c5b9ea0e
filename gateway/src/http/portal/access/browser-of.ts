// Where a call of the portal comes from, as sessions and the audit log name it.
import type { FastifyRequest } from 'fastify';
import type { Browser } from '../../../actions/access/open-session.ts';
import { callerAddress, UNKNOWN_ADDRESS } from '../../auth/source-ip.ts';

export function browserOf(request: FastifyRequest): Browser {
  const userAgent = request.headers['user-agent']?.slice(0, 512) ?? null;
  return { requestId: request.id, ip: callerAddress(request) ?? UNKNOWN_ADDRESS, userAgent };
}
