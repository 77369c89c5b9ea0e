// The settings of a brand (contract 2): one entry for each. From this table come the columns of the store, the fields
// of requests and answers of the operator and the portal, the defaults, and the words of the audit log. The look has
// its own fields (brand-look.ts). Pure.
import type { RiskSetting } from '../risk/risk.ts';
import type { BrandLook, LookChanges } from './brand-look.ts';

/** A value in requests, as JSON Schema. http/schemas/brand-setting-schemas.ts adds the limits that all texts share. */
type SettingSchema =
  | { type: 'boolean' }
  | { type: 'integer'; minimum: number; maximum: number; examples: number[] }
  | ({ type: 'string' } & TextLimits)
  | { type: 'array'; items: TextLimits & { description?: string }; examples: string[][] };

export type TextLimits = {
  minLength?: number;
  maxLength: number;
  /** At least one character must be visible. */
  visible?: true;
  examples?: string[];
};

interface Rules {
  /** The value of a new brand. Its type is the type of the setting. The column has the setting's name in snake case. */
  default: unknown;
  /** The permission that changes it in the portal: `settings.…`. Absent: only an operator changes it. */
  portal?: 'integration' | 'business';
  /**
   * A person who changes it in the portal confirms who they are: the change opens the API, redirects data, lets money
   * out or erases.
   */
  needsConfirmation?: true;
  /** null in a change removes the value. Else null means absent. */
  nullRemoves?: true;
  /** In the audit log. Absent: the words of the name. */
  auditWords?: string;
}

interface Described {
  schema: SettingSchema;
  /** The description in requests, and in answers. */
  request: string;
  answer: string;
}

/** `own`: http/schemas/brand-setting-schemas.ts has the schema with its texts. */
export type Setting = Rules & (Described | { schema: 'own' });

