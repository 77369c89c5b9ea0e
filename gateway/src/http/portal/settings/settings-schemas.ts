// Parts that the operations about a brand's settings share: the settings as the page shows them, and the permission
// that each field needs. The fields of the integration need the developer's permission, all others the owner's
// (domain/access/portal-permission.ts).
import type { FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { type BrandView, seenSettings } from '../../../actions/merchants/change-brand.ts';
import { mayInPortal, type PortalPermission } from '../../../domain/access/portal-permission.ts';
import type { AuditFacts } from '../../../domain/audit/audit.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { DEFAULT_ACCENT } from '../../../domain/merchants/accent-colour.ts';
import { DEFAULT_CORNER_RADIUS } from '../../../domain/merchants/brand-look.ts';
import { type RiskLimits, STANDARD_LIMITS } from '../../../domain/risk/risk.ts';
import { answeredFields, portalFields } from '../../schemas/brand-setting-schemas.ts';
import { closed, orNull, uuid } from '../../schemas/schema-fields.ts';

export const INTEGRATION_FIELDS = portalFields('integration');
export const BUSINESS_FIELDS = portalFields('business');

/** For each field in `changes`, the value that the page showed, under the same name. */
export function seenSchema<Fields extends Record<string, TSchema>>(fields: Fields) {
  return Type.Unsafe<AuditFacts>({
    ...closed(fields),
    description:
      'The same fields with the values that your page showed. If somebody has changed one of them meanwhile, ' +
      'nothing changes and the answer is 409: `changed` has each such field, its current value, who changed it and ' +
      'when.',
  } as TSchema);
}

const LookSeen = Type.Object(
  {
    displayName: orNull(Type.String({ description: "Name that shoppers read; null: the brand's." })),
    logo: orNull(Type.String({ description: "The logo's address; null: the first letter of the name." })),
    accentColour: orNull(Type.String({ description: 'The chosen colour; null: the default.' })),
    cornerRadius: orNull(Type.Integer({ description: 'In pixels; null: the default.' })),
    methodOrder: orNull(
      Type.Array(Type.String({ format: 'uuid' }), {
        description: 'Options that are shown first; null: the order of the catalogue.',
      }),
    ),
  },
  { title: 'ChosenLook', description: "The chosen settings of the brand's look in the cashier." },
);

/** The options are shown as methods (brand-methods.ts). */
const { options: _, ...shownFields } = answeredFields(LookSeen);

export const PortalSettings = Type.Object(
  {
    brandId: uuid('The brand.'),
    ...shownFields,
    standardRisk: Type.Unsafe<RiskLimits>({
      type: 'object',
      description: 'The limits of `standard`.',
      additionalProperties: true,
    } as TSchema),
    defaultLook: Type.Object(
      {
        accentColour: Type.String({ description: 'Default colour.' }),
        cornerRadius: Type.Integer({ description: 'Default radius, in pixels.' }),
      },
      { description: 'The defaults of the look.' },
    ),
  },
  { title: 'Settings', description: 'The current settings of a brand.' },
);

export function answerPortalSettings(
  { config }: Pick<Context, 'config'>,
  brand: BrandView,
  mayIntegrate: boolean,
): Record<string, unknown> {
  const facts = seenSettings(brand, config);
  const { notificationUrl, look } = brand;
  const shown: Record<string, unknown> = {
    ...facts,
    // The query may be a secret.
    notificationUrl:
      mayIntegrate || !notificationUrl?.includes('?')
        ? notificationUrl
        : `${notificationUrl.split('?', 1)[0]}?…`,
    look: { ...look, logo: facts['look.logo'] },
  };
  return {
    brandId: brand.brandId,
    ...Object.fromEntries(Object.keys(shownFields).map((name) => [name, shown[name]])),
    standardRisk: STANDARD_LIMITS,
    defaultLook: { accentColour: DEFAULT_ACCENT, cornerRadius: DEFAULT_CORNER_RADIUS },
  };
}

export interface ChangeBody {
  changes: Record<string, unknown>;
  seen: AuditFacts;
}

/**
 * Refuses with 403 a field of the other operation that the role may not change. If the role may change it, the schema
 * refuses the field.
 */
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

/** The values that the page showed; each part of the look is one fact. `seen` must hold every changed field. */
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
