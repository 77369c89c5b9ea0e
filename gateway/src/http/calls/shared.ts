// What the calls of one server share beside the context. Each process has its own.
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../actions/context.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Html } from '../pages/html.ts';
import { UploadGate } from '../request-body/upload-gate.ts';
import { CallLimit } from './call-limit.ts';
import { Snapshots } from './money-snapshots.ts';

export interface Shared {
  metrics: Metrics;
  /** The cashier's page with a made-up payment. The portal's calls must not import the cashier's. */
  preview: (context: Context, brand: Brand, request: FastifyRequest) => Promise<Html>;
  /** Merchants, staff and shoppers hand in receipts through one gate. */
  uploads: UploadGate;
  /** Files of days and months that are still open. */
  snapshots: Snapshots;
  limits: Record<keyof typeof MOST_IN_A_MINUTE, CallLimit>;
}

/** How many calls are allowed within a minute under one key. The key of the first four is the caller's source. */
const MOST_IN_A_MINUTE = {
  /** Unknown addresses of the cashier (contract 11). */
  guesses: 20,
  /** Enough for an office behind one address. */
  signIns: 30,
  invitations: 20,
  /** Each makes a request to another company's server. */
  singleSignOns: 30,
  /** For the page of one payment: five attempts, some mistakes, a change of mind. */
  changes: 30,
  /** For one brand: enough for a person who tries things out, and no load on the receiver. */
  testEvents: 10,
  receiverChecks: 10,
};

export function sharedOf(metrics: Metrics, preview: Shared['preview']): Shared {
  const limits = Object.entries(MOST_IN_A_MINUTE).map(([name, most]) => [name, new CallLimit(most)]);
  return {
    metrics,
    preview,
    uploads: new UploadGate(),
    snapshots: new Snapshots(),
    limits: Object.fromEntries(limits) as Shared['limits'],
  };
}
