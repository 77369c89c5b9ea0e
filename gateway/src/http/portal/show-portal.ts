// GET /portal and every address below it but /portal/api: the document of the portal's page (contract 11, 14). It must
// hold nothing of a merchant: it depends on the address, and on whether the browser has a cookie. It never reads the
// cookie's content. The script asks /portal/api, which decides who may see what.
import { randomBytes } from 'node:crypto';
import { sessionCookieName } from '../auth/portal-session.ts';
import { call } from '../calls/call.ts';
import { sendCompressed } from '../pages/content-coding.ts';
import { firstScreen, isFramed } from './first-screen.ts';
import { portalDocument } from './portal-document.ts';

/**
 * The only frame is the preview of the cashier (settings/show-preview.ts). Styles need the nonce: that of the skeleton,
 * and style elements of Mantine, which take it from `getStyleNonce`. The browser itself never sends a form, so
 * form-action allows none.
 */
const policy = (nonce: string) =>
  `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: blob:; ` +
  "connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const NO_DEVICES =
  'accelerometer=(), autoplay=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), ' +
  'microphone=(), midi=(), payment=(), serial=(), usb=(), xr-spatial-tracking=()';

export const showPortalCall = call({
  address: ['GET /portal', 'GET /portal/*'],
  handle: async ({ config }, request, reply) => {
    const { '*': path = '' } = request.params;
    // An unknown call gets a refusal as a call, not a page.
    if (/^api(\/|$)/.test(path)) return reply.callNotFound();
    const nonce = randomBytes(16).toString('base64');
    const signedIn = request.headers.cookie?.includes(`${sessionCookieName(config)}=`) ?? false;
    const document = portalDocument({
      base: new URL(config.publicUrl).pathname.replace(/\/$/, ''),
      nonce,
      screen: firstScreen(path, request.url.includes('?')),
      // A person without a cookie goes on from the start to the sign-in.
      framed: isFramed(path) && (signedIn || path !== ''),
      signedIn,
      isTest: config.environment === 'test',
    });
    reply
      .header('content-security-policy', policy(nonce))
      .header('permissions-policy', NO_DEVICES)
      .header('cross-origin-opener-policy', 'same-origin')
      .header('cross-origin-resource-policy', 'same-origin')
      .header('referrer-policy', 'no-referrer')
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8');
    await sendCompressed(request, reply, Buffer.from(document.text));
    return reply;
  },
});
