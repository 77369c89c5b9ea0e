// GET /portal/api/brands/{brandId}/transaction-filters: the values of the list's filters, in words. A plain read of the
// catalogues. It includes options that the brand has switched off, because old transactions have them.
import { Type } from 'typebox';
import { ERROR_CODES, errorReason } from '../../../domain/errors/error-codes.ts';
import { isCountryCode } from '../../../domain/options/country.ts';
import { optionsOf } from '../../../domain/options/payment-option.ts';
import { call } from '../../calls/call.ts';
import { uuid } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, portalErrors } from '../portal-schemas.ts';
import { said } from './transaction-fields.ts';

const Filters = Type.Object(
  {
    options: Type.Array(
      Type.Object({ id: uuid('The option.'), name: said('Its name.'), direction: said('PAYIN or PAYOUT.') }),
      { description: 'Payment and payout options, pay-ins first.' },
    ),
    currencies: Type.Array(Type.String(), { description: 'Currency codes, sorted alphabetically.' }),
    countries: Type.Array(Type.String(), { description: 'Country codes of the options.' }),
    errorCodes: Type.Array(Type.Object({ code: said('The code.'), reason: said('What it means.') }), {
      description: 'The error codes of transactions.',
    }),
  },
  { title: 'TransactionFilters', description: 'The values of the filters.' },
);

const DIRECTIONS = ['PAYIN', 'PAYOUT'] as const;

export const listTransactionFiltersCall = call({
  address: 'GET /portal/api/brands/:brandId/transaction-filters',
  operationId: 'listTransactionFilters',
  tags: ['Portal transactions'],
  summary: 'List the values of the filters',
  description: 'Options, currencies, countries and error codes, with their names.',
  access: 'portal',
  permission: 'payments.read',
  params: PortalBrandPath,
  answers: { 200: { description: 'The values.', schema: Filters }, ...portalErrors() },
  handle: async (_context) => filters(),
});

const sorted = (values: string[]) => [...new Set(values)].sort();

function filters() {
  const all = DIRECTIONS.flatMap((direction) =>
    optionsOf(direction).map((option) => ({ direction, option })),
  );
  const available = all.flatMap(({ option }) => option.availableCountries);
  return {
    options: all.map(({ direction, option: { id, name } }) => ({ id, name, direction })),
    currencies: sorted(available.flatMap(({ currencies }) => currencies)),
    countries: sorted(available.map(({ code }) => code).filter(isCountryCode)),
    errorCodes: ERROR_CODES.map((code) => ({ code, reason: errorReason(code) })),
  };
}
