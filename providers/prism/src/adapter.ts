// The adapter of one account: each call of the seam, and where its story is told. A failure on the way says nothing
// about money. Only the kind of a fault is logged.
import { NOTHING_DONE, type Provider, unknownIfThrown } from '@tollgate/provider-kit';
import { checkAccount } from './check.ts';
import type { Connection } from './connection.ts';
import { newsOf, readNotification } from './notifications.ts';
import { cancelCharge, captureAgain, sendCapture } from './payments/captures.ts';
import { inquire, resume, takePayin } from './payments/charges.ts';
import { inquireRefund, sendRefund } from './payments/refunds.ts';

const DEADLINE_MS = 15_000;

export function newAdapter(id: string, at: Connection): Provider {
  const { account, parts } = at;
  const orUnknown = unknownIfThrown(parts.log, { provider: id, name: 'a connector', accountId: account.id });

  const provider: Provider = {
    id,
    accountId: at.account.id,
    capabilities: at.capabilities,
    cardEntry: 'tollgate',
    accepted: { contentType: 'text/plain; charset=utf-8', body: 'OK' },
    deadlineMs: DEADLINE_MS,
    payIn: (transaction, instrument, call) =>
      orUnknown('pay-in', takePayin(at, transaction, instrument, call)),
    async resume(transaction, parameters, call) {
      const answer = await orUnknown('return', resume(at, transaction, parameters, call));
      return answer.kind === 'unknown' ? { kind: 'waiting' } : answer;
    },
    // No method here asks a shopper for a proof, and the library's payouts are not served.
    confirm: async () => ({ kind: 'unknown' }),
    payOut: async () => ({ kind: 'failed', errorCode: NOTHING_DONE }),
    cancel: (transaction, call) => orUnknown('cancellation', cancelCharge(at, transaction, call)),
    inquire: (transaction, call) => orUnknown('inquiry', inquire(at, transaction, call)),
    refund: (transaction, refund, signal) => orUnknown('refund', sendRefund(at, transaction, refund, signal)),
    inquireRefund: (transaction, refund, signal) =>
      orUnknown('inquiry of a refund', inquireRefund(at, transaction, refund, signal)),
    readNotification: (headers, bytes) => readNotification(at, headers, bytes),
    readNews: async (item) => newsOf(at, item),
    check: (signal) => checkAccount(at, signal),
  };
  if (!at.capabilities.methods.some(({ isCapturedLater }) => isCapturedLater)) return provider;
  return {
    ...provider,
    capture: (transaction, capture, call) =>
      orUnknown('capture', sendCapture(at, transaction, capture, call)),
    inquireCapture: (transaction, capture, call) =>
      orUnknown('inquiry of a capture', captureAgain(at, transaction, capture, call)),
  };
}
