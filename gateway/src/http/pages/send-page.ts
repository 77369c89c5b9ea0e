// Sends a page with the headers that every page has (contract 11). A page needs no script, except the cashier's, and
// must load nothing from another address.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendCompressed } from './content-coding.ts';
import type { Html } from './html.ts';

/**
 * No form-action: browsers apply it also to the redirect that answers a form, and the shop behind that redirect may
 * redirect further. A form on these pages can do no other harm.
 */
function policy(images: string): string {
  return `default-src 'none'; style-src 'self'; img-src ${images}; base-uri 'none'; frame-ancestors 'none'`;
}
const OWN_FILES = policy("'self'");
const WITH_DRAWN_IMAGES = policy("'self' data:");

/** `drawnImages`: the page holds images as data, such as a QR code. */
export function sendPage(
  reply: FastifyReply,
  status: number,
  page: Html,
  { drawnImages = false } = {},
): FastifyReply {
  return reply
    .code(status)
    .header('content-security-policy', drawnImages ? WITH_DRAWN_IMAGES : OWN_FILES)
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.text);
}

/**
 * Allows the cashier's own script, style, calls and pictures (drawn pictures, and a receipt before it is sent). The
 * rest is as above.
 */
const withScript = (framedBy: 'none' | 'self') =>
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
  `base-uri 'none'; frame-ancestors '${framedBy}'`;
/** A payment page needs no device features. `payment` is the sheet of Apple Pay, which the page itself may show. */
const NO_DEVICES =
  'accelerometer=(), autoplay=(), camera=(), display-capture=(), encrypted-media=(), fullscreen=(), geolocation=(), ' +
  'gyroscope=(), hid=(), magnetometer=(), microphone=(), midi=(), payment=(self), serial=(), usb=(), ' +
  'xr-spatial-tracking=()';

/**
 * Sends the document of the cashier's page. No other window may hold a reference to it, because only its own links lead
 * out of it, and nothing may frame it. `framedBy` self: the preview, which is no payment.
 */
export function sendScriptedPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Html,
  { status = 200, framedBy = 'none' }: { status?: number; framedBy?: 'none' | 'self' } = {},
): Promise<void> {
  reply
    .code(status)
    .header('content-security-policy', withScript(framedBy))
    .header('permissions-policy', NO_DEVICES)
    .header('cross-origin-opener-policy', 'same-origin')
    .header('cross-origin-resource-policy', 'same-origin')
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8');
  return sendCompressed(request, reply, Buffer.from(page.text));
}
