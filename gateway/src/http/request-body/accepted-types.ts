// The types of body that a route accepts, in words, for a caller that sent another type. A route accepts the types for
// which its scope has a parser.
import type { FastifyRequest } from 'fastify';

const TYPES = [
  'application/json',
  'application/xml',
  'text/xml',
  'multipart/form-data',
  'application/x-www-form-urlencoded',
];

export function wrongType({ server }: Pick<FastifyRequest, 'server'>): string {
  const accepted = TYPES.filter((type) => server.hasContentTypeParser(type));
  const last = accepted.pop() ?? 'application/json';
  return `Content-Type: must be ${[accepted.join(', '), last].filter((part) => part !== '').join(' or ')}`;
}