/** In the contract's order. */
export const BRAND_SETTINGS = {
  name: {
    // A new brand always names one.
    default: '',
    schema: { type: 'string', minLength: 1, maxLength: 255, visible: true, examples: ['Demo Shop'] },
    request: 'Name of the brand, as shoppers see it.',
    answer: 'Name of the brand, as shoppers see it.',
    portal: 'business',
  },
  /** An inactive brand can read; its new transactions are declined (1012). */
  active: {
    default: true,
    schema: { type: 'boolean' },
    request: 'false: the brand can read, but new transactions are declined (1012).',
    answer: 'An inactive brand can read, but its new transactions are declined (1012).',
  },
  notificationUrl: {
    default: null as string | null,
    schema: { type: 'string', maxLength: 500, examples: ['https://shop.example/webhooks'] },
    request:
      'Address for webhooks: https, without credentials, to a public host. null: none are sent. A new address also ' +
      'gets the events that are not delivered yet.',
    answer: 'Address for webhooks; null: none are sent.',
    portal: 'integration',
    needsConfirmation: true,
    nullRemoves: true,
    auditWords: 'notification address',
  },
  /** Spec 5.5. */
  enforceSignatures: {
    default: false,
    schema: { type: 'boolean' },
    request: 'Requests must carry their signature. Default false.',
    answer: 'Whether requests must carry their signature.',
    portal: 'integration',
    needsConfirmation: true,
    auditWords: 'signatures enforced',
  },
  /**
   * Every call that changes something must have `X-Signature`, and new transactions need a reference from the caller.
   * Requires the setting above.
   */
  signAllRequests: {
    default: false,
    schema: { type: 'boolean' },
    request:
      'Strict signing: every call that changes something must carry `X-Signature` over its body, or over its path and ' +
      'query if it has none; this includes the calls of v3 and v2. A call that creates a transaction must name a ' +
      'merchantReference, and a refund a refundReference. Needs `enforceSignatures`. Default false.',
    answer:
      'Whether every call that changes something must carry `X-Signature`. A call that creates a transaction must ' +
      'then name a reference.',
    portal: 'integration',
    needsConfirmation: true,
    auditWords: 'strict signing',
  },
  automaticApproval: {
    default: false,
    schema: { type: 'boolean' },
    request: 'Payouts need no approval. Default false.',
    answer: 'Whether payouts need no approval.',
    portal: 'business',
    needsConfirmation: true,
  },
  /** Addresses or CIDRs; empty: any source (spec 5.2). */
  ipAllowList: {
    default: [] as string[],
    schema: { type: 'array', items: { maxLength: 50 }, examples: [['203.0.113.0/24', '2001:db8::7']] },
    request: 'IP addresses and CIDR ranges that may call the API; empty: any. Default empty.',
    answer: 'Addresses that may call the API; empty: any.',
    portal: 'integration',
    needsConfirmation: true,
    auditWords: 'address list',
  },
  paymentFacilitator: {
    default: false,
    schema: { type: 'boolean' },
    request: 'Each request must name one of `domains` as merchantDomain. Default false.',
    answer: 'Whether each request must name one of `domains`.',
  },
  domains: {
    default: [] as string[],
    schema: {
      type: 'array',
      items: { minLength: 1, maxLength: 255, description: 'A host name.' },
      examples: [['shop.example']],
    },
    request:
      'The allowed values of merchantDomain, compared exactly: host names without scheme, port or path, no ' +
      'duplicates even in other case. Default empty; a payment facilitator needs at least one.',
    answer: 'The allowed values of merchantDomain.',
    portal: 'integration',
  },
  fourEyes: {
    default: false,
    schema: { type: 'boolean' },
    request: 'A payout made in the portal is approved by another person. Default false.',
    answer: 'Whether a payout made in the portal is approved by another person.',
    portal: 'business',
    needsConfirmation: true,
  },
  /** A request for a payment file may say otherwise (docs/decisions/0128). */
  instantPayouts: {
    default: false,
    schema: { type: 'boolean' },
    request:
      'Payment files for the bank account ask for instant transfers, unless the request says otherwise. Default false.',
    answer: 'Whether payment files ask for instant transfers, unless the request says otherwise.',
    portal: 'business',
    auditWords: 'instant payouts by bank',
  },
  /** IANA name, for the brand's days and for times on screens (contract 14). */
  timeZone: {
    default: 'UTC',
    schema: { type: 'string', minLength: 1, maxLength: 64, examples: ['Europe/Berlin'] },
    request: "IANA name of the brand's time zone, for days of reports and times in the portal. Default UTC.",
    answer: "IANA name of the brand's time zone.",
    portal: 'business',
  },
  /** docs/decisions/0136. */
  digestHour: {
    default: 8,
    schema: { type: 'integer', minimum: 0, maximum: 23, examples: [8] },
    request:
      "Hour of the day, in the brand's time zone, at which users of the portal get a mail with everything that waits for them. Default 8.",
    answer: "Hour of the day, in the brand's time zone, at which users get a mail with what waits for them.",
    portal: 'business',
    auditWords: 'hour of the digest',
  },
  /** Personal data is erased this long after the end of its transaction (docs/decisions/0085); null: it is kept. */
  personalDataMonths: {
    default: null as number | null,
    schema: { type: 'integer', minimum: 1, maximum: 120, examples: [24] },
    request:
      'Months after the end of a transaction when its personal data is erased. Saved cards are removed and mandates are revoked if their customer has had no transaction for this time. null: it is kept, which is the default.',
    answer: 'Months after the end of a transaction when its personal data is erased; null: it is kept.',
    portal: 'business',
    needsConfirmation: true,
    nullRemoves: true,
  },
  /** Ids of the catalogue's options, or all options, including future ones. The column is `option_ids`. */
  options: { default: 'all' as 'all' | string[], schema: 'own' },
  /** null: the default of the environment. */
  risk: { default: null as RiskSetting | null, schema: 'own', portal: 'business' },
} satisfies Record<string, Setting>;

type Table = typeof BRAND_SETTINGS;
export type SettingName = keyof Table;
export type BrandSettings = { [Name in SettingName]: Table[Name]['default'] };

export const SETTINGS = Object.entries(BRAND_SETTINGS) as [SettingName, Setting][];

/** What a request may set; for the look see also brand-look.ts. */
export type SettingChanges = Partial<BrandSettings> & { look?: LookChanges };

const { name: _, ...defaults } = Object.fromEntries(SETTINGS.map(([name, one]) => [name, one.default]));
export const DEFAULT_SETTINGS = defaults as Omit<BrandSettings, 'name'>;

/** The settings of a brand as stored, and in memory. */
export interface StoredSettings extends Omit<BrandSettings, 'options'> {
  /** null: every option of the catalogue. */
  optionIds: string[] | null;
  look: BrandLook;
}
