// What the operations of the operator API share: ids in the path, a brand's settings, errors, balances on the wire
// (contract 2). Nothing is defaulted here: the defaults of a new brand are the domain's.
import { type Static, type TSchema, Type } from 'typebox';
import type { BrandView } from '../../actions/change-brand.ts';
import type { Context } from '../../actions/context.ts';
import { effectiveLook, type LookChanges, PLAIN_LOOK } from '../../domain/brand-look.ts';
import { DEFAULT_SETTINGS, type SettingChanges } from '../../domain/brand-settings.ts';
import { toWire } from '../../domain/money.ts';
import {
  completeLimits,
  defaultRisk,
  HIGHEST_LIMIT,
  LONGEST_WINDOW_SECONDS,
  RISK_RULES,
  type RiskLimits,
  type RiskSetting,
} from '../../domain/risk.ts';
import type { Balance } from '../../storage/ledger-store.ts';
import { ErrorBody } from '../answer-schemas.ts';
import { type Answer, errors } from '../operation.ts';
import { closed, maybe, text, uuid } from '../schema-fields.ts';

export const MerchantPath = Type.Object({ id: uuid('The merchant.') });
export const BrandPath = Type.Object({ id: uuid('The brand.') });

export const OperatorName = text(
  255,
  'Who has it, as the audit log tells. Not `root`, which is OPERATOR_TOKEN.',
  {
    minLength: 1,
    examples: ['anna'],
  },
);

const flag = (description: string) => Type.Boolean({ description });
const LONGEST_LIST = 1_000;

const Options = {
  description:
    'Payment and payout options the brand may use: `"all"`, also those to come, or an array of option ids. Setting it ' +
    'switches single options on and off accordingly; their limits stay.',
  // For a text; an array has its own rules.
  pattern: '^all$',
  items: { type: 'string', format: 'uuid' },
  maxItems: LONGEST_LIST,
  uniqueItems: true,
};
type Options = 'all' | string[];

export const BrandName = text(255, 'Name of the brand, as shoppers see it.', {
  minLength: 1,
  examples: ['Demo Shop'],
});

const Limit = {
  title: 'RiskLimit',
  type: ['object', 'null'],
  description: `At most \`limit\` (1 to ${HIGHEST_LIMIT}) within \`windowSeconds\` (1 to ${LONGEST_WINDOW_SECONDS}, 30 days); null or absent: no limit.`,
  properties: {
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: HIGHEST_LIMIT,
      description: 'So many are let through; the next one is refused.',
    },
    windowSeconds: {
      type: 'integer',
      minimum: 1,
      maximum: LONGEST_WINDOW_SECONDS,
      description: 'Within any stretch of so many seconds.',
    },
  },
  required: ['limit', 'windowSeconds'],
  additionalProperties: false,
};

const Look = closed(
  {
    displayName: maybe(
      text(80, "Name that shoppers read. Default: the brand's name.", {
        minLength: 1,
        examples: ['Demo Shop'],
      }),
    ),
    logo: maybe(
      Type.String({
        description:
          'The logo as a data URL in base64: PNG, JPEG, WebP or SVG, told by its content, at most 64 KB. An SVG must not ' +
          'contain scripts, event handlers, foreignObject, or references to other files. Default: the first letter ' +
          'of the name.',
        examples: ['data:image/png;base64,iVBORw0KGgo='],
      }),
    ),
    accentColour: maybe(
      Type.String({
        pattern: '^#[0-9a-fA-F]{6}$',
        description:
          'Colour of buttons, links and marks: #rrggbb. Where it lacks contrast on light or dark grounds (4.5 : 1, WCAG AA), ' +
          'shoppers see it darker or lighter there, of the same hue. Default #3d4fc4.',
        examples: ['#00754a'],
      }),
    ),
    cornerRadius: maybe(
      Type.Integer({
        minimum: 0,
        maximum: 24,
        description: 'Radius of the corners of fields and buttons, in pixels, 0 to 24. Default 10.',
      }),
    ),
    methodOrder: maybe(
      Type.Array(uuid('An option of the catalogue.'), {
        maxItems: LONGEST_LIST,
        description:
          'Options in the order in which shoppers see them. Those that are not named follow in the order of the catalogue. ' +
          'Default empty.',
      }),
    ),
  },
  {
    title: 'BrandLookChanges',
    description: 'How the brand looks in the cashier. What is absent stays as it is; null resets it.',
  },
);

