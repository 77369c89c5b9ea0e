// Finds the payment link that an address of the portal names, with its pay-in; 404 if the brand has none.
import { Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import type { Brand } from '../../../domain/merchants/brand.ts';
import type { Transaction } from '../../../domain/transactions/transaction.ts';
import { findLink as find, type PaymentLink } from '../../../storage/cashier/link-store.ts';
import { uuid } from '../../schemas/schema-fields.ts';
import { PortalBrandPath } from '../portal-schemas.ts';

export const LinkPath = Type.Object({
  ...PortalBrandPath.properties,
  transactionId: uuid('The pay-in of the link.'),
});

export async function findLink(
  context: Context,
  { merchantId, brandId }: Brand,
  transactionId: string,
): Promise<{ link: PaymentLink; payin: Transaction }> {
  const id = transactionId.toLowerCase();
  const [link, payin] = await Promise.all([
    find(context.sql, merchantId, brandId, id),
    context.transactions.find(merchantId, id),
  ]);
  if (!link || !payin) throw new Refusal(404, 'transactionId: no such link');
  return { link, payin };
}
