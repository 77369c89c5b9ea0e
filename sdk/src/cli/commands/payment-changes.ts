// payments refund and payments approve: the commands that move money. Each says what it did, and ends with 1 if the
// gateway did not do it.
import type { Schemas } from '../../tollgate.ts';
import { type Command, clientOf } from '../command.ts';
import { amountOf, NAMED, namedPayment } from '../named-payment.ts';
import { paintFor, tell } from '../terminal.ts';

export const refundPayment: Command = {
  name: 'payments refund',
  words: ['payments', 'refund'],
  arguments: ['[TRANSACTION-ID]'],
  summary: 'Refund a payment, in full or in part',
  options: {
    ...NAMED,
    amount: { type: 'string', value: 'N', text: 'in currency units; all that is left if not given' },
    reason: {
      type: 'string',
      value: 'REASON',
      text: 'DUPLICATE, FRAUD, CUSTOMER_REQUEST, RETURN or OTHER',
    },
    'refund-reference': {
      type: 'string',
      value: 'TEXT',
      text: 'your reference for this refund; repeating it makes no second refund',
    },
  },
  async run(call) {
    const { terminal, text } = call;
    const client = clientOf(call);
    const amount = amountOf(call);
    const reason = text('reason') as Schemas['RefundRequest']['reason'];
    const { merchantReference, country, currency } = await namedPayment(call, client);
    const refundReference = text('refund-reference') ?? `tollgate-${crypto.randomUUID()}`;
    const answer = await client.refunds.create({
      merchantReference,
      refundReference,
      ...(country !== null && { country }),
      ...(amount !== undefined && { amount }),
      ...(reason != null && { reason }),
    });
    const paint = paintFor(terminal);
    const left = `${answer.amountRefundable} ${currency} can still be refunded`;
    tell(
      terminal,
      { ...answer, refundReference },
      `${merchantReference}: a refund of ${answer.amount} ${currency} is ${paint.yellow(answer.status)}; ${left}\n${paint.dim(`${answer.refundId}, refundReference ${refundReference}`)}`,
    );
    return 0;
  },
};

export const approvePayout: Command = {
  name: 'payments approve',
  words: ['payments', 'approve'],
  arguments: ['[TRANSACTION-ID]'],
  summary: 'Approve a payout that waits',
  options: NAMED,
  async run(call) {
    const { terminal } = call;
    const client = clientOf(call);
    const { transactionId, merchantReference, amount, currency } = await namedPayment(call, client);
    const answer = await client.payouts.approve(transactionId);
    const isSent = answer.statusCode === '000';
    const why = answer.errorCode ? ` (${answer.errorCode} ${answer.errorReason})` : '';
    const paint = paintFor(terminal);
    const status = isSent ? paint.green(answer.status) : paint.red(answer.status);
    const line = `${merchantReference}: the payout of ${amount} ${currency} is ${status}${why}`;
    tell(terminal, answer, `${line}\n${paint.dim(transactionId)}`);
    return isSent ? 0 : 1;
  },
};
