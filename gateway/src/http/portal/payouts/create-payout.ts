// POST /portal/api/brands/:brandId/payouts: makes a payout from the form. It waits for its approval, unless the brand
// approves automatically. actions/payouts/create-payout.ts checks and makes it.
import { Type } from 'typebox';
import { createPayout } from '../../../actions/payouts/create-payout.ts';
import { errorReason } from '../../../domain/errors/error-codes.ts';
import { call } from '../../calls/call.ts';
import { closed, maybe, text, uuid } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, portalErrors } from '../portal-schemas.ts';
import { PayoutAnswer } from './payout-schemas.ts';

const Body = closed({
  paymentOptionId: uuid('The payout option.'),
  currency: Type.String({ maxLength: 10, description: 'Currency code in upper case.' }),
  amount: maybe(
    Type.Number({
      minimum: 0,
      description:
        'In units of the currency. null means that the amount cannot be read; it is refused together with all ' +
        'other faults.',
    }),
  ),
  country: maybe(Type.String({ maxLength: 10, description: 'Country of the recipient, in upper case.' })),
  merchantReference: text(255, 'Your reference of this payout; a second use is refused.'),
  userId: maybe(text(255, 'Your id of the customer.', { numbers: 'any' })),
  email: maybe(text(255, 'E-mail address of the customer.')),
  paymentData: Type.Record(Type.String(), Type.String({ maxLength: 1_000 }), {
    description:
      'The recipient, in the fields of the method. A card is named by its token, never by its number.',
  }),
});

export const createPortalPayoutCall = call({
  address: 'POST /portal/api/brands/:brandId/payouts',
  operationId: 'createPortalPayout',
  tags: ['Portal payouts'],
  summary: 'Create a payout',
  description:
    'If the request is not valid, the answer lists all faults, each with its field, and nothing is created.',
  access: 'portal',
  permission: 'payouts.create',
  params: PortalBrandPath,
  body: Body,
  answers: {
    201: { description: 'The payout was created.', schema: PayoutAnswer },
    ...portalErrors(409),
  },
  handle: async (context, { portal: { actor, brand }, body }) => {
    const { country, userId, email, merchantReference } = body;
    const payout = await createPayout(
      context,
      brand,
      {
        ...body,
        amount: body.amount ?? null,
        merchantReference: merchantReference.trim(),
        country: country || null,
        userId: userId?.trim() || null,
        email: email?.trim() || null,
      },
      { by: actor },
    );
    const { id: transactionId, status, errorCode } = payout;
    return {
      transactionId,
      merchantReference: payout.merchantReference,
      status,
      errorCode,
      errorReason: errorCode && errorReason(errorCode),
    };
  },
});
