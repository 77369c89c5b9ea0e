// payments list and payments get: show what the gateway knows about the brand's payments.
import type { Transaction } from '../../tollgate.ts';
import { type Command, clientOf, countOf, requireAlone } from '../command.ts';
import { NAMED, namedPayment } from '../named-payment.ts';
import { type Paint, paintFor, table, tell } from '../terminal.ts';

const statusIn = (paint: Paint, status: string): string => {
  if (status === 'COMPLETED') return paint.green(status);
  return status === 'DECLINED' || status === 'ERROR' ? paint.red(status) : paint.yellow(status);
};

export const listPayments: Command = {
  name: 'payments list',
  words: ['payments', 'list'],
  arguments: [],
  summary: 'The newest payments, or those with a reference',
  options: {
    status: { type: 'string', value: 'STATUS', text: 'only this status' },
    type: { type: 'string', value: 'TYPE', text: 'PAYIN or PAYOUT' },
    reference: { type: 'string', value: 'REFERENCE', text: 'your merchantReference' },
    limit: { type: 'string', value: 'N', text: 'how many at most (20)' },
  },
  async run(call) {
    const { terminal, text } = call;
    const client = clientOf(call);
    const found: Transaction[] = [];
    const most = countOf(call, 'limit', 20);
    requireAlone(call, 'reference', ['status', 'type', 'limit']);
    const reference = text('reference');
    if (reference !== undefined)
      found.push(...(await client.payments.find({ merchantReference: reference })));
    else {
      const [status, type] = [text('status'), text('type')];
      for await (const payment of client.payments.list({
        ...(status && { status }),
        ...(type && { type }),
        limit: Math.min(most, 100),
      })) {
        found.push(payment);
        if (found.length >= most) break;
      }
    }
    if (terminal.json) for (const payment of found) terminal.out(JSON.stringify(payment));
    else if (found.length === 0) terminal.err('no payments');
    else {
      const rows = found.map((one) => [
        ...[
          one.createdAt.slice(0, 19).replace('T', ' '),
          one.type,
          one.status,
          `${one.amount} ${one.currency}`,
        ],
        ...[one.merchantReference, one.transactionId],
      ]);
      const paint = paintFor(terminal);
      const lines = table(rows).split('\n');
      terminal.out(
        lines.map((line, i) => line.replace(found[i]!.status, statusIn(paint, found[i]!.status))).join('\n'),
      );
    }
    return 0;
  },
};

export const getPayment: Command = {
  name: 'payments get',
  words: ['payments', 'get'],
  arguments: ['[TRANSACTION-ID]'],
  summary: 'One payment and its history',
  options: NAMED,
  async run(call) {
    const { terminal } = call;
    const payment = await namedPayment(call, clientOf(call));
    const paint = paintFor(terminal);
    const {
      transactionId,
      type,
      status,
      amount,
      currency,
      merchantReference,
      errorCode,
      errorReason,
      timeline,
    } = payment;
    const why = errorCode === null ? '' : ` (${errorCode} ${errorReason})`;
    const steps = timeline.map(
      ({ at, to, actor, reason }) => `  ${at}  ${to}  by ${actor}${reason ? `: ${reason}` : ''}`,
    );
    const head = `${type} ${merchantReference}: ${statusIn(paint, status)}${why}, ${amount} ${currency}`;
    tell(terminal, payment, [head, paint.dim(transactionId), ...steps].join('\n'));
    return 0;
  },
};
