// GET /portal/api/brands/{brandId}/cashier-preview: the cashier's page with a made-up payment, for the frame beside the
// form of its look. Only a page of this origin may frame it. The portal's folder must not import the cashier's, so the
// caller passes the document in.
import { call } from '../../calls/call.ts';
import { sendScriptedPage } from '../../pages/send-page.ts';
import { PortalBrandPath, portalErrors } from '../portal-schemas.ts';

export const previewCashierCall = call({
  address: 'GET /portal/api/brands/:brandId/cashier-preview',
  operationId: 'previewCashier',
  tags: ['Portal settings'],
  summary: 'Preview the cashier',
  description: "The cashier's page with a made-up payment of 25 units, to be shown in a frame of the portal.",
  access: 'portal',
  permission: 'settings.read',
  params: PortalBrandPath,
  answers: { 200: { description: 'The page.', contentType: 'text/html' }, ...portalErrors() },
  handle: async (context, request, reply, { preview }) => {
    const page = await preview(context, request.portal.brand, request);
    await sendScriptedPage(request, reply, page, { framedBy: 'self' });
    return reply;
  },
});
