// Explains why a signature does not match: the text to sign, the place where the caller's text begins to differ, and
// the known mistake that gives this signature. It never shows a signature that it was not given, a secret or card data.
// Pure.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { cardAnswerText, cardRequestText, withoutEmptyTexts } from '../../signing.ts';

/** webhook: the raw body. request: X-Signature of a call. session: session calls and links. card…: a card pay-in. */
export const SIGNED = ['webhook', 'request', 'session', 'card-request', 'card-answer'] as const;
type Signed = (typeof SIGNED)[number];

export interface Question {
  signed: Signed;
  /** The raw text, as it was sent or received. */
  body: string;
  signature: string;
  /** What the caller's program signed, if it is known. */
  signedText?: string | undefined;
}

export interface Explanation {
  verdict: 'matches' | 'explained' | 'unexplained';
  /** Without secrets and card data; null: the body is not readable. */
  stringToSign: string | null;
  mistakes: string[];
  /** Where signedText (else the body) begins to differ from stringToSign; null: they are the same. */
  difference: { at: number; expected: string; given: string } | null;
}

type Candidate = readonly [value: string, mistake: string | null];

export function debugSignature(
  { signed, body, signature, signedText }: Question,
  secret: string,
  inPlace: (text: string) => string,
): Explanation {
  const right = read(() => textOf(signed, body));
  const told =
    right === null ? { stringToSign: null, difference: null } : compared(right, signedText ?? body, inPlace);
  const given = signature.trim();
  const bare = given.replace(/^(sha256=|v1,)/i, '');
  for (const [text, inText] of textsOf(signed, body, right, signedText))
    for (const [key, inSecret] of keysOf(secret)) {
      const inEncoding = encodingOf(createHmac('sha256', key).update(text).digest(), bare);
      if (inEncoding === undefined) continue;
      const before =
        bare === given ? null : 'The header begins with other text. It must contain only the signature.';
      const mistakes = [inText, inSecret, inEncoding, before].filter((one) => one !== null);
      return { ...told, verdict: mistakes.length === 0 ? 'matches' : 'explained', mistakes };
    }
  return { ...told, verdict: 'unexplained', mistakes: [] };
}

function textOf(signed: Signed, body: string): string {
  if (signed === 'webhook') return body;
  const parsed = JSON.parse(body) as Record<string, unknown>;
  if (signed === 'request') return JSON.stringify(parsed);
  if (signed === 'session') return JSON.stringify(withoutEmptyTexts(parsed));
  if (signed === 'card-request') return cardRequestText(parsed);
  return cardAnswerText((parsed.result ?? parsed) as Record<string, unknown>);
}

const LINE_END = 'The signed text has a line end after it. Sign it without this line end.';
const SPACES =
  'The JSON was signed with spaces or line ends. Sign it without them: in Python json.dumps(…, separators=(",", ":"), ensure_ascii=False).';
const ASCII = 'Letters beyond ASCII were signed as \\u…. Sign them unescaped.';
const AMOUNT = 'Sign the amount in its shortest form and in currency units: 50, not 50.00 and not 5000.';

/** For a text that is close to the whole body, or the body itself: what to sign instead. */
const SIGN_INSTEAD: Record<Signed, string> = {
  webhook:
    'This text was signed, but the webhook has other bytes. Sign the raw bytes of its body, as they were received.',
  request: 'The body was signed as it is written. Sign JSON.stringify of the parsed body.',
  session:
    'The body was signed as it is written. Sign JSON.stringify of the parsed body, with null in the place of each empty string.',
  'card-request':
    'The JSON of the body was signed. Sign only paymentOptionId:merchantReference:currency:amount.',
  'card-answer':
    'The JSON of the answer was signed. Sign only transactionId:merchantReference:currency:amount:status of its result.',
};

/** For JSON that was parsed and written again. */
const WRITTEN_AGAIN: Record<Signed, string> = {
  ...SIGN_INSTEAD,
  webhook: 'The body was parsed and serialized again. Sign its raw bytes, as they were received.',
  session: 'Empty strings were signed as they are. Replace each with null, then sign.',
};

