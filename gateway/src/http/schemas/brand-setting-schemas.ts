// The settings of a brand in requests of the operator (contract 2) and of a person in the portal (contract 14). Nothing
// here may set a default: the domain has the defaults of a new brand.
import { type TSchema, Type } from 'typebox';
import { KEY_SCOPES } from '../../domain/keys/key-scopes.ts';
import { type LookChanges, PLAIN_LOOK } from '../../domain/merchants/brand-look.ts';
import { DEFAULT_SETTINGS, type SettingChanges } from '../../domain/merchants/brand-settings.ts';
import {
  completeLimits,
  HIGHEST_LIMIT,
  LONGEST_WINDOW_SECONDS,
  RISK_RULES,
  type RiskLimits,
  type RiskSetting,
} from '../../domain/risk/risk.ts';
import { choice, closed, maybe, text, uuid, visibleText } from './schema-fields.ts';

const flag = (description: string) => Type.Boolean({ description });
const LONGEST_LIST = 1_000;

export const Options = {
  description:
    'Payment and payout options that the brand may use: `"all"`, including future ones, or an array of option ids. ' +
    'Setting it enables or disables each option accordingly; their limits stay.',
  // Applies to a text; an array has its own rules.
  pattern: '^all$',
  items: { type: 'string', format: 'uuid' },
  maxItems: LONGEST_LIST,
  uniqueItems: true,
};
export type Options = 'all' | string[];

export const BrandName = visibleText(255, 'Name of the brand, as shoppers see it.', {
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
      description: 'This many are accepted; the next one is refused.',
    },
    windowSeconds: {
      type: 'integer',
      minimum: 1,
      maximum: LONGEST_WINDOW_SECONDS,
      description: 'Length of the period, in seconds.',
    },
  },
  required: ['limit', 'windowSeconds'],
  additionalProperties: false,
};

export const Look = closed(
  {
    displayName: maybe(
      visibleText(80, "Name that shoppers read. Default: the brand's name.", {
        minLength: 1,
        examples: ['Demo Shop'],
      }),
    ),
    logo: maybe(
      Type.String({
        description:
          'The logo as a data URL in base64: PNG, JPEG, WebP or SVG, recognised by its content, at most 64 KB. An SVG ' +
          'must not contain scripts, event handlers, foreignObject, or references to other files. Default: the first ' +
          'letter of the name.',
        examples: ['data:image/png;base64,iVBORw0KGgo='],
      }),
    ),
    accentColour: maybe(
      Type.String({
        pattern: '^#[0-9a-fA-F]{6}$',
        description:
          'Colour of buttons, links and marks: #rrggbb. If its contrast on a light or dark background is too low (4.5 : ' +
          '1, WCAG AA), shoppers see it darker or lighter there, with the same hue. Default #1f4fd8.',
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
          'Options in the order in which shoppers see them. Other options follow in the order of the catalogue. Default ' +
          'empty.',
      }),
    ),
  },
  {
    title: 'BrandLookChanges',
    description: 'How the brand looks in the cashier. Absent fields stay unchanged; null resets a field.',
  },
);

export const Risk = {
  description:
    'Rules against card testing: `"off"` (the default in test), `"standard"` (the default in production), or its ' +
    'own limits, each of them null if the rule is off. They count card pay-ins of the brand within any period of ' +
    '`windowSeconds`: `attemptsPerCard` attempts, `wrongCodesPerCard` declines for a wrong CVV (2004), ' +
    '`declinesPerSource`, `declinesPerUser` and `declinesPerBin` declines of a network address, a userId and the ' +
    'first six digits of a number. Above a limit an attempt is declined with 2202 (wrong CVVs: 2203), and no ' +
    'provider is asked. Standard: 10 an hour, 3 a day, 20, 10 and 100 an hour.',
  // Applies to a text; an object has its own rules.
  pattern: '^(off|standard)$',
  properties: Object.fromEntries(RISK_RULES.map((rule) => [rule, Limit])),
  additionalProperties: false,
};

/** Every setting, each optional. null means absent; see `clearedBy`. */
export const settingFields = {
  notificationUrl: maybe(
    text(
      500,
      'Address for webhooks: https, without credentials, to a public host. null: none are sent. A new address also ' +
        'gets the events that are not delivered yet.',
      {
        examples: ['https://shop.example/webhooks'],
      },
    ),
  ),
  enforceSignatures: maybe(flag('Requests must carry their signature. Default false.')), // Spec 5.5
  signAllRequests: maybe(
    flag(
      'Strict signing: every call that changes something must carry `X-Signature` over its body, or over its path and query if ' +
        'it has none, also the calls of v3 and v2. A call that creates a transaction must name a merchantReference, and a refund a refundReference. Needs `enforceSignatures`. Default false.',
    ),
  ),
  automaticApproval: maybe(flag('Payouts need no approval. Default false.')),
  ipAllowList: maybe(
    Type.Array(Type.String({ maxLength: 50 }), {
      maxItems: LONGEST_LIST,
      description: 'IP addresses and CIDR ranges that may call the API; empty: any. Default empty.',
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
        'The allowed values of merchantDomain, compared exactly: host names without scheme, port or path, no ' +
        'duplicates even in other case. Default empty; a payment facilitator needs at least one.',
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
  personalDataMonths: maybe(
    Type.Integer({
      minimum: 1,
      maximum: 120,
      description:
        'Months after the end of a transaction when its personal data is erased. null: it is kept, which is the default.',
      examples: [24],
    }),
  ),
  options: Type.Optional(
    Type.Unsafe<Options | null>({ ...Options, type: ['string', 'array', 'null'] } as TSchema),
  ),
  look: maybe(Look),
  risk: Type.Optional(
    Type.Unsafe<RiskSetting | null>({ ...Risk, type: ['string', 'object', 'null'] } as TSchema),
  ),
};

/** Returns only the settings that a body names. null means absent; within the look it means the default. */
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

/** The settings that a change removes with null. */
export function clearedBy(body: Record<string, unknown>): SettingChanges {
  const cleared: SettingChanges = {};
  if (body.notificationUrl === null) cleared.notificationUrl = null;
  if (body.personalDataMonths === null) cleared.personalDataMonths = null;
  return cleared;
}

/** How long former keys or secrets stay valid. */
export const RotationBody = closed({
  expirePreviousInSeconds: maybe(
    Type.Integer({
      minimum: 0,
      maximum: 31_536_000,
      description:
        'How long the former ones stay valid, in seconds: 0 to 31,536,000. Default 86,400: a day. 0 ends them at once.',
    }),
  ),
});

const Scope = choice(KEY_SCOPES, 'What the key may do.');

export const KeyRotationBody = closed({
  ...RotationBody.properties,
  scopes: maybe(
    Type.Array(Scope, {
      minItems: 1,
      uniqueItems: true,
      description:
        'What the new key may do; a call outside them is 403. Default: everything; in the portal, what the newest key may do.',
    }),
  ),
});

export const PreviousExpiresAt = Type.String({
  format: 'date-time',
  description: 'When the former ones end.',
});

/** Contract 3: the largest amount. */
const LARGEST = 999_999_999_999.99;

export const optionLimit = (description: string) =>
  maybe(
    Type.Number({
      minimum: 0,
      maximum: LARGEST,
      description: `${description}, in units of the transaction's currency: 0 to 999,999,999,999.99, with no more decimals than its currencies have, for fiat two. Absent: the catalogue's.`,
    }),
  );
