// The price and the tax of an order's line, as requests send them (decision 138). Their decimals are checked with the
// rest of the body (request-body/transaction-body.ts).
import { Type } from 'typebox';

export const UnitPrice = Type.Number({
  minimum: 0,
  description:
    'Price of one in units of the currency, with its tax; decimals as `amount`. Shipping is a line of its own. ' +
    'Prices are shown in the cashier and sent to Klarna only if every line has one and all lines together, price ' +
    'times quantity, are the amount. In the test environment `X-Order-Warning` says so if they are not.',
  examples: [12.5],
});

export const TaxRate = Type.Number({
  minimum: 0,
  maximum: 100,
  description: 'Rate of the tax in `unitPrice`, in per cent, with at most two decimals.',
  examples: [19],
});
