// A mandate as the portal shows it: on the page of its customer, and on the page of a payment that made or used it. It
// must hold no id with which somebody could charge it.
import { type Static, Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { isInForce, isMandateErased, type Mandate } from '../../../domain/mandates/mandate.ts';
import { toWire } from '../../../domain/money/money.ts';
import { MANDATE_REASONS, MANDATE_STATUSES } from '../../../domain/transactions/transaction.ts';
import { choice, orNull, textOrNull, timeOrNull, uuid } from '../../schemas/schema-fields.ts';
import { methodName } from '../money/money-schemas.ts';
import { providerName } from '../providers/provider-name.ts';
import { moment, money, said } from '../transactions/transaction-fields.ts';
import { cardName } from '../transactions/transaction-item.ts';

const FIELDS = {
  id: uuid('The mandate.'),
  status: choice(
    MANDATE_STATUSES,
    'PENDING: the provider has not told yet what it stored. Only ACTIVE can be charged.',
  ),
  inForce: Type.Boolean({ description: 'Whether it can be charged or will be, so that it can be revoked.' }),
  userId: textOrNull("The merchant's id of the customer; null: the customer was erased."),
  reason: choice(MANDATE_REASONS, 'Why the customer is charged again.'),
  description: textOrNull('What the customer agreed to, in the words of the merchant.'),
  method: textOrNull('Name of the payment method.'),
  card: textOrNull('Scheme and last four digits of the card.'),
  cardExpiry: textOrNull('Month and year.'),
  account: textOrNull('Account of another method, masked.'),
  currency: said('Currency of the later charges.'),
  maxAmount: orNull(money('The most for each charge; null: no limit.')),
  expiresAt: timeOrNull('When it expires; null: never.'),
  firstTransactionId: uuid('The pay-in with which the customer agreed.'),
  provider: said('Name of the provider that stored the means of payment.'),
  createdAt: moment('When the customer agreed.'),
  lastUsedAt: timeOrNull('The last answer to a later charge, also a decline; null: none.'),
  revokedAt: timeOrNull('When it was revoked.'),
};
export const PortalMandate = Type.Object(FIELDS, {
  title: 'PortalMandate',
  description: 'The agreement of a customer to later charges.',
});
export type PortalMandate = Static<typeof PortalMandate>;

export function toPortalMandate(context: Pick<Context, 'providerKinds'>, mandate: Mandate): PortalMandate {
  const { card, currency, maxAmountMinor } = mandate;
  const at = (time: Date | null) => time?.toISOString() ?? null;
  return {
    id: mandate.id,
    status: mandate.status,
    inForce: isInForce(mandate),
    userId: isMandateErased(mandate) ? null : mandate.userId,
    reason: mandate.reason,
    description: mandate.description,
    method: methodName(mandate.optionId),
    card: card && cardName(card),
    cardExpiry: card && `${card.expiryMonth}/${card.expiryYear}`,
    account: mandate.account,
    currency,
    maxAmount: maxAmountMinor === null ? null : toWire(maxAmountMinor, currency),
    expiresAt: at(mandate.expiresAt),
    firstTransactionId: mandate.firstTransactionId,
    provider: providerName(context, mandate.provider),
    createdAt: mandate.createdAt.toISOString(),
    lastUsedAt: at(mandate.lastUsedAt),
    revokedAt: at(mandate.revokedAt),
  };
}
