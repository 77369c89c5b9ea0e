// The lines of an order, as the cashier lists them and Klarna wants them.
import type { SessionRequest } from '@tollgate/sdk';
import type { Order } from '@vendure/core';
import { wireAmount } from '../amount.ts';

type Detail = NonNullable<SessionRequest['orderDetails']>[number];

/** `order` has its lines. A price that is not exact for one piece is left out; the cashier then shows no prices. */
export function orderDetailsOf(order: Order, precision: number): Detail[] {
  const priced = (units: number, quantity: number): Detail => {
    try {
      return { unitPrice: wireAmount(units / quantity, order.currencyCode, precision) };
    } catch {
      return {};
    }
  };
  const lines = order.lines
    .filter(({ quantity }) => quantity > 0)
    .map(
      ({ productVariant, quantity, proratedLinePriceWithTax, taxRate }): Detail => ({
        productName: productVariant.name,
        quantity,
        taxRate,
        ...priced(proratedLinePriceWithTax, quantity),
      }),
    );
  const added = [
    ...order.surcharges.map(({ description, priceWithTax, taxRate }) => ({
      name: description,
      units: priceWithTax,
      taxRate,
    })),
    ...order.shippingLines.map(({ discountedPriceWithTax, taxRate }) => ({
      name: 'Shipping',
      units: discountedPriceWithTax,
      taxRate,
    })),
  ].filter(({ units }) => units > 0);
  return [
    ...lines,
    ...added.map(({ name, units, taxRate }) => ({
      productName: name,
      quantity: 1,
      taxRate,
      ...priced(units, 1),
    })),
  ];
}
