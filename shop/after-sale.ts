// What the shop does with an order later: asks for its status, refunds or cancels it, and approves or declines a payout. The
// result is shown beside the order; the outcome of a refund or payout follows by webhook.
import { randomBytes } from 'node:crypto';
import { faultsOf } from './gateway-client.ts';
import { money, wireAmount } from './money.ts';
import { type CallStep, hasEnded, type Order } from './orders.ts';
import { refundableMinor, settleRefund, settleStatus } from './settle-status.ts';
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
    const answer = await gateway.call(order, {
      title: 'Ask how it stands',
      text: 'Webhooks tell by themselves. Asking is for when none came: the answer is as good.',
      method: 'GET',
      path: `/payments/${transactionId}`,
    });
    if (answer?.status === 200) {
      settleStatus(order, answer.body, { source: 'query', detail: 'GET /payments/{transactionId}' });
      for (const refund of answer.body.refunds) settleRefund(order, refund);
      joinRepeated(order, before);
      orders.changed(order);
    }
  } finally {
    asking.get(order)!.open = false;
  }
}

/** The same question with the same answer twice in a row is one step. */
function joinRepeated(order: Order, before: Order['steps'][number] | undefined): void {
  const now = order.steps.at(-1) as CallStep;
  if (before?.kind !== 'call' || now === before || before.path !== now.path) return;
  if (before.answer?.body?.updatedAt !== now.answer?.body?.updatedAt) return;
  before.times += 1;
  order.steps.pop();
}

/** While somebody looks at an open order, the gateway is asked about it now and then, less and less often. */
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
  const answer = await till.gateway.call(order, {
    title: 'Refund the customer',
    text: 'By our own reference. The refundReference makes a retry safe: sent again it makes no second refund.',
    method: 'POST',
    path: '/refund/by-reference',
    body: {
      merchantReference: order.reference,
      country: code,
      amount: wireAmount(amountMinor),
      currency,
      refundReference: `${order.reference}-R${randomBytes(3).toString('hex').toUpperCase()}`,
      reason: 'CUSTOMER_REQUEST',
    },
    signing: 'body',
    main: true,
  });
  if (answer !== null && answer.status < 300) settleRefund(order, answer.body);
  else order.notice = answer === null ? 'No answer came. Ask before you try it again.' : said(answer);
}

export async function cancel(till: Till, order: Order): Promise<void> {
  const answer = await till.gateway.call(order, {
    title: 'Cancel the order',
    text: 'Nobody has paid yet, and from here on nobody can.',
    method: 'POST',
    path: '/cancel-payment',
    body: { transactionId: order.transactionId },
    signing: 'body',
    main: true,
  });
  if (answer !== null && answer.status < 300) {
    const detail = 'POST /cancel-payment';
    settleStatus(order, { ...answer.body, errorReason: 'Cancelled' }, { source: 'answer', detail });
  } else order.notice = answer === null ? 'No answer came. Ask how it stands.' : said(answer);
}

export async function settlePayout(till: Till, order: Order, action: 'APPROVE' | 'DECLINE'): Promise<void> {
  const answer = await till.gateway.call(order, {
    title: action === 'APPROVE' ? 'Approve the payout' : 'Decline the payout',
    text:
      action === 'APPROVE'
        ? 'Our word that this person is to be paid. Only now the money is reserved and sent.'
        : 'Our word that this person is not to be paid.',
    method: 'POST',
    path: '/settle-payout',
    body: { action, transactionId: order.transactionId },
    signing: 'body',
    main: true,
  });
  if (answer !== null && answer.status < 300) {
    const { status, errorReason } = answer.body;
    settleStatus(order, answer.body, { source: 'answer', detail: 'POST /settle-payout' });
    if (status === 'PENDING') order.notice = errorReason ?? 'It still waits for approval.';
  } else order.notice = answer === null ? 'No answer came. Ask how it stands.' : said(answer);
}

const said = (answer: Parameters<typeof faultsOf>[0]): string =>
  `The gateway says: ${faultsOf(answer).join(' · ')}`;
