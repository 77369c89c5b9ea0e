// A sample call for the shell: curl, and openssl for a signature. It writes the body once, so that the shell signs and
// sends the same text.
import { CARD_FIELDS, type SampleCall } from './sample-call.ts';

export function curlSample({ method, address, body, signature, idempotencyKey }: SampleCall): string {
  const lines: string[] = [];
  const headers = ['X-API-KEY: $TOLLGATE_API_KEY'];
  if (body) {
    lines.push(`BODY='${textOf(body, signature === 'body').replaceAll("'", "'\\''")}'`);
    headers.push('Content-Type: application/json');
  }
  if (body && signature) {
    const signed =
      signature === 'body' ? '"$BODY"' : `'${CARD_FIELDS.map((field) => body[field] ?? '').join(':')}'`;
    lines.push(
      `SIGNATURE=$(printf %s ${signed} \\`,
      '  | openssl dgst -sha256 -hmac "$TOLLGATE_SIGNING_SECRET" -binary | base64)',
    );
    headers.push(`${signature === 'body' ? 'X-Signature' : 'Signature'}: $SIGNATURE`);
  }
  if (idempotencyKey) headers.push(`Idempotency-Key: ${idempotencyKey}`);
  const options = headers.map((header) => `-H "${header}"`);
  if (body) options.push('--data-raw "$BODY"');
  const verb = method === 'GET' || body ? '' : `-X ${method} `;
  lines.push([`curl ${verb}"${address}"`, ...options].join(' \\\n  '));
  return lines.join('\n');
}

/** A longer body is indented for readers, unless it is signed itself. */
const MOST_ON_A_LINE = 60;

function textOf(body: Record<string, unknown>, isSigned: boolean): string {
  const compact = JSON.stringify(body);
  return isSigned || compact.length <= MOST_ON_A_LINE ? compact : JSON.stringify(body, null, 2);
}
