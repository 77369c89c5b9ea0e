// In `test`, says why the prices of an order's lines are not used (provider-kit/src/order-lines.ts): they do not add up
// to the amount, or a line lacks something. The payment goes on without them. It must judge a body that may be wrong in
// every other way: that is reported elsewhere.
import { isCurrencyCode } from '@tollgate/provider-kit/currency';
import { type OrderFault, priceOrder } from '@tollgate/provider-kit/order-lines';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../actions/context.ts';
import { formatMinor, toMinor } from '../../domain/money/money.ts';
import { orderLinesOf } from '../schemas/known-fields.ts';
import { warn } from '../warnings.ts';

export const ORDER_WARNING_HEADER = 'X-Order-Warning';

/** Call it before the routes of the scope are registered. */
export function warnOfOrders(scope: FastifyInstance, { config }: Pick<Context, 'config'>): void {
  if (config.environment !== 'test') return;
  scope.addHook('preHandler', (request, reply, done) => {
    // A fault of the schema is answered with 400.
    const sentence = request.validationError ? null : orderWarning(request.body);
    if (sentence !== null) warn(request, reply, ORDER_WARNING_HEADER, sentence);
    done();
  });
}

/** null: the body has no lines with prices, or nothing is wrong with them. */
function orderWarning(body: unknown): string | null {
  const { orderDetails, currency, amount } = (body ?? {}) as Record<string, unknown>;
  if (!Array.isArray(orderDetails) || typeof amount !== 'number' || typeof currency !== 'string') return null;
  const whole = isCurrencyCode(currency) ? toMinor(amount, currency) : { fault: 'UNKNOWN_CURRENCY' };
  if (!('minor' in whole) || whole.minor === 0n) return null;
  const priced = priceOrder(orderLinesOf(orderDetails, currency), whole.minor);
  if (!priced || 'lines' in priced) return null;
  const text = (minor: bigint) => `${formatMinor(minor, currency)} ${currency}`;
  return `${faultText(priced.fault, text, whole.minor)}; so the cashier shows no prices, and Klarna gets one line`;
}

function faultText(fault: OrderFault, text: (minor: bigint) => string, amountMinor: bigint): string {
  switch (fault.kind) {
    case 'sum':
      return `orderDetails: the lines are ${text(fault.sumMinor)} together, and the amount is ${text(amountMinor)}`;
    case 'no-name':
      return `orderDetails.${fault.line}: has neither productName nor description`;
    case 'no-price':
      return `orderDetails.${fault.line}.unitPrice: is missing, and another line has one`;
    case 'no-whole-quantity':
      return `orderDetails.${fault.line}.quantity: must be a whole number of at least 1 for a line with a price`;
  }
}
