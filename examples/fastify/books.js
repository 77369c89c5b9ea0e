// What each order is worth, from its events in whatever order they came. Here they are in memory; in production they are rows, written
// in the transaction that handles the event.
const kept = new Map();

export function book(event) {
  kept.set(event.merchantReference, [...(kept.get(event.merchantReference) ?? []), event]);
}

/** What the shop has of an order. A type of event that is not known here changes nothing. */
export function balanceOf(reference) {
  const cents = (amount) => Math.round(amount * 100);
  let paid = 0;
  const taken = new Map();
  const inOrder = [...(kept.get(reference) ?? [])].sort((a, b) => a.sequence - b.sequence);
  for (const { eventType, type, status, amount, refund, dispute } of inOrder) {
    if (/^pay(in|out)\.(pending|processing|completed|declined|error)$/.test(eventType))
      paid = status === 'COMPLETED' ? (type === 'PAYIN' ? cents(amount) : -cents(amount)) : 0;
    if (eventType === 'payout.returned') paid = 0;
    if (refund) taken.set(refund.refundId, refund.status === 'COMPLETED' ? cents(refund.amount) : 0);
    if (dispute) {
      const isAway = dispute.fundsWithheld && dispute.status !== 'WON';
      taken.set(dispute.disputeId, isAway ? cents(dispute.amount) : 0);
    }
  }
  return [...taken.values()].reduce((sum, one) => sum - one, paid) / 100;
}
