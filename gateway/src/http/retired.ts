// Retired addresses (spec 9.2): 410 for everyone, before the API key and the body (contract 3).
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../domain/errors/refusal.ts';

export function retiredRoute(app: FastifyInstance, url: string, instead: string): void {
  const refuse = (): never => {
    throw new Refusal(410, `POST ${url} is retired: use ${instead}`);
  };
  app.post(url, { onRequest: refuse }, refuse);
}
