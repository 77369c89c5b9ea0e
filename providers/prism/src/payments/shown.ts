// What the shopper is shown next: the connector's page, a form that the browser posts there, or a QR code (contract 6).
// null: nothing that we can show. It must never show an address that is not http, but in a QR code.
import { type AdapterParts, isCleanText, type Outcome } from '@tollgate/provider-kit';
import type { RedirectionData } from '../messages/answers.ts';

type Shown = Extract<Outcome, { kind: 'redirect' | 'instructions' }>;

const MINUTE_MS = 60_000;
/** Contract 4: connectors state no end. */
const PAGE_MS = 15 * MINUTE_MS;
const QR_CODE_MS = 30 * MINUTE_MS;
/** Many connectors send no notification that we can check, so they are asked. */
export const ASK_AGAIN_MS = MINUTE_MS;

export function shownOf(data: RedirectionData, { now, qrCode }: AdapterParts): Shown | null {
  const inMs = (ms: number) => new Date(now().getTime() + ms);
  const ends = { expiresAt: inMs(PAGE_MS), askAgainAt: inMs(ASK_AGAIN_MS) };
  const uri = data.uri?.uri;
  if (uri !== undefined) {
    const page = pageAddress(uri);
    if (page !== null) return { kind: 'redirect', redirectUrl: page, ...ends };
    if (
      !isCleanText(uri) ||
      !/^[a-z][a-z0-9+.-]*:/i.test(uri) ||
      /^(javascript|data|vbscript|file):/i.test(uri)
    )
      return null;
    const code = qrCode(uri);
    const expiresAt = inMs(QR_CODE_MS);
    return {
      kind: 'instructions',
      resultType: 'qrcode',
      statusCode: 81,
      fields: { ...code },
      ...ends,
      expiresAt,
    };
  }
  const page = pageAddress(data.form?.endpoint);
  if (page === null) return null;
  const values = Object.entries(data.form?.formFields ?? {});
  if (data.form?.method !== 'HTTP_METHOD_POST') {
    const address = new URL(page);
    for (const [name, value] of values) address.searchParams.set(name, value);
    return { kind: 'redirect', redirectUrl: address.href, ...ends };
  }
  if (values.flat().some((text) => text.includes('\0') || !text.isWellFormed())) return null;
  const hidden = { type: 'hidden', required: true, values: [] };
  const fields = values.map(([name, value]) => ({ name, label: name, ...hidden, value }));
  const formData = { url: page, method: 'POST', fields };
  return { kind: 'instructions', resultType: 'form', statusCode: 80, fields: { formData }, ...ends };
}

function pageAddress(url: string | undefined): string | null {
  if (url === undefined || !isCleanText(url) || !URL.canParse(url)) return null;
  return /^https?:$/.test(new URL(url).protocol) ? url : null;
}
