// A payment link as the portal shows it: its payment, its address, its state.
import { type Static, Type } from 'typebox';
import { linkAddress } from '../../../actions/cashier/link-address.ts';
import type { Context } from '../../../actions/context.ts';
import { LINK_STATES, linkEndedAt, linkStateOf } from '../../../domain/cashier/link-state.ts';
import { toWire } from '../../../domain/money/money.ts';
import type { Transaction } from '../../../domain/transactions/transaction.ts';
import type { PaymentLink } from '../../../storage/cashier/link-store.ts';
import { choice, textOrNull, uuid } from '../../schemas/schema-fields.ts';

export const Link = Type.Object(
  {
    transactionId: uuid('The pay-in of the link.'),
    url: Type.String({ description: 'Address of the payment page.' }),
    state: choice(LINK_STATES, 'declined: every attempt was declined, and no further attempt is accepted.'),
    isBeingPaid: Type.Boolean({
      description: 'true: somebody has begun to pay, and the outcome is not known yet.',
    }),
    currency: Type.String({ description: 'Currency code.' }),
    amount: Type.Number({ description: 'The amount to pay.' }),
    description: Type.String({ description: 'What the payment is for, as shown to the payer.' }),
    merchantReference: Type.String({ description: 'The reference.' }),
    country: textOrNull('Country of the payer; null: the payer chooses it.'),
    email: textOrNull('E-mail address of the customer; null: none was given.'),
    madeBy: Type.String({ description: 'Who created it.' }),
    createdAt: Type.String({ format: 'date-time', description: 'When it was created.' }),
    expiresAt: Type.String({ format: 'date-time', description: 'When the link expires.' }),
    endedAt: textOrNull('When it was paid, was cancelled or expired; null: it is open.'),
  },
  { title: 'PaymentLink', description: 'A payment link.' },
);

export async function shownLink(
  context: Context,
  link: PaymentLink,
  payin: Transaction,
): Promise<Static<typeof Link>> {
  const { transactionId, description, madeByName, createdAt, expiresAt } = link;
  const { currency, amountMinor, merchantReference, country, details } = payin;
  const state = linkStateOf(payin, context.now());
  return {
    transactionId,
    url: await linkAddress(context, link),
    state,
    isBeingPaid: state === 'open' && payin.provider !== null,
    currency,
    amount: toWire(amountMinor, currency),
    description,
    merchantReference,
    country,
    email: details.customer?.email ?? null,
    madeBy: madeByName,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    endedAt: linkEndedAt(payin, state),
  };
}
