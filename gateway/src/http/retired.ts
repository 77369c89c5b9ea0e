// Retired addresses (spec 9.2): 410 for everyone, before the API key and the body (contract 3).
import { Refusal } from '../domain/errors/refusal.ts';
import { type Call, call } from './calls/call.ts';

function retired(url: `/${string}`, instead: string): Call {
  const refuse = (): never => {
    throw new Refusal(410, `POST ${url} is retired: use ${instead}`);
  };
  return call({ address: `POST ${url}`, options: { onRequest: refuse }, handle: refuse });
}

export const retiredCalls = [
  retired('/payment-options', 'GET /v3/payment-options'),
  retired('/direct-payment', 'POST /v3/payment'),
];
