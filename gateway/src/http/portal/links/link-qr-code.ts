// GET /portal/api/brands/:brandId/links/:transactionId/qr.svg and …/qr.png: the address of a link as a QR code. The
// gateway draws it itself, so that no other service learns the address.
import QRCode from 'qrcode';
import { Type } from 'typebox';
import { call } from '../../calls/call.ts';
import { choice } from '../../schemas/schema-fields.ts';
import { portalErrors } from '../portal-schemas.ts';
import { findLink, LinkPath } from './find-link.ts';
import { shownLink } from './shown-link.ts';

const Path = Type.Object({
  ...LinkPath.properties,
  format: choice(['svg', 'png'], 'svg for screens and print, png for messages.'),
});

const LOOK = { margin: 2, errorCorrectionLevel: 'M' } as const;
const PNG_WIDTH = 600;

export const showLinkQrCodeCall = call({
  address: 'GET /portal/api/brands/:brandId/links/:transactionId/qr.:format',
  operationId: 'showLinkQrCode',
  tags: ['Portal links'],
  summary: 'Draw the QR code of a payment link',
  description: 'The address of the link as a picture.',
  access: 'portal',
  permission: 'payments.read',
  params: Path,
  answers: {
    200: { description: 'The picture.', contentType: 'image/svg+xml' },
    ...portalErrors(),
  },
  handle: async (context, { portal: { brand }, params: { transactionId, format } }, reply) => {
    const { link, payin } = await findLink(context, brand, transactionId);
    const { url } = await shownLink(context, link, payin);
    if (format === 'png')
      return reply.type('image/png').send(await QRCode.toBuffer(url, { ...LOOK, width: PNG_WIDTH }));
    return reply.type('image/svg+xml').send(await QRCode.toString(url, { ...LOOK, type: 'svg' }));
  },
});
