// A payment link as the portal shows it: what it asks for, its address, its state.
import { type Static, Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { cashierUrl } from '../../../actions/means/cashier-link.ts';
import { CODE } from '../../../domain/errors/error-codes.ts';
import { toWire } from '../../../domain/money/money.ts';
import type { Transaction } from '../../../domain/transactions/transaction.ts';
import type { LinkState, PaymentLink } from '../../../storage/cashier/link-store.ts';
import { sealContext } from '../../../storage/keys/vault.ts';
import { choice, uuid } from '../../schemas/schema-fields.ts';

export const LINK_STATES = [
  'open',
  'paid',
  'expired',
  'cancelled',
  'declined',
] as const satisfies LinkState[];

const orNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description } as never);

export const Link = Type.Object(
  {
    transactionId: uuid('The pay-in of the link.'),
    url: Type.String({ description: 'Address of the payment page.' }),
    state: choice(LINK_STATES, 'declined: every attempt was declined, and no further one is accepted.'),
    isBeingPaid: Type.Boolean({
      description: 'Whether somebody has begun to pay and the outcome is not known yet.',
    }),
    currency: Type.String({ description: 'Currency code.' }),
    amount: Type.Number({ description: 'The amount to pay.' }),
    description: Type.String({ description: 'What the payment is for, as shown to the payer.' }),
    merchantReference: Type.String({ description: 'The reference.' }),
    country: orNull('Country of the payer; null: the payer chooses it.'),
    email: orNull('E-mail address of the customer; null: none was given.'),
    madeBy: Type.String({ description: 'Who made it.' }),
    createdAt: Type.String({ format: 'date-time', description: 'When it was made.' }),
    expiresAt: Type.String({ format: 'date-time', description: 'When the link expires.' }),
    endedAt: orNull('When it was paid, was cancelled or expired; null: it is open.'),
  },
  { title: 'PaymentLink', description: 'A payment link.' },
);

export async function shownLink(
  context: Context,
  link: PaymentLink,
  payin: Transaction,
): Promise<Static<typeof Link>> {
  const { merchantId, transactionId, description, madeByName, createdAt, expiresAt, tokenSealed } = link;
  const token = await context.vault.open(tokenSealed, sealContext.linkToken(merchantId));
  const { currency, amountMinor, merchantReference, country, details, updatedAt } = payin;
  const state = stateOf(payin, context.now());
  return {
    transactionId,
    url: cashierUrl(context, token.toString('utf8')),
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
    endedAt: state === 'open' ? null : (payin.completedAt ?? updatedAt).toISOString(),
  };
}

/** The same states as in the filter of storage/cashier/link-store.ts, except for a link that expired a moment ago. */
function stateOf({ status, errorCode, provider, expiresAt }: Transaction, now: Date): LinkState {
  if (status === 'COMPLETED') return 'paid';
  if (status === 'DECLINED' || status === 'ERROR')
    return errorCode === CODE.expired ? 'expired' : errorCode === CODE.cancelled ? 'cancelled' : 'declined';
  return provider === null && expiresAt !== null && expiresAt <= now ? 'expired' : 'open';
}
