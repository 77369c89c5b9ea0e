// POST /portal/api/brands/:brandId/links: makes a payment link. actions/cashier/create-link.ts checks and makes it.
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { createLink } from '../../../actions/cashier/create-link.ts';
import type { Context } from '../../../actions/context.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import type { Operation } from '../../operation.ts';
import {
  Country,
  Currency,
  Customer,
  closed,
  maybe,
  text,
  transactionFields,
} from '../../schemas/schema-fields.ts';
import { PortalBrandPath, portalErrors } from '../portal-schemas.ts';
import { Link, shownLink } from './shown-link.ts';

const LONGEST_HOURS = 30 * 24;

const Body = closed({
  currency: Currency,
  amount: Type.Number({ minimum: 0, description: 'What is asked for, in units of the currency.' }),
  description: text(120, 'What it is for; the payer reads it.', { minLength: 1 }),
  merchantReference: maybe(text(255, 'Of this payment alone; made up where it is left out.')),
  expiresInHours: Type.Integer({
    minimum: 1,
    maximum: LONGEST_HOURS,
    description: 'How long it can be paid: 1 hour to 30 days (720 hours).', // Contract 14
  }),
  country: maybe(Country),
  language: transactionFields.language,
  userId: maybe(text(255, 'Your customer.')),
  email: Customer.properties.email,
});

const operation = {
  operationId: 'createLink',
  tags: ['Portal links'],
  summary: 'Make a payment link',
  description: 'The address of a hosted payment page. No link is made that nobody could pay.',
  access: 'portal',
  permission: 'links.change',
  params: PortalBrandPath,
  body: Body,
  answers: { 201: { description: 'The link.', schema: Link }, ...portalErrors(409) },
} satisfies Operation;

export function createLinkRoute(app: FastifyInstance, context: Context): void {
  app.post<{ Body: Static<typeof Body> }>(
    '/portal/api/brands/:brandId/links',
    { schema: operation },
    async ({ portal: { actor, brand }, body }, reply) => {
      const { currency, amount, expiresInHours } = body;
      const description = body.description.trim();
      if (description === '') throw new Refusal(400, ['description: say what it is for']);
      const { link, transaction } = await createLink(context, actor, brand, {
        currency,
        amount,
        description,
        expiresInHours,
        merchantReference: body.merchantReference?.trim() || null,
        country: body.country ?? null,
        language: body.language ?? null,
        userId: body.userId?.trim() || null,
        email: body.email ?? null,
      });
      return reply.code(201).send(await shownLink(context, link, transaction));
    },
  );
}
