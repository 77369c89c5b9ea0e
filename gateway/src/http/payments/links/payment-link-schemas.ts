// Payment links over the API (contract 8): the fields of requests, the fields of every answer, and how to find a link.
import { type Static, Type } from 'typebox';
import { linkAddress } from '../../../actions/cashier/link-address.ts';
import type { Context } from '../../../actions/context.ts';
import { LINK_STATES, linkEndedAt, linkStateOf } from '../../../domain/cashier/link-state.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import type { Brand } from '../../../domain/merchants/brand.ts';
import { toWire } from '../../../domain/money/money.ts';
import { isUuid } from '../../../domain/text.ts';
import type { Transaction } from '../../../domain/transactions/transaction.ts';
import { findLink, type PaymentLink as StoredLink } from '../../../storage/cashier/link-store.ts';
import { payinSessionFields } from '../../request-body/session-body.ts';
import { choice, maybe, textOrNull, uuid, visibleText } from '../../schemas/schema-fields.ts';

const HOUR_SECONDS = 3_600;
const LONGEST_SECONDS = 30 * 24 * HOUR_SECONDS;
/** The same as in the portal. */
export const USUAL_SECONDS = 7 * 24 * HOUR_SECONDS;

export const PaymentLinkRequest = Type.Object(
  {
    ...payinSessionFields,
    description: maybe(
      visibleText(120, 'What the payment is for. The payer sees it, unless `orderDetails` says more.'),
    ),
    expiresIn: maybe(
      Type.Integer({
        minimum: HOUR_SECONDS,
        maximum: LONGEST_SECONDS,
        description:
          'How long the link can be paid, in seconds: 3600 (1 hour) to 2592000 (30 days). Default 604800 (7 days).',
      }),
    ),
    maxPayments: maybe(
      Type.Integer({
        minimum: 1,
        maximum: 1,
        description: 'How many payments the link takes: always 1. Make a link for each payment.',
      }),
    ),
  },
  {
    title: 'PaymentLinkRequest',
    description:
      'The fields of a session, and how long the link is valid. Fields that are not listed are ignored, but they ' +
      'are part of the signed body.',
  },
);
export type PaymentLinkBody = Static<typeof PaymentLinkRequest>;

export const PaymentLink = Type.Object(
  {
    cashierUrl: Type.String({ description: 'Address of the payment page. Send it to the payer.' }),
    transactionId: uuid('The pay-in of the link; it also names the link.'),
    state: choice(
      LINK_STATES,
      'open: it can be paid, or is being paid. declined: every attempt was declined, and no further one is accepted.',
    ),
    merchantReference: Type.String({ description: 'Your reference, or the one that was generated.' }),
    country: textOrNull('Country of the payer; null: the payer chooses it.'),
    currency: Type.String({ description: 'Currency code.' }),
    amount: Type.Number({ description: 'The amount to pay.' }),
    description: Type.String({ description: 'What the payment is for.' }),
    maxPayments: Type.Integer({ description: 'Always 1.' }),
    createdAt: Type.String({ format: 'date-time', description: 'When the link was created.' }),
    expiresAt: Type.String({ format: 'date-time', description: 'When the link expires.' }),
    endedAt: textOrNull('When it was paid, was cancelled or expired; null: it is open.'),
  },
  { title: 'PaymentLink', description: 'A payment link.' },
);

export const linkExample: Static<typeof PaymentLink> = {
  cashierUrl: 'https://pay.example/cashier/jK3vN0xq2mWc7Rt5uYb8Ze1aLd4fHg6iPo9sXwQyTkE',
  transactionId: '0197c2f4-5b7e-7a31-9d0c-3f6a2b8e4d15',
  state: 'open',
  merchantReference: 'invoice-4711',
  country: 'DE',
  currency: 'EUR',
  amount: 49.9,
  description: 'Invoice 4711',
  maxPayments: 1,
  createdAt: '2025-07-01T09:30:00.000Z',
  expiresAt: '2025-07-08T09:30:00.000Z',
  endedAt: null,
};

export async function toPaymentLink(
  context: Context,
  link: StoredLink,
  payin: Transaction,
): Promise<Static<typeof PaymentLink>> {
  const { id: transactionId, merchantReference, country, currency, amountMinor } = payin;
  const state = linkStateOf(payin, context.now());
  return {
    cashierUrl: await linkAddress(context, link),
    transactionId,
    state,
    merchantReference,
    country,
    currency,
    amount: toWire(amountMinor, currency),
    description: link.description,
    maxPayments: 1,
    createdAt: link.createdAt.toISOString(),
    expiresAt: link.expiresAt.toISOString(),
    endedAt: linkEndedAt(payin, state),
  };
}

// No format: a malformed id gets the same answer as an unknown one.
export const PaymentLinkPath = Type.Object({
  transactionId: Type.String({ description: 'The pay-in of the link.' }),
});

/** Throws Refusal 404: unknown, malformed and another brand's ids get the same answer. */
export async function findPaymentLink(
  context: Context,
  { merchantId, brandId }: Brand,
  transactionId: string,
): Promise<{ link: StoredLink; payin: Transaction }> {
  const id = isUuid(transactionId) ? transactionId.toLowerCase() : null;
  const link = id && (await findLink(context.sql, merchantId, brandId, id));
  const payin = link && (await context.transactions.find(merchantId, link.transactionId));
  if (!link || !payin) throw new Refusal(404, 'transactionId: no such payment link');
  return { link, payin };
}
