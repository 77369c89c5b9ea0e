// GET /v3/payment-options (spec 4.1): the brand's options for paying in a country and currency. A plain read of the
// catalogue and of the brand in memory. An inactive brand may read (contract 2).
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../actions/context.ts';
import { isOffered } from '../../actions/means/usable-options.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import { type Direction, discover } from '../../domain/options/payment-option.ts';
import { payinOptions } from '../examples/examples.ts';
import { brandErrors, type Operation } from '../operation.ts';
import { PaymentOption } from '../schemas/answer-schemas.ts';
import { Country, Currency, choice } from '../schemas/schema-fields.ts';

const optionQuery = Type.Object({
  country: Type.Optional(Country),
  currency: Type.Optional(Currency),
  excludeCountries: Type.Optional(
    choice(['true', 'false'], '`true`: `availableCountries` is empty in the answer.'), // Spec 4.1
  ),
});

export const payinOptionsOperation = {
  operationId: 'listPaymentOptions',
  tags: ['Payment options'],
  summary: 'List pay-in options',
  description:
    'The options that are enabled for the brand, filtered by country and currency. An empty array means that no ' +
    'option matches. Creates nothing and reserves nothing.', // Spec 4.1
  access: 'brand',
  scopes: ['read'],
  signed: 'never',
  querystring: optionQuery,
  answers: {
    200: {
      description: 'The options.',
      schema: Type.Array(PaymentOption),
      examples: { options: { summary: 'For DE and EUR', value: payinOptions } },
    },
    ...brandErrors(),
  },
} satisfies Operation;

export interface OptionsQuery {
  country?: string;
  currency?: string;
  excludeCountries?: 'true' | 'false';
}

export function listPaymentOptionsRoute(app: FastifyInstance, context: Context): void {
  app.get<{ Querystring: OptionsQuery }>(
    '/v3/payment-options',
    { schema: payinOptionsOperation },
    async ({ brand, query }) => discoverFor(context, 'PAYIN', brand, query),
  );
}

/** Also serves list-payout-options.ts, which differs only in the direction. */
export function discoverFor(
  context: Context,
  direction: Direction,
  brand: Brand,
  { country, currency, excludeCountries }: OptionsQuery,
) {
  return discover(direction, {
    country,
    currency,
    excludeCountries: excludeCountries === 'true',
    isEnabled: (optionId, suboptionId = optionId) =>
      isOffered(context, brand, { country: country ?? null, currency: currency ?? null }, suboptionId),
    publicUrl: context.config.publicUrl,
  });
}