const Risk = {
  description:
    'Rules against card testing: `"off"` (the default in test), `"standard"` (the default in production), or limits of its ' +
    'own, each of them null where the rule is off. They count card pay-ins of the brand within any stretch of ' +
    '`windowSeconds`: `attemptsPerCard` attempts, `wrongCodesPerCard` declines for a wrong CVV (2004), ' +
    '`declinesPerSource`, `declinesPerUser` and `declinesPerBin` declines of a network address, a userId and the first six ' +
    'digits of a number. Beyond a limit an attempt is declined 2202 (wrong CVVs: 2203), and no provider is asked. Standard: 10 ' +
    'an hour, 3 a day, 20, 10 and 100 an hour.',
  // For a text; an object has its own rules.
  pattern: '^(off|standard)$',
  properties: Object.fromEntries(RISK_RULES.map((rule) => [rule, Limit])),
  additionalProperties: false,
};

/** Every setting, each optional; null means absent, for notificationUrl none. */
export const settingFields = {
  notificationUrl: maybe(
    text(
      500,
      'Where webhooks go: https, without credentials, to a public host. null: nowhere. A new address also gets the events that are not delivered yet.',
      {
        examples: ['https://shop.example/webhooks'],
      },
    ),
  ),
  enforceSignatures: maybe(flag('Requests must carry their signature. Default false.')), // Spec 5.5
  signAllRequests: maybe(
    flag(
      'Strict signing: every POST must carry `X-Signature` over its body, also the calls of v3 and v2. A call that creates a ' +
        'transaction must name a merchantReference, and a refund a refundReference. Needs `enforceSignatures`. Default false.',
    ),
  ),
  automaticApproval: maybe(flag('Payouts need no approval. Default false.')),
  ipAllowList: maybe(
    Type.Array(Type.String({ maxLength: 50 }), {
      maxItems: LONGEST_LIST,
      description: 'Addresses and CIDR ranges that may call the API; empty: any. Default empty.',
      examples: [['203.0.113.0/24', '2001:db8::7']],
    }),
  ),
  paymentFacilitator: maybe(
    flag('Each request must name one of `domains` as merchantDomain. Default false.'),
  ),
  domains: maybe(
    Type.Array(text(255, 'A host name.', { minLength: 1 }), {
      maxItems: LONGEST_LIST,
      description:
        'What merchantDomain may be, to the letter: host names without scheme, port or path, each once in whatever case. ' +
        'Default empty; a payment facilitator needs one at least.',
      examples: [['shop.example']],
    }),
  ),
  fourEyes: maybe(flag('A payout made in the portal is approved by another person. Default false.')),
  timeZone: maybe(
    text(
      64,
      "IANA name of the brand's time zone, for days of reports and times in the portal. Default UTC.",
      {
        minLength: 1,
        examples: ['Europe/Berlin'],
      },
    ),
  ),
  options: Type.Optional(
    Type.Unsafe<Options | null>({ ...Options, type: ['string', 'array', 'null'] } as TSchema),
  ),
  look: maybe(Look),
  risk: Type.Optional(
    Type.Unsafe<RiskSetting | null>({ ...Risk, type: ['string', 'object', 'null'] } as TSchema),
  ),
};

