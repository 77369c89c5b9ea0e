// GET /v3/payment-options (spec 4.1): the brand's options for paying in a country and currency. A plain read of the
// catalogue and of the brand in memory. An inactive brand may read (contract 2).
import { type Static, Type } from 'typebox';
import type { Context } from '../../actions/context.ts';
import { isOffered } from '../../actions/payment-means/usable-options.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import { type Direction, discover } from '../../domain/options/payment-option.ts';
import { call } from '../calls/call.ts';
import { brandErrors, type Operation } from '../calls/operation.ts';
import { payinOptions } from '../examples/examples.ts';
import { PaymentOption } from '../schemas/answer-schemas.ts';
import { Country, Currency, choice } from '../schemas/schema-fields.ts';

const OptionsQuery = Type.Object({
  country: Type.Optional(Country),
  currency: Type.Optional(Currency),
  excludeCountries: Type.Optional(
    choice(['true', 'false'], '`true`: `availableCountries` is empty in the answer.'), // Spec 4.1
  ),
});

/** What this call and GET /v3/payout-options have in common. */
export const optionList = (worked: unknown) =>
  ({
    tags: ['Payment options'],
    access: 'brand',
    scopes: ['read'],
    signed: 'never',
    querystring: OptionsQuery,
    answers: {
      200: {
        description: 'The options.',
        schema: Type.Array(PaymentOption),
        examples: { options: { summary: 'For DE and EUR', value: worked } },
      },
      ...brandErrors(),
    },
  }) satisfies Partial<Operation>;

export const listPaymentOptionsCall = call({
  address: 'GET /v3/payment-options',
  ...optionList(payinOptions),
  operationId: 'listPaymentOptions',
  summary: 'List pay-in options',
  description:
    'The options that are enabled for the brand, filtered by country and currency. An empty array means that no ' +
    'option matches. Creates nothing and reserves nothing.', // Spec 4.1
  handle: async (context, { brand, query }) => discoverFor(context, 'PAYIN', brand, query),
});

/** Also serves list-payout-options.ts, which differs only in the direction. */
export function discoverFor(
  context: Context,
  direction: Direction,
  brand: Brand,
  { country, currency, excludeCountries }: Static<typeof OptionsQuery>,
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
