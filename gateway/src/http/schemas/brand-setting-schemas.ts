// The settings of a brand in requests of the operator (contract 2) and of a person in the portal (contract 14). Nothing
// here may set a default: the domain has the defaults of a new brand.
import { type TSchema, Type } from 'typebox';
import { KEY_SCOPES } from '../../domain/keys/key-scopes.ts';
import { type LookChanges, PLAIN_LOOK } from '../../domain/merchants/brand-look.ts';
import {
  BRAND_SETTINGS,
  SETTINGS,
  type Setting,
  type SettingChanges,
  type SettingName,
  type TextLimits,
} from '../../domain/merchants/brand-settings.ts';
import {
  completeLimits,
  HIGHEST_LIMIT,
  LONGEST_WINDOW_SECONDS,
  RISK_RULES,
  type RiskLimits,
} from '../../domain/risk/risk.ts';
import { choice, closed, maybe, text, uuid, visibleText } from './schema-fields.ts';

const LONGEST_LIST = 1_000;

const Options = {
  type: ['string', 'array'],
  description:
    'Payment and payout options that the brand may use: `"all"`, including future ones, or an array of option ids. ' +
    'Setting it enables or disables each option accordingly; their limits stay.',
  // Applies to a text; an array has its own rules.
  pattern: '^all$',
  items: { type: 'string', format: 'uuid' },
  maxItems: LONGEST_LIST,
  uniqueItems: true,
};

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

const Look = closed(
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

const Risk = {
  type: ['string', 'object'],
  description:
    'Rules against card testing: `"off"` (the default in test), `"standard"` (the default in production), or its ' +
    'own limits, each of them null if the rule is off. They count card pay-ins of the brand within any period of ' +
    '`windowSeconds`: `attemptsPerCard` attempts, `wrongCodesPerCard` declines for a wrong CVV (2004), ' +
    '`declinesPerSource`, `declinesPerUser` and `declinesPerBin` declines of an IP address, a userId and the ' +
    'first six digits of a number. Above a limit an attempt is declined with 2202 (wrong CVVs: 2203), and no ' +
    'provider is asked. Standard: 10 an hour, 3 a day, 20, 10 and 100 an hour.',
  // Applies to a text; an object has its own rules.
  pattern: '^(off|standard)$',
  properties: Object.fromEntries(RISK_RULES.map((rule) => [rule, Limit])),
  additionalProperties: false,
};

/** The schemas of the settings that have a form of their own. */
const OWN: Partial<Record<SettingName, object>> = { options: Options, risk: Risk };

function askedSchema(name: SettingName, setting: Setting): TSchema {
  if (setting.schema === 'own') return Type.Unsafe(OWN[name] as TSchema);
  const { schema, request: description } = setting;
  switch (schema.type) {
    case 'string':
      return textOf(schema, description);
    case 'array': {
      const { items, examples } = schema;
      const item = items.description ? textOf(items, items.description) : Type.String(items);
      return Type.Array(item, { maxItems: LONGEST_LIST, description, examples });
    }
    default:
      return Type.Unsafe({ ...schema, description });
  }
}

const textOf = ({ maxLength, ...more }: TextLimits, description: string) =>
  text(maxLength, description, more);

function answeredSchema(name: SettingName, setting: Setting): TSchema {
  if (setting.schema === 'own' || name === 'name') return askedSchema(name, setting);
  const { schema, answer: description, default: ofNewBrand } = setting;
  const { type } = schema;
  if (type === 'array') return Type.Array(Type.String(), { description });
  return Type.Unsafe({ type: ofNewBrand === null ? [type, 'null'] : type, description });
}

type Fields = Record<string, TSchema>;

/** The look has its own schemas; it stands before the risk rules (contract 2). */
const withLook = ({ risk, ...others }: Fields, look: TSchema): Fields => ({ ...others, look, risk: risk! });

const asked = Object.fromEntries(
  SETTINGS.map(([name, setting]): [string, TSchema] => [name, maybe(askedSchema(name, setting))]),
);

/** Every setting, each optional. null means absent; see `clearedBy`. */
export const settingFields = withLook(asked, maybe(Look));

const BrandName = askedSchema('name', BRAND_SETTINGS.name);
const { active: _, ...givenAtStart } = settingFields;
/** The settings of a new brand. */
export const newBrandFields = { ...givenAtStart, name: BrandName };

/** The settings that this permission changes in the portal: `settings.integration` or `settings.business`. */
export const portalFields = (portal: 'integration' | 'business'): Fields => {
  const names = SETTINGS.flatMap(([name, setting]) => (setting.portal === portal ? name : []));
  const fields = Object.fromEntries(names.map((name) => [name, asked[name]!]));
  return portal === 'business' ? { ...fields, look: settingFields.look! } : fields;
};

/** The settings that a person changes in the portal only after they confirmed who they are. */
export const confirmedFields = (portal: 'integration' | 'business'): string[] =>
  SETTINGS.flatMap(([name, one]) => (one.portal === portal && one.needsConfirmation ? name : []));

/** The settings in answers. */
export const answeredFields = (look: TSchema): Fields =>
  withLook(Object.fromEntries(SETTINGS.map(([name, one]) => [name, answeredSchema(name, one)])), look);

/** Returns only the settings that a body names. null means absent; within the look it means the default. */
export function settingsOf(body: Record<string, unknown>): SettingChanges {
  const settings: Record<string, unknown> = {};
  for (const [name] of SETTINGS) {
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
  const removed = SETTINGS.filter(([name, { nullRemoves }]) => nullRemoves && body[name] === null);
  return Object.fromEntries(removed.map(([name]) => [name, null]));
}

/** How long former keys or secrets stay valid. */
export const RotationBody = closed({
  expirePreviousInSeconds: maybe(
    Type.Integer({
      minimum: 0,
      maximum: 31_536_000,
      description:
        'How long the former keys or secrets stay valid, in seconds: 0 to 31,536,000. Default 86,400, a day. 0 ends them at once.',
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
        'What the new key may do; any other call gets 403. Default: everything; in the portal, what the newest key may do.',
    }),
  ),
});

export const PreviousExpiresAt = Type.String({
  format: 'date-time',
  description: 'When the former keys or secrets expire.',
});

/** Contract 3: the largest amount. */
const LARGEST = 999_999_999_999.99;

export const optionLimit = (description: string) =>
  maybe(
    Type.Number({
      minimum: 0,
      maximum: LARGEST,
      description: `${description}, in units of the transaction's currency: 0 to 999,999,999,999.99, with no more decimals than its currencies have (fiat: two). Absent: the limit of the catalogue.`,
    }),
  );
