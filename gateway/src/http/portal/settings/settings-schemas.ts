// Parts that the operations about a brand's settings share: the settings as the page shows them, and the permission
// that each field needs. The fields of the integration need the developer's permission, all others the owner's
// (domain/access/portal-permission.ts).
import type { FastifyRequest } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { type BrandView, seenSettings } from '../../../actions/merchants/change-brand.ts';
import { mayInPortal, type PortalPermission } from '../../../domain/access/portal-permission.ts';
import type { AuditFacts } from '../../../domain/audit/audit.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { DEFAULT_ACCENT } from '../../../domain/merchants/accent-colour.ts';
import { DEFAULT_CORNER_RADIUS } from '../../../domain/merchants/brand-look.ts';
import { type RiskLimits, type RiskSetting, STANDARD_LIMITS } from '../../../domain/risk/risk.ts';
import { BrandName, Look, Risk, settingFields } from '../../schemas/brand-setting-schemas.ts';
import { closed, maybe, uuid } from '../../schemas/schema-fields.ts';

export const INTEGRATION_FIELDS = {
  notificationUrl: settingFields.notificationUrl,
  enforceSignatures: settingFields.enforceSignatures,
  signAllRequests: settingFields.signAllRequests,
  ipAllowList: settingFields.ipAllowList,
  domains: settingFields.domains,
};

export const BUSINESS_FIELDS = {
  name: maybe(BrandName),
  automaticApproval: settingFields.automaticApproval,
  fourEyes: settingFields.fourEyes,
  timeZone: settingFields.timeZone,
  personalDataMonths: settingFields.personalDataMonths,
  risk: settingFields.risk,
  look: maybe(Look),
};

const orNull = (schema: object) => ({ ...schema, type: [(schema as { type: string }).type, 'null'] });

/** For each field in `changes`, the value that the page showed, under the same name. */
export function seenSchema<Fields extends Record<string, TSchema>>(fields: Fields) {
  return Type.Unsafe<AuditFacts>({
    ...closed(fields),
    description:
      'The same fields with the values that your page showed. If somebody changed one of them meanwhile, nothing is ' +
      'changed: 409, and `changed` has each field, its current value, who changed it and when.',
  } as TSchema);
}

const LookSeen = Type.Object(
  {
    displayName: Type.Unsafe<string | null>(
      orNull(Type.String({ description: "Name that shoppers read; null: the brand's." })) as TSchema,
    ),
    logo: Type.Unsafe<string | null>(
      orNull(
        Type.String({ description: "The logo's address; null: the first letter of the name." }),
      ) as TSchema,
    ),
    accentColour: Type.Unsafe<string | null>(
      orNull(Type.String({ description: 'The chosen colour; null: the default.' })) as TSchema,
    ),
    cornerRadius: Type.Unsafe<number | null>(
      orNull(Type.Integer({ description: 'In pixels; null: the default.' })) as TSchema,
    ),
    methodOrder: Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: { type: 'string', format: 'uuid' },
      description: 'Options that are shown first; null: the order of the catalogue.',
    } as TSchema),
  },
  { title: 'ChosenLook', description: "The chosen settings of the brand's look in the cashier." },
);

const flag = (description: string) => Type.Boolean({ description });
const texts = (description: string) => Type.Array(Type.String(), { description });

