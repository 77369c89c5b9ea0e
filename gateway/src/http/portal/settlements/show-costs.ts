// GET /portal/api/brands/{brandId}/settlements/costs: what the payments of a month cost at each provider, by method
// (contract 17), from matched lines of charges. While some payments are not settled, the answer says how many. It must
// never add up different currencies. A plain read.
import { type Static, type TSchema, Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { daysOfMonth } from '../../../domain/ledger/settlement-month.ts';
import { endOfDay, startOfDay } from '../../../domain/ledger/zoned-days.ts';
import { toWire } from '../../../domain/money/money.ts';
import { findOption } from '../../../domain/options/payment-option.ts';
import { type CostRow, costsOf } from '../../../storage/settlements/settled-payments.ts';
import { call } from '../../calls/call.ts';
import { closed, textOrNull } from '../../schemas/schema-fields.ts';
import { amount, count } from '../money/money-schemas.ts';
import { PortalBrandPath, portalErrors } from '../portal-schemas.ts';
import { providerName } from '../providers/provider-name.ts';

const costFields = {
  payments: count('Pay-ins of the month that moved money.'),
  settled: count('Those that are in a settlement. Only they count for the cost.'),
  gross: amount('Sum of their charges, in the currency of the payout.'),
  fees: amount('Sum of the fees of these charges.'),
  share: Type.Unsafe<number | null>({
    type: ['number', 'null'],
    description:
      'fees ÷ gross; null: nothing is settled. An estimate for the month while `settled` is below `payments`.',
  } as TSchema),
};

const Cost = Type.Object(
  {
    provider: Type.String({ description: 'Name of the provider for people.' }),
    method: textOrNull('Name of the payment method; null: none was chosen.'),
    currency: Type.String({ description: 'Currency of the payments.' }),
    payoutCurrency: Type.String({ description: 'Currency of `gross` and `fees`.' }),
    ...costFields,
  },
  { title: 'MethodCost', description: 'What a method costs at a provider.' },
);

const Costs = Type.Object(
  {
    month: Type.String({ description: 'The month.' }),
    rows: Type.Array(Cost, { description: 'The largest sum first.' }),
  },
  { title: 'MonthCosts', description: 'What the payments of a month cost.' },
);

export const showCostsCall = call({
  address: 'GET /portal/api/brands/:brandId/settlements/costs',
  operationId: 'showCosts',
  tags: ['Portal money'],
  summary: 'Show what payments cost',
  description:
    'The fees of a month in percent, by provider and method, as the settlements of the providers say. A payment counts ' +
    'in the month in which it was created. Providers that tell of no payouts are left out.',
  access: 'portal',
  permission: 'bank.read',
  params: PortalBrandPath,
  querystring: closed({
    month: Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$', description: 'Such as 2026-03.' }),
  }),
  answers: { 200: { description: 'The costs.', schema: Costs }, ...portalErrors() },
  handle: async (context, { portal: { brand }, query: { month } }) => {
    if (month < '0001') throw new Refusal(400, ['month: must be a month such as 2026-03']);
    const { first, last } = daysOfMonth(month);
    const period = { from: startOfDay(first, brand.timeZone), to: endOfDay(last, brand.timeZone) };
    return { month, rows: toCosts(context, await costsOf(context.sql, brand, period)) };
  },
});

type CostOf = Static<typeof Cost>;

function toCosts(context: Context, rows: readonly CostRow[]): CostOf[] {
  const keyOf = ({ provider, optionId, currency }: CostRow) => [provider, optionId, currency].join(' ');
  const costs: CostOf[] = [];
  const settling = new Set(rows.filter(isSettled).map(({ provider }) => provider));
  for (const own of Map.groupBy(rows, keyOf).values()) {
    const [{ provider, optionId, currency }] = own as [CostRow];
    if (!settling.has(provider) && !tellsOfPayouts(context, provider)) continue;
    const settled = own.filter(isSettled);
    const open = own.filter((row) => !isSettled(row)).reduce((sum, { payments }) => sum + payments, 0);
    const found = optionId === null ? undefined : findOption(optionId);
    const of = {
      provider: providerName(context, provider),
      method: found ? (found.suboption?.name ?? found.option.name) : null,
      currency,
    };
    if (settled.length === 0)
      costs.push({
        ...of,
        payoutCurrency: currency,
        payments: open,
        settled: 0,
        gross: 0,
        fees: 0,
        share: null,
      });
    settled.forEach(({ payoutCurrency, payments, grossMinor, feeMinor }, i) => {
      const wire = (minor: bigint) => toWire(minor, payoutCurrency!);
      const [gross, fees] = [wire(grossMinor), wire(feeMinor)];
      costs.push({
        ...of,
        payoutCurrency: payoutCurrency!,
        // Nobody knows in which currency the open ones will be paid out: they count once.
        payments: payments + (i === 0 ? open : 0),
        settled: payments,
        gross,
        fees,
        share: gross > 0 ? fees / gross : null,
      });
    });
  }
  return costs.sort((a, b) => b.gross - a.gross || b.payments - a.payments);
}

const isSettled = ({ payoutCurrency }: CostRow): boolean => payoutCurrency !== null;

/** The bank is no such provider: its transfers cost nothing that it tells. */
const tellsOfPayouts = (context: Context, provider: string): boolean =>
  provider === 'sandbox' ||
  context.providerAccounts
    .all()
    .some(
      (one) => one.provider === provider && context.provider(provider, one.id)?.settlements !== undefined,
    );