/** Texts that people sign, the right text first. */
function textsOf(
  signed: Signed,
  body: string,
  right: string | null,
  signedText: string | undefined,
): Candidate[] {
  const texts: Candidate[] =
    right === null
      ? []
      : [
          [right, null],
          [`${right}\n`, LINE_END],
        ];
  const isCard = signed === 'card-request' || signed === 'card-answer';
  const isWebhook = signed === 'webhook';
  const instead = SIGN_INSTEAD[signed];
  const parsed = read(() => JSON.parse(body) as unknown);
  const value = typeof parsed === 'object' ? parsed : null;
  if (value !== null) {
    if (isCard) texts.push(...cardTexts(signed, value));
    texts.push([JSON.stringify(value), WRITTEN_AGAIN[signed]]);
  }
  const trimmed = 'White space at the beginning or end of the body was left out of the signed text.';
  texts.push(
    [body, instead],
    [body.trim(), isWebhook ? `${trimmed} Sign its raw bytes.` : instead],
    [`${body.trim()}\n`, isWebhook ? LINE_END : instead],
    [
      body.replaceAll('\r\n', '\n'),
      isWebhook ? 'Line ends were changed from CRLF to LF before signing.' : instead,
    ],
  );
  if (value !== null) {
    const json = jsonTexts(signed, value, body);
    // The mistakes of JSON do not matter for a card: no JSON is signed.
    texts.push(...(isCard ? json.map(([text]) => [text, instead] as const) : json));
  }
  if (signedText !== undefined)
    texts.push([signedText, 'Your text differs from the text to sign. Sign stringToSign.']);
  return texts;
}

