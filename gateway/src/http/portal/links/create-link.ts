// POST /portal/api/brands/:brandId/links: makes a payment link. actions/cashier/create-link.ts checks and makes it.
import { Type } from 'typebox';
import { createLink } from '../../../actions/cashier/create-link.ts';
import { call } from '../../calls/call.ts';
import {
  Country,
  Currency,
  Customer,
  closed,
  maybe,
  text,
  transactionFields,
  visibleText,
} from '../../schemas/schema-fields.ts';
import { PortalBrandPath, portalErrors } from '../portal-schemas.ts';
import { Link, shownLink } from './shown-link.ts';

const LONGEST_HOURS = 30 * 24;

const Body = closed({
  currency: Currency,
  amount: Type.Number({ minimum: 0, description: 'The amount to pay, in units of the currency.' }),
  description: visibleText(120, 'What the payment is for; shown to the payer.'),
  merchantReference: maybe(text(255, 'Your reference of this payment; generated if omitted.')),
  expiresInHours: Type.Integer({
    minimum: 1,
    maximum: LONGEST_HOURS,
    description: 'How long the link can be paid, in hours: 1 to 720 (30 days).', // Contract 14
  }),
  country: maybe(Country),
  language: transactionFields.language,
  userId: maybe(text(255, 'Your id of the customer.', { numbers: 'any' })),
  email: Customer.properties.email,
});

export const createLinkCall = call({
  address: 'POST /portal/api/brands/:brandId/links',
  operationId: 'createLink',
  tags: ['Portal links'],
  summary: 'Create a payment link',
  description: 'The address of a hosted payment page. A link that nobody could pay is refused.',
  access: 'portal',
  permission: 'links.change',
  params: PortalBrandPath,
  body: Body,
  answers: { 201: { description: 'The link.', schema: Link }, ...portalErrors(409) },
  handle: async (context, { portal: { actor, brand }, body }) => {
    const { currency, amount, expiresInHours } = body;
    const { link, transaction } = await createLink(context, actor, brand, {
      currency,
      amount,
      description: body.description.trim(),
      expiresInHours,
      merchantReference: body.merchantReference?.trim() || null,
      country: body.country ?? null,
      language: body.language ?? null,
      userId: body.userId?.trim() || null,
      email: body.email ?? null,
    });
    return await shownLink(context, link, transaction);
  },
});
