// One outcome of each kind, for the tests of transition.ts.
import type { Outcome } from '../../../src/domain/transactions/outcome.ts';

export const now = new Date('2026-03-01T12:00:05.000Z');
export const later = new Date('2026-03-01T12:15:05.000Z');

export const OUTCOMES = {
  completed: { kind: 'completed', providerReference: 'p-1' },
  authorized: { kind: 'authorized' },
  declined: { kind: 'declined', errorCode: '2005' },
  failed: { kind: 'failed', errorCode: '9002' },
  redirect: { kind: 'redirect', redirectUrl: 'https://bank.example/3ds', expiresAt: later },
  instructions: { kind: 'instructions', resultType: 'qrcode', statusCode: 81, fields: {}, expiresAt: later },
  pending: { kind: 'pending' },
  waiting: { kind: 'waiting' },
  rerouted: { kind: 'rerouted', provider: 'second', providerAccount: 'account-2' },
  'approval-needed': { kind: 'approval-needed', expiresAt: later },
  approved: { kind: 'approved' },
  unknown: { kind: 'unknown' },
  expired: { kind: 'expired' },
  cancelled: { kind: 'cancelled' },
  cashier: { kind: 'cashier', expiresAt: later },
  submitted: { kind: 'submitted' },
  'given-up': { kind: 'given-up' },
} as const satisfies { [Kind in Outcome['kind']]: Extract<Outcome, { kind: Kind }> };
