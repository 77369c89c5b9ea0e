// GET /portal/api/brands/{brandId}/settings and the two calls that change them (contract 14): one for the integration
// and one for the business, because they need different permissions. A page that shows outdated settings must change
// nothing.
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../actions/context.ts';
import { changeBrand, showBrand } from '../../../actions/merchants/change-brand.ts';
import { mayInPortal } from '../../../domain/access/portal-permission.ts';
import { call } from '../../calls/call.ts';
import { clearedBy, confirmedFields, settingsOf } from '../../schemas/brand-setting-schemas.ts';
import { closed } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, portalErrors } from '../portal-schemas.ts';
import {
  answerPortalSettings,
  BUSINESS_FIELDS,
  type ChangeBody,
  INTEGRATION_FIELDS,
  PortalSettings,
  refuseForeignFields,
  seenOf,
  seenSchema,
} from './settings-schemas.ts';

const mayIntegrate = ({ portal }: FastifyRequest) =>
  mayInPortal(portal.session.user.role, 'settings.integration');

export const showSettingsCall = call({
  address: 'GET /portal/api/brands/:brandId/settings',
  operationId: 'showSettings',
  tags: ['Portal settings'],
  summary: 'Show the settings of a brand',
  description: 'The current settings. Only users who may change the notification address see its query.',
  access: 'portal',
  permission: 'settings.read',
  params: PortalBrandPath,
  answers: { 200: { description: 'The settings.', schema: PortalSettings }, ...portalErrors() },
  handle: async (context, request) => {
    const brand = await showBrand(context, request.portal.brand.brandId);
    return answerPortalSettings(context, brand, mayIntegrate(request));
  },
});

export const changeIntegrationCall = call({
  address: 'PATCH /portal/api/brands/:brandId/settings/integration',
  operationId: 'changeIntegration',
  tags: ['Portal settings'],
  summary: 'Change the integration settings of a brand',
  description:
    'Changes the fields in the request; the others stay unchanged. Every process of the gateway uses them within ' +
    'two seconds.',
  access: 'portal',
  permission: 'settings.integration',
  needsConfirmation: confirmedFields('integration'),
  params: PortalBrandPath,
  body: closed(
    {
      changes: closed(INTEGRATION_FIELDS, { description: 'The fields to change.' }),
      seen: seenSchema(INTEGRATION_FIELDS),
    },
    { title: 'IntegrationChanges', description: 'Notification address, signatures, addresses, domains.' },
  ),
  answers: {
    200: { description: 'All current settings.', schema: PortalSettings },
    ...portalErrors(409),
  },
  options: { preValidation: refuseForeignFields(BUSINESS_FIELDS, 'settings.business') },
  handle: async (context, request) => await change(context, request),
});

export const changeBusinessCall = call({
  address: 'PATCH /portal/api/brands/:brandId/settings/business',
  operationId: 'changeBusiness',
  tags: ['Portal settings'],
  summary: 'Change the business settings of a brand',
  description:
    'Changes the fields in the request, also those of the look. The others stay unchanged. Every process of the ' +
    'gateway uses them within two seconds.',
  access: 'portal',
  permission: 'settings.business',
  needsConfirmation: confirmedFields('business'),
  params: PortalBrandPath,
  body: closed(
    {
      changes: closed(BUSINESS_FIELDS, { description: 'The fields to change.' }),
      seen: seenSchema(BUSINESS_FIELDS),
    },
    {
      title: 'BusinessChanges',
      description: 'Name, approval, four eyes, time zone, personal data, risk rules, look.',
    },
  ),
  answers: {
    200: { description: 'All current settings.', schema: PortalSettings },
    ...portalErrors(409),
  },
  options: { preValidation: refuseForeignFields(INTEGRATION_FIELDS, 'settings.integration') },
  handle: async (context, request) => await change(context, request),
});

async function change(context: Context, request: FastifyRequest) {
  const { brand, actor } = request.portal;
  const body = request.body as ChangeBody;
  const changes = { ...settingsOf(body.changes), ...clearedBy(body.changes) };
  const view = await changeBrand(context, actor, brand.brandId, { ...changes, seen: seenOf(body) });
  return answerPortalSettings(context, view, mayIntegrate(request));
}