export const PortalSettings = Type.Object(
  {
    brandId: uuid('The brand.'),
    name: Type.String({ description: 'Name of the brand.' }),
    active: flag('false: it accepts no new transactions.'),
    notificationUrl: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description:
        'Address for webhooks; null: none are sent. The query is only shown to users who may change it.',
    } as TSchema),
    enforceSignatures: flag('Requests must carry their signature.'),
    signAllRequests: flag('Every call that changes something must carry `X-Signature`.'),
    ipAllowList: texts('Addresses that may call the API; empty: any.'),
    paymentFacilitator: flag('Each request must name one of `domains`.'),
    domains: texts('The allowed values of merchantDomain.'),
    automaticApproval: flag('Payouts need no approval.'),
    fourEyes: flag('A payout made in the portal is approved by another person.'),
    timeZone: Type.String({ description: 'IANA name.' }),
    personalDataMonths: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description:
        'Months after the end of a transaction when its personal data is erased; null: it is kept.',
    } as TSchema),
    risk: Type.Unsafe<RiskSetting>({ ...Risk, type: ['string', 'object'] } as TSchema),
    standardRisk: Type.Unsafe<RiskLimits>({
      type: 'object',
      description: 'The limits of `standard`.',
      additionalProperties: true,
    } as TSchema),
    look: LookSeen,
    defaultLook: Type.Object(
      {
        accentColour: Type.String({ description: 'Default colour.' }),
        cornerRadius: Type.Integer({ description: 'Default radius, in pixels.' }),
      },
      { description: 'The defaults of the look.' },
    ),
  },
  { title: 'Settings', description: 'The present settings of a brand.' },
);

export function answerPortalSettings(
  { config }: Pick<Context, 'config'>,
  brand: BrandView,
  mayIntegrate: boolean,
): Static<typeof PortalSettings> {
  const facts = seenSettings(brand, config);
  const { notificationUrl } = brand;
  const shownUrl =
    mayIntegrate || !notificationUrl?.includes('?')
      ? notificationUrl
      : `${notificationUrl.split('?', 1)[0]}?…`;
  return {
    brandId: brand.brandId,
    name: brand.name,
    active: brand.active,
    notificationUrl: shownUrl,
    enforceSignatures: brand.enforceSignatures,
    signAllRequests: brand.signAllRequests,
    ipAllowList: brand.ipAllowList,
    paymentFacilitator: brand.paymentFacilitator,
    domains: brand.domains,
    automaticApproval: brand.automaticApproval,
    fourEyes: brand.fourEyes,
    timeZone: brand.timeZone,
    personalDataMonths: brand.personalDataMonths,
    risk: facts.risk as RiskSetting,
    standardRisk: STANDARD_LIMITS,
    look: {
      displayName: brand.look.displayName,
      logo: facts['look.logo'] as string | null,
      accentColour: brand.look.accentColour,
      cornerRadius: brand.look.cornerRadius,
      methodOrder: brand.look.methodOrder,
    },
    defaultLook: { accentColour: DEFAULT_ACCENT, cornerRadius: DEFAULT_CORNER_RADIUS },
  };
}

export interface ChangeBody {
  changes: Record<string, unknown>;
  seen: AuditFacts;
}

/** Refuses a field of the other operation with 403 if the role may not change it; else the schema refuses it. */
export function refuseForeignFields(foreign: object, permission: PortalPermission) {
  return async ({ body, portal }: FastifyRequest): Promise<void> => {
    const changes = (body as Partial<ChangeBody> | null)?.changes;
    if (typeof changes !== 'object' || changes === null) return;
    const named = Object.keys(changes).find((field) => field in foreign);
    const { role } = portal.session.user;
    if (named === undefined || mayInPortal(role, permission)) return;
    throw new Refusal(403, `${named}: your role (${role}) may not change it: ${permission}`);
  };
}

/** The values that the page showed, with each part of the look separate. It must hold every field that is to change. */
export function seenOf({ changes, seen }: ChangeBody): AuditFacts {
  const faults = flat(changes).flatMap(([field]) =>
    flat(seen).some(([one]) => one === field) ? [] : [`seen.${field}: send the value that your page showed`],
  );
  if (faults.length > 0) throw new Refusal(400, faults);
  return Object.fromEntries(flat(seen));
}

function flat(facts: Record<string, unknown>): [string, unknown][] {
  return Object.entries(facts).flatMap(([name, value]): [string, unknown][] =>
    name === 'look' && value !== null
      ? Object.entries(value as object).map(([part, one]) => [`look.${part}`, one])
      : [[name, value]],
  );
}