function jsonTexts(signed: Signed, value: object, body: string): Candidate[] {
  const normalized = withoutEmptyTexts(value) as object;
  const asWritten = body.replace(/("(?:[^"\\]|\\[\s\S]?)*(?:"|$))|\s+/g, (_, text?: string) => text ?? '');
  return [
    ...(signed === 'session'
      ? [...waysToWrite(normalized, ''), ...waysToWrite(value, ` ${WRITTEN_AGAIN.session}`)]
      : [
          [
            JSON.stringify(normalized),
            'Empty strings were signed as null. Do that only for session calls and payment links.',
          ] as const,
          ...waysToWrite(value, ''),
        ]),
    [asWritten, `A number was signed as it is written in the body. ${AMOUNT}`],
  ];
}

/** Ways to write JSON other than JSON.stringify. `more` follows each sentence. */
function waysToWrite(value: object, more: string): Candidate[] {
  const compact = JSON.stringify(value);
  const escaped = compact.replaceAll('/', '\\/');
  const amounts = /"amount":(-?[\d.]+)/g;
  const ways: (readonly [string, string])[] = [
    [spaced(value), SPACES],
    [ascii(spaced(value)), `${SPACES} ${ASCII}`],
    ...[2, 4, '\t'].map((indent) => [JSON.stringify(value, null, indent), SPACES] as const),
    [ascii(compact), ASCII],
    [escaped, 'Slashes were escaped. In PHP: JSON_UNESCAPED_SLASHES.'],
    [
      ascii(escaped),
      'Slashes and letters beyond ASCII were escaped. In PHP: JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE.',
    ],
    [
      compact.replace(amounts, (_, amount: string) => `"amount":${Number(amount).toFixed(2)}`),
      `The amount was signed with two decimals. ${AMOUNT}`,
    ],
    [JSON.stringify(sorted(value)), 'The fields were sorted. Sign them in the order in which they are sent.'],
  ];
  return ways.map(([text, mistake]) => [text, `${mistake}${more}`]);
}

function cardTexts(signed: 'card-request' | 'card-answer', value: object): Candidate[] {
  const fields = ('result' in value ? value.result : value) as Record<string, unknown>;
  const write = signed === 'card-request' ? cardRequestText : cardAnswerText;
  const amount = Number(fields.amount);
  return [
    ...[amount.toFixed(2), amount.toFixed(1), Math.round(amount * 100)].map(
      (written) =>
        [write({ ...fields, amount: written }), `The amount was signed as ${written}. ${AMOUNT}`] as const,
    ),
    ...['null', 'undefined'].map(
      (written) =>
        [
          write({ ...fields, merchantReference: written }),
          `A missing reference was signed as "${written}". Leave its part empty.`,
        ] as const,
    ),
  ];
}

function keysOf(secret: string): (readonly [Buffer, string | null])[] {
  const bare = secret.replace(/^tgs_/, '');
  const asIs = 'Use it unchanged, as UTF-8 text.';
  return [
    [Buffer.from(secret), null],
    [
      Buffer.from(secret.trim()),
      'The signing secret in the environment has white space at its beginning or end. Remove it.',
    ],
    [Buffer.from(`${secret}\n`), `The secret was used with a line end after it. ${asIs}`],
    [Buffer.from(secret, 'base64'), `The secret was decoded from Base64. ${asIs}`],
    [Buffer.from(bare), `The secret was used without "tgs_". ${asIs}`],
    [Buffer.from(bare, 'base64'), `The secret was used without "tgs_" and decoded from Base64. ${asIs}`],
  ];
}

/** undefined: `given` is not this digest. */
function encodingOf(digest: Buffer, given: string): string | null | undefined {
  const base64 = digest.toString('base64');
  const hex = digest.toString('hex');
  const should = 'Send standard Base64 of the 32 bytes, with "=" at its end.';
  const forms: Candidate[] = [
    [base64, null],
    [hex, `The signature is in hexadecimal digits. ${should}`],
    [hex.toUpperCase(), `The signature is in hexadecimal digits. ${should}`],
    [digest.toString('base64url'), `The signature is in URL-safe Base64. ${should}`],
    [base64.replace(/={1,2}$/, ''), `The "=" at the end is missing. ${should}`],
    [
      Buffer.from(hex).toString('base64'),
      `The hexadecimal digits were encoded as Base64, instead of the bytes. ${should}`,
    ],
  ];
  return forms.find(([form]) => same(form, given))?.[1];
}

function same(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const ascii = (text: string) =>
  text.replace(/[\u0080-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, one]) => [name, sorted(one)] as const);
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** With spaces, as Python writes JSON. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${spaced(one)}`);
  return `{${members.join(', ')}}`;
}

const AROUND = 24;

/**
 * Hides card numbers and secrets before it cuts the texts, because a cut part would not be recognised. A difference may
 * make a number or a name unrecognisable in one of the texts. So where the texts agree, it hides in both what it hides
 * in one.
 */
function compared(
  expected: string,
  given: string,
  inPlace: (text: string) => string,
): Pick<Explanation, 'stringToSign' | 'difference'> {
  if (expected === given) return { stringToSign: inPlace(expected), difference: null };
  let at = 0;
  while (at < expected.length && expected[at] === given[at]) at++;
  const most = Math.min(expected.length, given.length) - at;
  let tail = 0;
  while (tail < most && expected.at(-1 - tail) === given.at(-1 - tail)) tail++;
  const alsoHidden = (own: string, other: string) =>
    own.replace(/./gs, (one, place: number) => {
      const fromEnd = place - own.length;
      const same = place < at ? place : fromEnd >= -tail ? other.length + fromEnd : -1;
      return other[same] === '•' ? '•' : one;
    });
  const [cleanExpected, cleanGiven] = [inPlace(expected), inPlace(given)];
  const stringToSign = alsoHidden(cleanExpected, cleanGiven);
  const around = (text: string) => text.slice(Math.max(0, at - AROUND), at + AROUND);
  return {
    stringToSign,
    difference: { at, expected: around(stringToSign), given: around(alsoHidden(cleanGiven, cleanExpected)) },
  };
}

function read<T>(make: () => T): T | null {
  try {
    return make();
  } catch {
    return null;
  }
}
