// GET /saved-cards (contract 8): the cards that a customer of the brand has saved, newest first. Plain reads. It must
// never decrypt a card number.
import { type Static, Type } from 'typebox';
import { listCards } from '../../../storage/cashier/card-store.ts';
import { lastPaymentsByCard } from '../../../storage/listing/customer-list.ts';
import { call } from '../../calls/call.ts';
import { brandErrors } from '../../calls/operation.ts';
import { closed } from '../../schemas/schema-fields.ts';

/** A customer has a few cards; more than this means that several customers share a user id. */
const MOST_CARDS = 100;

const Query = closed({
  userId: Type.String({
    minLength: 1,
    maxLength: 255,
    format: 'text',
    description: 'Your id of the customer. 1 to 255 characters.',
  }),
});

const SavedCard = Type.Object(
  {
    token: Type.String({
      description:
        'Send it as `paymentData.token` to charge the card again. It works for this customer only.',
    }),
    userId: Type.String({ description: 'Your id of the customer.' }),
    brand: Type.String({ description: 'Card brand, such as VISA.' }),
    first6: Type.String({ description: 'First six digits.' }),
    last4: Type.String({ description: 'Last four digits.' }),
    expiryMonth: Type.String({ description: 'Two digits.' }),
    expiryYear: Type.String({ description: 'Four digits.' }),
    createdAt: Type.String({ format: 'date-time', description: 'When it was saved.' }),
    lastUsedAt: Type.String({
      format: 'date-time',
      description:
        "When a payment with it last completed, among the customer's latest 200 transactions. If none did: when it was saved.",
    }),
  },
  { title: 'SavedCard', description: 'A card that a customer saved with a payment.' },
);

const example: Static<typeof SavedCard> = {
  token: 'tok_Zbf078kwxlwQlC1kaPA2k0UzgO1nIw9ARcTWYQs5nAP',
  userId: 'customer-77',
  brand: 'VISA',
  first6: '424242',
  last4: '4242',
  expiryMonth: '12',
  expiryYear: '2035',
  createdAt: '2026-03-01T10:00:00.180Z',
  lastUsedAt: '2026-03-14T18:21:07.412Z',
};

export const listSavedCardsCall = call({
  address: 'GET /saved-cards',
  operationId: 'listSavedCards',
  tags: ['Saved cards'],
  summary: "List a customer's saved cards",
  description:
    'Newest first, including expired cards. A completed payment with a `userId` saves its card. The list is empty if ' +
    'the customer has no saved card.', // Contract 5, 8
  access: 'brand',
  scopes: ['read'],
  signed: 'never',
  querystring: Query,
  answers: {
    200: {
      description: 'The cards.',
      schema: Type.Array(SavedCard),
      examples: {
        one: { summary: 'One card', value: [example] },
        none: { summary: 'None', value: [] },
      },
    },
    ...brandErrors(),
  },
  handle: async ({ sql }, { brand: { merchantId, brandId }, query: { userId } }) => {
    const stored = await listCards(sql, { merchantId, brandId, userId }, MOST_CARDS);
    if (stored.length === 0) return [];
    const uses = await lastPaymentsByCard(sql, { merchantId, brandId }, userId);
    return stored.map(({ token, card, createdAt }) => ({
      token,
      userId,
      brand: card.brand,
      first6: card.first6,
      last4: card.last4,
      expiryMonth: card.expiryMonth,
      expiryYear: card.expiryYear,
      createdAt: createdAt.toISOString(),
      lastUsedAt: (uses.get(token) ?? createdAt).toISOString(),
    }));
  },
});
