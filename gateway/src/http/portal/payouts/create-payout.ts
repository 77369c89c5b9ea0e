// POST /portal/api/brands/:brandId/payouts: a payout by the form. It waits for its approval, unless the brand approves
// automatically. actions/payouts/create-payout.ts checks and makes it.
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { createPayout } from '../../../actions/payouts/create-payout.ts';
import { errorReason } from '../../../domain/errors/error-codes.ts';
import type { Operation } from '../../operation.ts';
import { closed, maybe, text, uuid } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, portalErrors } from '../portal-schemas.ts';
import { PayoutAnswer } from './payout-schemas.ts';

const Body = closed({
  paymentOptionId: uuid('How it is paid.'),
  currency: Type.String({ maxLength: 10, description: 'Currency code in upper case.' }),
  amount: Type.Number({ minimum: 0, description: 'In units of the currency.' }),
  country: maybe(Type.String({ maxLength: 10, description: 'Where to, in upper case.' })),
  merchantReference: text(255, 'Of this payout alone; a second use is refused.'),
  userId: maybe(text(255, 'Your customer.')),
  email: maybe(text(255, 'E-mail address of the customer.')),
  paymentData: Type.Record(Type.String(), Type.String({ maxLength: 1_000 }), {
    description:
      'Who is paid, in the fields of the method. A card is named by its token, never by its number.',
  }),
});

const operation = {
  operationId: 'createPortalPayout',
  tags: ['Portal payouts'],
  summary: 'Make a payout',
  description: 'Every fault is told at once, each with its field; then nothing was made.',
  access: 'portal',
  permission: 'payouts.create',
  params: PortalBrandPath,
  body: Body,
  answers: {
    201: { description: 'It was made.', schema: PayoutAnswer },
    ...portalErrors(409),
  },
} satisfies Operation;

export function createPortalPayoutRoute(app: FastifyInstance, context: Context): void {
  app.post<{ Body: Static<typeof Body> }>(
    '/portal/api/brands/:brandId/payouts',
    { schema: operation },
    async ({ portal: { actor, brand }, body }, reply) => {
      const { country, userId, email, merchantReference } = body;
      const payout = await createPayout(context, actor, brand, {
        ...body,
        merchantReference: merchantReference.trim(),
        country: country || null,
        userId: userId?.trim() || null,
        email: email?.trim() || null,
      });
      const { id: transactionId, status, errorCode } = payout;
      return reply.code(201).send({
        transactionId,
        merchantReference: payout.merchantReference,
        status,
        errorCode,
        errorReason: errorCode && errorReason(errorCode),
      });
    },
  );
}
