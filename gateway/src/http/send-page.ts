// Sends a page with the headers that every page has (contract 11). Used by the cashier and by the sandbox's pages.
// A page needs no script, and nothing on it comes from another address.
import type { FastifyReply } from 'fastify';
import type { Html } from './html.ts';

/**
 * No form-action: browsers hold the redirect that answers a form against it, and the shop behind that redirect
 * may redirect further. There is nothing else a form on these pages could be turned to.
 */
function policy(images: string): string {
  return `default-src 'none'; style-src 'self'; img-src ${images}; base-uri 'none'; frame-ancestors 'none'`;
}
const OWN_FILES = policy("'self'");
const WITH_DRAWN_IMAGES = policy("'self' data:");

/** `drawnImages`: the page holds images in itself, such as a QR code. */
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