/** The settings as they are answered. */
const answeredSettings = {
  name: BrandName,
  active: flag('An inactive brand reads, but its new transactions are declined (1012).'),
  notificationUrl: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Where webhooks go; null: nowhere.',
  } as TSchema),
  enforceSignatures: flag('Whether requests must carry their signature.'),
  signAllRequests: flag(
    'Whether every POST must carry `X-Signature`. A call that creates a transaction must then name a reference.',
  ),
  automaticApproval: flag('Whether payouts need no approval.'),
  ipAllowList: Type.Array(Type.String(), { description: 'Who may call; empty: anyone with the key.' }),
  paymentFacilitator: flag('Whether each request must name one of `domains`.'),
  domains: Type.Array(Type.String(), { description: 'What merchantDomain may be.' }),
  fourEyes: flag('Whether a payout made in the portal is approved by another person.'),
  timeZone: Type.String({ description: "IANA name of the brand's time zone." }),
  options: Type.Unsafe<Options>({ ...Options, type: ['string', 'array'] } as TSchema),
  look: Type.Object(
    {
      displayName: Type.String({ description: 'Name that shoppers read.' }),
      logoUrl: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description:
          'Where the logo is. A new logo has another address; null: the first letter of the name is shown.',
      } as TSchema),
      accentColour: Type.String({ description: 'As it was chosen, whatever contrast it has.' }),
      cornerRadius: Type.Integer({ description: 'Radius of the corners of fields and buttons, in pixels.' }),
      methodOrder: Type.Array(Type.String({ format: 'uuid' }), { description: 'Options that come first.' }),
    },
    { title: 'BrandLook', description: 'How the brand looks in the cashier, defaults included.' },
  ),
  risk: Type.Unsafe<RiskSetting>({ ...Risk, type: ['string', 'object'] } as TSchema),
};

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
  ...answeredSettings,
  optionSettings: Type.Array(OptionSettingAnswer, { description: 'What was set for single options.' }),
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

/** How long former keys or secrets go on. */
export const RotationBody = closed({
  expirePreviousInSeconds: maybe(
    Type.Integer({
      minimum: 0,
      maximum: 31_536_000,
      description:
        'How long the former ones work on, 0 to 31,536,000. Default 86,400: a day. 0 ends them at once.',
    }),
  ),
});

export const PreviousExpiresAt = Type.String({
  format: 'date-time',
  description: 'When the former ones end.',
});

export const Balances = Type.Array(
  Type.Object({
    currency: Type.String({ description: 'Currency code.' }),
    available: Type.Number({ description: 'Can be spent, in units of the currency.' }),
    reserved: Type.Number({ description: 'Set aside for payouts and refunds on their way.' }),
  }),
  { description: 'One entry for each currency that ever had money, by currency code.' },
);

export function toWireBalances(balances: Balance[]): Static<typeof Balances> {
  return balances.map(({ currency, availableMinor, reservedMinor }) => ({
    currency,
    available: toWire(availableMinor, currency),
    reserved: toWire(reservedMinor, currency),
  }));
}

/** The settings a body names, nothing else of it; null means absent, but within the look the default. */
export function settingsOf(body: Record<string, unknown>): SettingChanges {
  const settings: Record<string, unknown> = {};
  for (const name of ['name', ...Object.keys(DEFAULT_SETTINGS)]) {
    if (body[name] != null) settings[name] = body[name];
  }
  if (Array.isArray(settings.options)) {
    settings.options = (settings.options as string[]).map((id) => id.toLowerCase());
  }
  if (typeof settings.risk === 'object') settings.risk = completeLimits(settings.risk as Partial<RiskLimits>);
  if (body.look != null) {
    const given = body.look as Record<string, unknown>;
    const named = Object.keys(PLAIN_LOOK).filter((name) => given[name] !== undefined);
    settings.look = Object.fromEntries(named.map((name) => [name, given[name]])) as LookChanges;
  }
  return settings as SettingChanges;
}

/** The settings in the order of the contract, whatever that of the caller is. */
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
  404: { description: 'There is no such thing.', schema: ErrorBody },
  429: {
    description: 'Ten wrong tokens came from this address within a minute; wait, also with a right one.',
    schema: ErrorBody,
    headers: { 'Retry-After': 'Seconds to wait.' },
  },
};

/** Errors any call of the operator may meet, and `more`. */
export const operatorErrors = (more: Record<number, string> = {}): Record<number, Answer> => ({
  ...errors(400, 413, 415, 503),
  ...OPERATOR_ERRORS,
  ...Object.fromEntries(
    Object.entries(more).map(([status, description]) => [status, { description, schema: ErrorBody }]),
  ),
});
