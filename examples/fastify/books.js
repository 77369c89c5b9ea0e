// The worth of each order, computed from its events in any order. Each event is a file; in production it is a row,
// written in the transaction that handles the event.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folderOf = (reference) =>
  join(process.env.SHOP_DATA ?? '.data', createHash('sha256').update(reference).digest('hex'));

/** The same event again is the same file. */
export function book(event) {
  const folder = folderOf(event.merchantReference);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, encodeURIComponent(event.eventId));
  writeFileSync(`${file}.new`, JSON.stringify(event));
  renameSync(`${file}.new`, `${file}.json`);
}

function eventsOf(reference) {
  const folder = folderOf(reference);
  const names = (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name.endsWith('.json'));
  return names.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}

/** What the shop has from an order. An event type that this function does not know changes nothing. */
export function balanceOf(reference) {
  // A payment's status, each capture, refund and dispute count by their own last event. No event is too old to count.
  const worth = new Map();
  for (const event of eventsOf(reference).sort((a, b) => a.sequence - b.sequence)) {
    const { eventType, type, amount, returned, capture, refund, dispute } = event;
    const sign = type === 'PAYIN' ? 1 : -1;
    // Less than the amount may have come for a pay-in.
    const paid = type === 'PAYIN' ? (event.amountCaptured ?? amount) : -amount;
    // The money of a payment that is captured later comes with its captures.
    const isCapturedLater = event.captureMode === 'manual';
    if (!isCapturedLater && /^pay(in|out)\.(pending|processing|completed|declined|error)$/.test(eventType))
      worth.set('payment', eventType.endsWith('.completed') ? paid : 0);
    if (!isCapturedLater && /^pay(in|out)\.returned$/.test(eventType))
      worth.set('returned', -sign * returned.amount);
    if (capture) worth.set(capture.captureId, eventType === 'capture.completed' ? capture.amount : 0);
    if (refund) worth.set(refund.refundId, eventType === 'refund.completed' ? -refund.amount : 0);
    if (dispute) worth.set(dispute.disputeId, dispute.fundsWithheld ? -dispute.amount : 0);
  }
  const sum = [...worth.values()].reduce((sum, one) => sum + one, 0);
  return Number(sum.toFixed(3));
}
