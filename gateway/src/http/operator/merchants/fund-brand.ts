// POST /operator/brands/{id}/funding (contract 2): money into a balance or out of it, once for each reference.
import { Type } from 'typebox';
import { fundBrand } from '../../../actions/ledger/fund-brand.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { describeAmountFault, toMinor } from '../../../domain/money/money.ts';
import { call } from '../../calls/call.ts';
import { Currency, closed, visibleText } from '../../schemas/schema-fields.ts';
import * as examples from '../operator-examples.ts';
import { Balances, BrandPath, operatorErrors, toWireBalances } from '../operator-schemas.ts';

const Body = closed(
  {
    currency: Currency,
    amount: Type.Number({
      description: 'In units of the currency. A negative amount takes money out, never below zero. Not 0.',
      examples: [10000],
    }),
    reference: visibleText(
      255,
      'Your reference, unique for the brand: a second call with it moves no money.',
      {
        minLength: 1,
        examples: ['wire-2026-03-01'],
      },
    ),
  },
  { title: 'Funding', description: 'Money in or out of a balance.' },
);

export const fundBrandCall = call({
  address: 'POST /operator/brands/:id/funding',
  operationId: 'fundBrand',
  tags: ['Operator'],
  summary: 'Fund a balance',
  description:
    'Safe to repeat: the same reference funds once, and the answer shows the balances each time. A different ' +
    'amount or currency with the same reference is refused.',
  access: 'operator',
  params: BrandPath,
  body: Body,
  examples: examples.funding,
  answers: {
    201: {
      description: 'The balances now.',
      schema: Type.Object({ balances: Balances }),
      examples: examples.funded,
    },
    ...operatorErrors({ 422: 'The reference was used before for another amount or currency.' }),
  },
  handle: async (context, { params, body, operator }) => {
    const { currency, amount, reference } = body;
    const balances = await fundBrand(context, operator, params.id, {
      currency,
      reference,
      amountMinor: signedMinor(amount, currency),
    });
    return { balances: toWireBalances(balances) };
  },
});

function signedMinor(amount: number, currency: string): bigint {
  const size = toMinor(Math.abs(amount), currency);
  if ('fault' in size) throw new Refusal(400, [`amount: ${describeAmountFault(size.fault, currency)}`]);
  if (size.minor === 0n) throw new Refusal(400, ['amount: must not be 0']);
  return amount < 0 ? -size.minor : size.minor;
}
