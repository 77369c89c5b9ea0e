// The guide's page on signatures, for developers of any language: what is signed, byte for byte, what JSON libraries must be
// told to write the same bytes, and vectors to check one's own code with. Called by guide.ts.
import { readFileSync } from 'node:fs';
import { type Html, html, join } from '../pages/html.ts';
import { inLanguages, type Panels, panel, paragraphs, subtitle, table } from './blocks.ts';
import type { SampleCall } from './samples/sample-call.ts';
import { writeSamples } from './samples/write-samples.ts';

interface Vector {
  name: string;
  secret: string;
  input: string;
  stringToSign: string;
  signature: string;
}

const VECTORS_FILE = new URL('../../../../openapi/signature-vectors.json', import.meta.url);
/** Served as it is, beside the page. */
export const vectorsText: string = readFileSync(VECTORS_FILE, 'utf8');
const { groups }: { groups: Record<string, { vectors: Vector[] }> } = JSON.parse(vectorsText);

/** Group → the vectors that the page shows; all of them are in the file. */
const SHOWN: readonly (readonly [group: string, name: string])[] = [
  ['cardRequest', '50.00 signs as 50'],
  ['cardRequest', 'no reference is an empty segment'],
  ['cardResponse', 'a completed payment'],
  ['body', 'a plain settlement'],
  ['body', 'blanks and line ends outside strings go'],
  ['body', 'trailing zeros of a number go'],
  ['body', 'small numbers'],
  ['body', 'escapes of printable characters go'],
  ['session', 'nested empty strings become null'],
  ['multipart', 'the file is left out, wherever it stands'],
  ['webhook', 'a completed pay-in'],
];

export function signatures(): Html {
  return join([
    paragraphs(
      'A signature is the standard Base64 of HMAC-SHA256 over the UTF-8 bytes of a text. The key is the signing secret of the brand, as UTF-8 text, exactly as you received it: do not decode it. Compare signatures in constant time.',
      'Answers and webhooks are always signed. Requests are checked where the brand has `enforceSignatures`. A brand can also sign all its requests (`signAllRequests`): then every POST carries `X-Signature` over its body, those of v3 and v2 too, and a card pay-in carries it beside `Signature`. A call that creates a transaction must then name a `merchantReference`, and a refund a `refundReference`.',
    ),
    subtitle('Which text is signed'),
    table(
      ['Message', 'Header', 'Text'],
      [
        [
          'Card pay-in, request',
          '`Signature`',
          '`paymentOptionId:merchantReference:currency:amount`. Without a reference that part is empty.',
        ],
        [
          'Card pay-in, answer',
          '`X-Signature`',
          '`transactionId:merchantReference:currency:amount:status`, from `result`.',
        ],
        [
          '`/payment-session`, `/payout-session`, `/confirm-payment`, `/cancel-payment`, `/settle-payout`, `/refund/by-reference`: request',
          '`X-Signature`',
          'The body as compact JSON. In the two sessions every empty string counts as `null`, nested ones too. Of a form only the text fields count, as JSON, in the order in which they are sent; every value is a string.',
        ],
        ['The same calls: answer', '`X-Signature`', 'The body as you received it.'],
        ['Webhooks', '`X-Signature`', 'The raw body as you received it.'],
      ],
    ),
    subtitle('What compact JSON is'),
    paragraphs(
      'We parse your body and write it again, as `JSON.stringify` of JavaScript does. Your signature must be over that text. The safe way is to send the very text that you sign: write the body once, in this form, then sign it and send it.',
    ),
    table(
      ['Part', 'How it is written', 'Python: `json.dumps`', 'PHP: `json_encode`'],
      [
        ['Blanks', 'None outside of strings', '`separators=(",", ":")`', 'None by default'],
        [
          'Order of fields',
          'As you send them. Names that are whole numbers come first, ascending; of two equal names the last value counts.',
          'As in the `dict`',
          'As in the array',
        ],
        [
          'Letters beyond ASCII',
          'As they are: `é`, not `\\u00e9`',
          '`ensure_ascii=False`',
          '`JSON_UNESCAPED_UNICODE`',
        ],
        ['U+2028 and U+2029', 'As they are', '`ensure_ascii=False`', '`JSON_UNESCAPED_LINE_TERMINATORS`'],
        ['Slash', '`/`, not `\\/`', '`/` by default', '`JSON_UNESCAPED_SLASHES`'],
        [
          'Quote, backslash, control characters',
          '`\\"`, `\\\\`, `\\b`, `\\f`, `\\n`, `\\r`, `\\t`; others as `\\u001f`, in lower case',
          'The same by default',
          'The same by default',
        ],
        [
          'Numbers',
          'In their shortest form: `50`, not `50.0` or `50.00`; `49.9`, not `49.90`. Send what has more than 15 digits as a text.',
          '`50.0` stays `50.0`: use `int` for whole amounts',
          '`50.0` becomes `50` by default; leave `JSON_PRESERVE_ZERO_FRACTION` out',
        ],
        [
          'Small numbers',
          'In full down to a millionth: `0.00001`; below it `1e-7`',
          '`1e-05`: put the number into the text yourself',
          '`1.0e-5`: put the number into the text yourself',
        ],
        ['Empty object', '`{}`', '`{}`', '`new stdClass()`; an empty array is `[]`'],
      ],
    ),
    paragraphs(
      'The amount in the text of a card pay-in is written like a number in JSON: `50.00` is `50`. Small numbers matter for crypto currencies alone.',
      'In the test environment the answer to a wrong signature shows what we checked, in `stringToSign`. Compare it with your text, character by character.',
    ),
    html`<p>Each vector has a secret, a body as it is sent, the text that is signed and its signature. Check your code with them. <a href="signature-vectors.json">signature-vectors.json</a> has all of them, with the rules of each group.</p>`,
  ]);
}

export function signatureCode(publicUrl: string): Html {
  const call: SampleCall = {
    method: 'POST',
    address: `${publicUrl}/settle-payout`,
    body: { action: 'APPROVE', transactionId: '01976b1e-9c00-7a4b-8a52-1f2e3d4c5b6a' },
    signature: 'body',
    idempotencyKey: null,
  };
  return join([inLanguages('signatures-code', 'A signed call', writeSamples(call)), renderVectors()]);
}

function renderVectors(): Html {
  const panels: Panels = {};
  for (const [group, name] of SHOWN) {
    const found = groups[group]!.vectors.find((one) => one.name === name)!;
    const { secret, input, stringToSign, signature } = found;
    const rows = [
      ['secret', secret],
      ['input', input],
      ['stringToSign', stringToSign],
      ['signature', signature],
    ].map(([label, text]) => html`<span class="k">${label!}</span>\n${text!}\n`);
    const id = `${group}-${name}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
    panels[id] = { summary: `${group}: ${name}`, made: html`${join(rows)}` };
  }
  return panel('vectors', 'Vectors', panels);
}
