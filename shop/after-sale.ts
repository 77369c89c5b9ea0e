// What the shop does with an order later: asks for its status, ships it and charges what is held, refunds or cancels
// it, and approves or declines a payout. The page shows the result beside the order; the outcome of a capture, refund
// or payout follows by webhook.
import { randomBytes } from 'node:crypto';
import type { Outcome } from './gateway-client.ts';
import { money, wireAmount } from './money.ts';
import { type CallStep, hasEnded, isHeld, type Order } from './orders.ts';
import { refundableMinor, settleCapture, settleRefund, settleStatus } from './settle-status.ts';
import type { Till } from './take-payment.ts';

const ASK_AGAIN_AFTER_MS = 10_000;
const ASK_AGAIN_AT_MOST_MS = 300_000;

/** One question per order at a time, however many pages watch it. */
const asking = new WeakMap<Order, { lastAt: number; times: number; open: boolean }>();

/** GET /payments/{id}: its status, whether or not webhooks came. */
export async function askStatus({ gateway, orders }: Till, order: Order): Promise<void> {
  const { transactionId } = order;
  const state = asking.get(order) ?? { lastAt: 0, times: 0, open: false };
  if (transactionId === null || state.open) return;
  asking.set(order, { lastAt: Date.now(), times: state.times + 1, open: true });
  const before = order.steps.at(-1);
  try {
    const shown = {
      title: 'Ask for the status',
      text: 'Webhooks report changes by themselves. The shop asks only if no webhook came; the answer counts as much.',
    };
    const outcome = await gateway.call(order, shown, (tollgate) => tollgate.payments.get(transactionId));
    if (outcome !== null && 'answer' in outcome) {
      const { answer } = outcome;
      settleStatus(order, answer, { source: 'query', detail: 'GET /payments/{transactionId}' });
      for (const capture of answer.captures) settleCapture(order, capture);
      for (const refund of answer.refunds) settleRefund(order, refund);
      joinRepeated(order, before);
      orders.changed(order);
    }
  } finally {
    asking.get(order)!.open = false;
  }
}

/** If the same question gets the same answer twice in a row, both are one step. */
function joinRepeated(order: Order, before: Order['steps'][number] | undefined): void {
  const now = order.steps.at(-1) as CallStep;
  if (before?.kind !== 'call' || now === before || before.path !== now.path) return;
  if (before.answer?.body?.updatedAt !== now.answer?.body?.updatedAt) return;
  before.times += 1;
  order.steps.pop();
}

/** While somebody looks at an open order, the shop asks the gateway about it now and then, less and less often. */
export function askWhileWatched(till: Till, order: Order): void {
  if (hasEnded(order)) return;
  const { lastAt, times } = asking.get(order) ?? { lastAt: order.createdAt.getTime(), times: 0 };
  if (Date.now() - lastAt < Math.min(ASK_AGAIN_AFTER_MS * 2 ** times, ASK_AGAIN_AT_MOST_MS)) return;
  // The order itself tells the result.
  askStatus(till, order).catch(() => {});
}

export async function refund(till: Till, order: Order, amountMinor: number): Promise<void> {
  const { currency, code } = order.country;
  if (amountMinor < 1 || amountMinor > refundableMinor(order)) {
    order.notice = `A refund is at least ${money(1, currency)} and at most ${money(refundableMinor(order), currency)}.`;
    return;
  }
  const shown = {
    title: 'Refund the customer',
    text: 'We name the payment by our own reference. The refundReference makes a retry safe: the same one makes no second refund.',
    main: true,
  };
  const body = {
    merchantReference: order.reference,
    country: code,
    amount: wireAmount(amountMinor),
    currency,
    refundReference: `${order.reference}-R${randomBytes(3).toString('hex').toUpperCase()}`,
    reason: 'CUSTOMER_REQUEST',
  };
  const outcome = await till.gateway.call(order, shown, (tollgate) => tollgate.refunds.create(body));
  const refunded = answerOf(order, outcome, 'No answer came. Ask for the status before you try again.');
  if (refunded) settleRefund(order, refunded);
}

/** Ships the order, and charges the money that is held for it. */
export async function ship(till: Till, order: Order): Promise<void> {
  if (!isHeld(order)) return;
  const shown = {
    title: 'Ship it, and charge what is held',
    text: 'The box leaves, so now the held money is captured. The captureReference makes a retry safe: the same one never charges twice.',
    main: true,
  };
  // After a failed capture the next one is another capture, so it needs another reference.
  const number = order.captures.filter((one) => one.status === 'FAILED').length + 1;
  const body = {
    transactionId: order.transactionId,
    captureReference: `${order.reference}-S${number}`,
  };
  const outcome = await till.gateway.call(order, shown, (tollgate) => tollgate.payments.capture(body));
  const captured = answerOf(
    order,
    outcome,
    'No answer came. Ship it again: the same reference charges once.',
  );
  if (!captured) return;
  settleCapture(order, captured);
  if (captured.status === 'FAILED')
    order.notice = 'The capture failed, and nothing was charged. Ship it again.';
}

export async function cancel(till: Till, order: Order): Promise<void> {
  const shown = {
    title: 'Cancel the order',
    text: isHeld(order)
      ? 'It does not ship. The held money is released, and nothing is charged.'
      : 'Nobody has paid yet, and after this nobody can.',
    main: true,
  };
  const body = { transactionId: order.transactionId };
  const outcome = await till.gateway.call(order, shown, (tollgate) => tollgate.payments.cancel(body));
  const cancelled = answerOf(order, outcome);
  if (cancelled) {
    const detail = 'POST /cancel-payment';
    settleStatus(order, { ...cancelled, errorReason: 'Cancelled' }, { source: 'answer', detail });
  }
}

export async function settlePayout(till: Till, order: Order, action: 'APPROVE' | 'DECLINE'): Promise<void> {
  const isApproval = action === 'APPROVE';
  const shown = {
    title: isApproval ? 'Approve the payout' : 'Decline the payout',
    text: isApproval
      ? 'We approve the payout. Only now the money is reserved and sent.'
      : 'We decline the payout. No money is sent.',
    main: true,
  };
  const id = order.transactionId!;
  const outcome = await till.gateway.call(order, shown, ({ payouts }) =>
    isApproval ? payouts.approve(id) : payouts.decline(id),
  );
  const settled = answerOf(order, outcome);
  if (!settled) return;
  settleStatus(order, settled, { source: 'answer', detail: 'POST /settle-payout' });
  if (settled.status === 'PENDING') order.notice = settled.errorReason ?? 'It still waits for approval.';
}

/** null: there is no answer, and the order's notice says why. */
function answerOf<T>(
  order: Order,
  outcome: Outcome<T>,
  unknown = 'No answer came. Ask for the status.',
): T | null {
  if (outcome !== null && 'answer' in outcome) return outcome.answer;
  order.notice = outcome === null ? unknown : `The gateway says: ${outcome.faults.join(' · ')}`;
  return null;
}
