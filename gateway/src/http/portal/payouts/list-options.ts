// GET /portal/api/brands/:brandId/payouts/options: how the brand may pay out, for the form and for files: the
// countries, the currencies, and the fields that each method asks for.
import { type Static, Type } from 'typebox';
import { isOffered } from '../../../actions/payment-means/usable-options.ts';
import { MOST_LINES } from '../../../actions/payouts/payout-lines.ts';
import { inputsOf, optionsOf, type PaymentOption } from '../../../domain/options/payment-option.ts';
import { call } from '../../calls/call.ts';
import { uuid } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, portalErrors } from '../portal-schemas.ts';

const Field = Type.Object(
  {
    name: Type.String({ description: 'Name in paymentData and of the column in a file.' }),
    label: Type.String({ description: 'The label to show.' }),
    values: Type.Array(Type.String(), { description: 'The allowed values; empty: any text.' }),
    required: Type.Boolean({ description: 'Whether a value is required.' }),
  },
  { title: 'PayoutField', description: 'A field of a method.' },
);

const Options = Type.Object(
  {
    options: Type.Array(
      Type.Object({
        id: uuid('The option.'),
        name: Type.String({ description: 'Name.' }),
        type: Type.String({ description: 'Kind of method.' }),
        countries: Type.Array(Type.String(), { description: 'Countries; empty: everywhere.' }),
        currencies: Type.Array(
          Type.Object({
            code: Type.String({ description: 'Currency code.' }),
            fields: Type.Array(Field, { description: 'The fields for this currency.' }),
          }),
          { description: 'The currencies of the method.' },
        ),
      }),
      { description: 'The options, in the order in which they are shown.' },
    ),
    mostLines: Type.Integer({ description: 'The largest number of payouts in one file.' }),
  },
  { title: 'PayoutOptions', description: 'The payout options of the brand.' },
);

export const listPayoutOptionsOfBrandCall = call({
  address: 'GET /portal/api/brands/:brandId/payouts/options',
  operationId: 'listPayoutOptionsOfBrand',
  tags: ['Portal payouts'],
  summary: 'List payout options',
  description: 'The options that the brand has enabled and that a provider serves.',
  access: 'portal',
  permission: 'payouts.create',
  params: PortalBrandPath,
  answers: { 200: { description: 'The options.', schema: Options }, ...portalErrors() },
  handle: async (context, { portal: { brand } }) => {
    const options: Static<typeof Options>['options'] = [];
    for (const option of optionsOf('PAYOUT')) {
      const places = option.availableCountries.filter(({ currencies }) =>
        currencies.some((currency) => isOffered(context, brand, { country: null, currency }, option.id)),
      );
      if (places.length === 0) continue;
      const codes = [...new Set(places.flatMap(({ currencies }) => currencies))];
      const countries = places.map(({ code }) => code);
      options.push({
        id: option.id,
        name: option.name,
        type: option.type,
        countries: countries.some((code) => code === 'WORLDWIDE' || code === 'ANY') ? [] : countries,
        currencies: codes
          .filter((code) => isOffered(context, brand, { country: null, currency: code }, option.id))
          .map((code) => ({ code, fields: fieldsOf(option, code) })),
      });
    }
    return { options, mostLines: MOST_LINES };
  },
});

/** Without card numbers, which must never pass through the portal. */
function fieldsOf(option: PaymentOption, currency: string): Static<typeof Field>[] {
  if (option.type === 'CARD')
    return [{ name: 'token', label: 'Token of the saved card', values: [], required: true }];
  return inputsOf(option, currency).map(({ name, label, values, required }) => ({
    name,
    label,
    values,
    required,
  }));
}
