// The methods of a brand for pay-ins and payouts, under /portal/api/brands/{brandId}/methods (contract 2, 7, 14): every
// option of the catalogue, whether it is on, its limits and whether a provider serves it, in the order of the cashier;
// and changing one option. The order itself is a part of the look (settings.ts).
import { isCryptoCurrency } from '@tollgate/provider-kit/currency';
import { type Static, type TSchema, Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { type BrandView, showBrand } from '../../../actions/merchants/change-brand.ts';
import { setBrandOption } from '../../../actions/merchants/set-brand-option.ts';
import { orderOptions } from '../../../domain/merchants/brand-look.ts';
import type { OptionSetting } from '../../../domain/options/option-limits.ts';
import {
  type Availability,
  defaultLimits,
  optionsOf,
  type PaymentOption,
} from '../../../domain/options/payment-option.ts';
import { call } from '../../calls/call.ts';
import { optionLimit } from '../../schemas/brand-setting-schemas.ts';
import { choice, closed, uuid } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, portalErrors } from '../portal-schemas.ts';

const amount = (description: string) =>
  Type.Unsafe<number | null>({ type: ['number', 'null'], description } as TSchema);

const common = {
  optionId: uuid('The option.'),
  name: Type.String({ description: 'Its name.' }),
  logo: Type.String({ description: 'Its logo: a file of /assets/logos.' }),
  enabled: Type.Boolean({ description: 'Whether it is enabled.' }),
  minAmount: amount("Smallest amount, in units of the transaction's currency; null: the default."),
  maxAmount: amount('Largest amount; null: the default.'),
  servedBy: Type.Array(Type.String(), {
    description: 'Providers that serve it in one of its currencies; empty: shoppers do not see it.',
  }),
};

const Method = Type.Object(
  {
    ...common,
    direction: choice(['PAYIN', 'PAYOUT'], 'Whether shoppers pay with it or recipients are paid by it.'),
    type: Type.String({ description: 'Kind of option, such as CARD or WALLET.' }),
    countries: Type.Array(Type.String(), { description: 'Countries; WORLDWIDE or ANY: all of them.' }),
    currencies: Type.Array(Type.String(), { description: 'Currencies.' }),
    usualMinAmount: amount('Default smallest amount; null: the smallest unit of the currency.'),
    usualMaxAmount: amount('Default largest amount.'),
    suboptions: Type.Array(Type.Object(common), { description: 'Banks, wallets or networks below it.' }),
  },
  { title: 'Method', description: "An option of the catalogue with the brand's settings." },
);

const Setting = closed(
  {
    enabled: Type.Boolean({ description: 'Whether it is enabled.' }),
    minAmount: amount('Smallest amount; null: the default.'),
    maxAmount: amount('Largest amount; null: the default.'),
  },
  { title: 'MethodSetting', description: 'The settings of a brand for one option.' },
);

const Body = closed({
  enabled: Type.Boolean({ description: 'Whether it is enabled.' }),
  minAmount: optionLimit('Smallest amount'),
  maxAmount: optionLimit('Largest amount'),
  seen: Setting,
});

export const listMethodsCall = call({
  address: 'GET /portal/api/brands/:brandId/methods',
  operationId: 'listMethods',
  tags: ['Portal settings'],
  summary: 'List payment and payout options',
  description: 'Every option of the catalogue: pay-ins, then payouts, each in the order of the cashier.',
  access: 'portal',
  permission: 'settings.read',
  params: PortalBrandPath,
  answers: {
    200: {
      description: 'The options.',
      schema: Type.Object({ items: Type.Array(Method, { description: 'The options.' }) }),
    },
    ...portalErrors(),
  },
  handle: async (context, { portal }) => {
    const brand = await showBrand(context, portal.brand.brandId);
    const items = (['PAYIN', 'PAYOUT'] as const).flatMap((direction) =>
      orderOptions(optionsOf(direction), brand.look.methodOrder ?? []).map((option) =>
        methodOf(context, brand, option),
      ),
    );
    return { items };
  },
});

export const setMethodCall = call({
  address: 'PUT /portal/api/brands/:brandId/methods/:optionId',
  operationId: 'setMethod',
  tags: ['Portal settings'],
  summary: 'Enable or disable an option and set its limits',
  description:
    'Replaces the former setting. `seen` has the values that your page showed. If somebody has changed them ' +
    'meanwhile, the answer is 409. Limits that no amount can meet are refused.',
  access: 'portal',
  permission: 'settings.business',
  params: Type.Object({ brandId: uuid('The brand.'), optionId: uuid('An option or suboption.') }),
  body: Body,
  answers: { 200: { description: 'The current setting.', schema: Setting }, ...portalErrors(409) },
  handle: async (context, { portal, params, body }) => {
    const { actor, brand } = portal;
    const { seen, enabled, minAmount = null, maxAmount = null } = body;
    const change = { optionId: params.optionId, enabled, minAmount, maxAmount, seen };
    const { optionId: _, ...now } = await setBrandOption(context, actor, brand.brandId, change);
    return now;
  },
});

function methodOf(context: Context, brand: BrandView, option: PaymentOption): Static<typeof Method> {
  const { id, name, logo, direction, type, availableCountries, suboptions } = option;
  const settings = new Map(brand.optionSettings.map((one) => [one.optionId, one as OptionSetting]));
  const currencies = currenciesOf(availableCountries);
  const listed = brand.options === 'all' || brand.options.includes(id);
  const below = suboptions.map((one) => ({
    optionId: one.id,
    name: one.name,
    logo: one.logo,
    ...settingOf(settings.get(one.id), true),
    servedBy: providersOf(context, brand, one.id, currenciesOf(one.availableCountries)),
  }));
  const own = providersOf(context, brand, id, currencies);
  const isFiat = !currencies.some(isCryptoCurrency);
  const usual = defaultLimits(currencies[0]!, 2);
  return {
    optionId: id,
    name,
    logo,
    direction,
    type,
    currencies,
    countries: [...new Set(availableCountries.map(({ code }) => code))],
    ...settingOf(settings.get(id), listed),
    usualMinAmount: isFiat ? usual.minAmount : null,
    usualMaxAmount: usual.maxAmount,
    servedBy: [...new Set([...own, ...below.flatMap(({ servedBy }) => servedBy)])],
    suboptions: below,
  };
}

function settingOf(setting: OptionSetting | undefined, enabled: boolean): OptionSetting {
  if (!setting) return { enabled, minAmount: null, maxAmount: null };
  return { enabled: setting.enabled, minAmount: setting.minAmount, maxAmount: setting.maxAmount };
}

const currenciesOf = (available: readonly Availability[]) => [
  ...new Set(available.flatMap((one) => one.currencies)),
];

/** In any country. */
function providersOf(
  { providersFor }: Context,
  { brandId }: BrandView,
  optionId: string,
  currencies: string[],
): string[] {
  const serving = currencies.flatMap((currency) =>
    providersFor(brandId, { optionId, country: null, currency }),
  );
  return [...new Set(serving.map(({ id }) => id))];
}
