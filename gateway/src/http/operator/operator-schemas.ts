// Parts that the operations of the operator API share: ids in the path, a brand's settings, errors, balances on the
// wire (contract 2). The fields of requests for a brand's settings are in ../brand-setting-schemas.ts.
import { type Static, type TSchema, Type } from 'typebox';
import type { Context } from '../../actions/context.ts';
import type { BrandView } from '../../actions/merchants/change-brand.ts';
import { OPERATOR_SCOPES } from '../../domain/keys/operator-scopes.ts';
import { effectiveLook } from '../../domain/merchants/brand-look.ts';
import { toWire } from '../../domain/money/money.ts';
import { defaultRisk } from '../../domain/risk/risk.ts';
import type { Balance } from '../../storage/ledger/ledger-store.ts';
import { type Answer, errors } from '../calls/operation.ts';
import { ErrorBody } from '../schemas/answer-schemas.ts';
import { answeredFields } from '../schemas/brand-setting-schemas.ts';
import { choice, uuid, visibleText } from '../schemas/schema-fields.ts';

export const MerchantPath = Type.Object({ id: uuid('The merchant.') });
export const UserPath = Type.Object({ id: uuid('The user of the portal.') });
export const BrandPath = Type.Object({ id: uuid('The brand.') });

export const MerchantName = visibleText(255, 'Name of the merchant. No other merchant has it.', {
  minLength: 1,
  examples: ['Example Ltd'],
});

export const Merchant = Type.Object(
  {
    merchantId: uuid('The merchant.'),
    name: MerchantName,
    createdAt: Type.String({ format: 'date-time', description: 'When it was created.' }),
  },
  { title: 'Merchant', description: 'A merchant.' },
);

export const OperatorName = visibleText(
  255,
  'Name of the person or program, as shown in the audit log. Not `root`, which is the name for OPERATOR_TOKEN.',
  {
    minLength: 1,
    examples: ['anna'],
  },
);

export const OperatorScopes = Type.Array(
  choice(
    OPERATOR_SCOPES,
    'metrics: only GET /metrics. read: every GET except the content of a payment file. support: like read; may ' +
      'also disable portal users, withdraw their links and resume webhooks. admin: everything. Only admin gives ' +
      'access: invitations, links, resets and keys.',
  ),
  {
    minItems: 1,
    uniqueItems: true,
    description: 'What the token may do. Default: admin.',
    examples: [['read']],
  },
);

const flag = (description: string) => Type.Boolean({ description });

const AnsweredLook = Type.Object(
  {
    displayName: Type.String({ description: 'Name that shoppers read.' }),
    logoUrl: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description:
        'Address of the logo. A new logo has another address; null: the first letter of the name is shown.',
    } as TSchema),
    accentColour: Type.String({ description: 'The chosen colour, before any correction of its contrast.' }),
    cornerRadius: Type.Integer({ description: 'Radius of the corners of fields and buttons, in pixels.' }),
    methodOrder: Type.Array(Type.String({ format: 'uuid' }), {
      description: 'Options that are shown first.',
    }),
  },
  { title: 'BrandLook', description: 'How the brand looks in the cashier, defaults included.' },
);

const amountLimit = (description: string) =>
  Type.Unsafe<number | null>({ type: ['number', 'null'], minimum: 0, description } as TSchema);

export const OptionSettingAnswer = Type.Object(
  {
    optionId: uuid('The option.'),
    enabled: flag('Whether the brand may use it.'),
    minAmount: amountLimit("Smallest amount, in units of the transaction's currency; null: the catalogue's."),
    maxAmount: amountLimit("Largest amount; null: the catalogue's."),
  },
  { title: 'OptionSetting', description: 'One option of a brand.' },
);

const Settings = Type.Object({
  ...answeredFields(AnsweredLook),
  optionSettings: Type.Array(OptionSettingAnswer, { description: 'The settings of single options.' }),
});
const SETTING_NAMES = Object.keys(Settings.properties);

export const Brand = Type.Object(
  { brandId: uuid('The brand.'), merchantId: uuid('Its merchant.'), ...Settings.properties },
  { title: 'Brand', description: 'A brand and its settings.' },
);

export const CreatedBrand = Type.Object(
  {
    brandId: uuid('The brand.'),
    merchantId: uuid('Its merchant.'),
    apiKey: Type.String({ description: 'For the X-API-KEY header. Shown only here.' }),
    signingSecret: Type.String({
      description: 'Key of all signatures, as UTF-8 text. Shown only here.', // Spec 5.3
    }),
    ...Settings.properties,
  },
  { title: 'CreatedBrand', description: 'A new brand with its secrets.' },
);

export const Balances = Type.Array(
  Type.Object({
    currency: Type.String({ description: 'Currency code.' }),
    available: Type.Number({ description: 'Available balance, in units of the currency.' }),
    reserved: Type.Number({
      description: 'Reserved for payouts and refunds that are not final, in units of the currency.',
    }),
  }),
  { description: 'One entry for each currency in which the brand ever had money, sorted by currency code.' },
);

export function toWireBalances(balances: Balance[]): Static<typeof Balances> {
  return balances.map(({ currency, availableMinor, reservedMinor }) => ({
    currency,
    available: toWire(availableMinor, currency),
    reserved: toWire(reservedMinor, currency),
  }));
}

/** The settings in the order of the contract, whatever order the caller used. */
export function answerSettings({ config }: Pick<Context, 'config'>, brand: BrandView) {
  const look = effectiveLook(brand, config.publicUrl);
  const shown = { ...brand, look, risk: brand.risk ?? defaultRisk(config.environment) };
  return Object.fromEntries(SETTING_NAMES.map((name) => [name, shown[name as keyof BrandView]])) as Static<
    typeof Settings
  >;
}

export function answerBrand(context: Pick<Context, 'config'>, brand: BrandView): Static<typeof Brand> {
  return { brandId: brand.brandId, merchantId: brand.merchantId, ...answerSettings(context, brand) };
}

const OPERATOR_ERRORS: Record<number, Answer> = {
  401: { description: 'The operator token is missing or wrong.', schema: ErrorBody },
  403: { description: 'The scopes of the operator token do not allow it.', schema: ErrorBody },
  404: { description: 'Not found.', schema: ErrorBody },
  429: {
    description:
      'Ten requests with a wrong token came from this address within a minute. Wait; a correct token is refused too.',
    schema: ErrorBody,
    headers: { 'Retry-After': 'Seconds to wait.' },
  },
};

/** Errors that any call of the operator may meet, and `more`. */
export const operatorErrors = (more: Record<number, string> = {}): Record<number, Answer> => ({
  ...errors(400, 413, 415, 503),
  ...OPERATOR_ERRORS,
  ...Object.fromEntries(
    Object.entries(more).map(([status, description]) => [status, { description, schema: ErrorBody }]),
  ),
});
