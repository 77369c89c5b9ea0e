// The amount of a payment, and the price and tax of an order's line (decision 138), as requests send them. Their
// decimals are checked with the rest of the body (request-body/transaction-body.ts).
import { Type } from 'typebox';

export const Amount = Type.Number({
  minimum: 0,
  description:
    'Amount in units of the currency (not cents), a JSON number of at least 0 and at most 999,999,999,999.99. ' +
    'Fiat: at most two decimals, and no more than the currency has (JPY none). BTC: at most 8, USDT: at most 6. ' +
    'The limits of the payment option apply too.', // Spec 2.7
  examples: [49.9],
});

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
