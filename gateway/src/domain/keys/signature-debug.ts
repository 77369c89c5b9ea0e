// Why does a signature not match? The signature debugger of the portal shows the string that is signed, and finds the
// known mistake behind the given signature. It must never show a signature that was not given: otherwise anybody could
// use it to sign any body. Pure.
import { createHmac } from 'node:crypto';
import type { SigningSecret } from '../merchants/brand.ts';
import {
  bodyString,
  cardRequestString,
  cardResponseString,
  emptyStringsToNull,
  signaturesMatch,
} from './signature.ts';

/** The signed string, in the words of spec 5. */
export const SIGNED_THINGS = ['webhook', 'request', 'session', 'card-request', 'card-answer'] as const;
export type SignedThing = (typeof SIGNED_THINGS)[number];

interface Mistake {
  /** A mistake in the text, the encoding of the signature, or the secret. */
  of: 'text' | 'encoding' | 'secret';
  says: string;
}

interface Difference {
  /** Where the two texts begin to differ, counted in characters from 0. */
  at: number;
  /** Some characters of each text from there on, with a few before. */
  signed: string;
  given: string;
}

export interface Explanation {
  verdict: 'matches' | 'explained' | 'unexplained';
  /** The text for the right signature; null: the body cannot be read. */
  stringToSign: string | null;
  /** Set if the verdict is `explained`. */
  mistakes: Mistake[];
  /** Where the given text differs from the signed one; null: they are equal. */
  difference: Difference | null;
  /** The secret behind the signature; null: none of them. */
  secretId: string | null;
}

/** Throws SyntaxError or TypeError if the body lacks the parts of this signature. */
export function stringToSign(thing: SignedThing, body: string): string {
  if (thing === 'webhook') return body;
  const parsed: unknown = JSON.parse(body);
  if (typeof parsed !== 'object' || parsed === null) throw new TypeError('not an object');
  if (thing === 'request') return bodyString(parsed);
  if (thing === 'session') return bodyString(emptyStringsToNull(parsed));
  if (thing === 'card-request') return cardRequestString(parsed as Parameters<typeof cardRequestString>[0]);
  const { result = parsed } = parsed as { result?: unknown };
  return cardResponseString(result as Parameters<typeof cardResponseString>[0]);
}

/** `secrets`: newest first. `sent`: the bytes of this webhook as they were sent, if known. */
export function explainSignature(
  { thing, body, header, sent }: { thing: SignedThing; body: string; header: string; sent: string | null },
  secrets: readonly SigningSecret[],
  now: Date,
): Explanation {
  const right = sent ?? readable(thing, body);
  const difference = right === null ? null : differenceOf(right, body);
  const compared = { stringToSign: right, difference };
  const given = header.trim().replace(/^["']|["']$/g, '');
  for (const text of textsOf(thing, body, right)) {
    for (const secret of secrets) {
      for (const key of keysOf(secret.secret)) {
        const encoding = encodingOf(
          createHmac('sha256', key.bytes).update(text.text, 'utf8').digest(),
          given,
        );
        if (!encoding) continue;
        const ended = secret.expiresAt !== null && secret.expiresAt <= now;
        const says = [
          text.says && ({ of: 'text', says: text.says } as const),
          encoding.says && ({ of: 'encoding', says: encoding.says } as const),
          key.says && ({ of: 'secret', says: key.says } as const),
          ended &&
            ({
              of: 'secret',
              says: 'The signature was made with an expired secret. Use the newest secret.',
            } as const),
        ];
        const mistakes = says.filter((one) => !!one);
        const verdict = mistakes.length === 0 ? 'matches' : 'explained';
        return { ...compared, verdict, mistakes, secretId: secret.id };
      }
    }
  }
  return { ...compared, verdict: 'unexplained', mistakes: [], secretId: null };
}

function readable(thing: SignedThing, body: string): string | null {
  try {
    return stringToSign(thing, body);
  } catch {
    return null;
  }
}

interface Candidate {
  text: string;
  /** null: this is the right text. */
  says: string | null;
}

/** For a text that is close to the whole body, or the body itself: what to sign instead (spec 5). */
const SIGN_INSTEAD: Record<SignedThing, string> = {
  webhook:
    'This text was signed, but the webhook has other bytes. Sign the raw bytes of its body, as they were received.',
  request:
    'The body was signed as it is written. Sign JSON.stringify of the parsed body: without spaces and line ends, numbers in their shortest form.',
  session:
    'The body was signed as it is written. Sign JSON.stringify of the parsed body, with null in the place of each empty string.',
  'card-request':
    'The JSON of the body was signed. Sign only paymentOptionId:merchantReference:currency:amount.',
  'card-answer':
    'The JSON of the answer was signed. Sign only transactionId:merchantReference:currency:amount:status of its result.',
};

/** For JSON that was parsed and written again. The JSON of a call or an answer is right if it is compact. */
const WRITTEN_AGAIN: Record<SignedThing, string> = {
  ...SIGN_INSTEAD,
  webhook: 'The body was parsed and serialized again. Sign its raw bytes, as they were received.',
  session: 'Empty strings were signed as they are. Replace each with null, then sign.',
};

const LINE_END = 'A line end was added to the signed text. Sign the text without it.';

/** Texts that people sign, the right one first. */
function textsOf(thing: SignedThing, body: string, right: string | null): Candidate[] {
  const texts: Candidate[] = [];
  const add = (text: string, says: string | null) => texts.push({ text, says });
  if (right !== null) {
    add(right, null);
    add(`${right}\n`, LINE_END);
  }
  const value = objectIn(right !== null && thing === 'webhook' ? right : body);
  const isCard = thing === 'card-request' || thing === 'card-answer';
  if (value !== null) {
    if (isCard) addCardTexts(add, thing, value, body);
    add(JSON.stringify(value), WRITTEN_AGAIN[thing]);
  }
  add(body, SIGN_INSTEAD[thing]);
  const trimmed = 'Spaces or line ends around the body were removed before signing.';
  add(body.trim(), thing === 'webhook' ? `${trimmed} Sign its raw bytes.` : SIGN_INSTEAD[thing]);
  add(`${body.trim()}\n`, thing === 'webhook' ? LINE_END : SIGN_INSTEAD[thing]);
  add(
    body.replaceAll('\r\n', '\n'),
    thing === 'webhook' ? 'Line ends were changed from CRLF to LF before signing.' : SIGN_INSTEAD[thing],
  );
  if (value === null) return texts;
  // The mistakes of JSON do not matter for a card: no JSON is signed.
  const addJson = isCard ? (text: string) => add(text, SIGN_INSTEAD[thing]) : add;
  const normalized = emptyStringsToNull(value);
  if (thing === 'session') {
    addJsonTexts(addJson, normalized, '');
    addJsonTexts(addJson, value, ` ${WRITTEN_AGAIN.session}`);
  } else {
    addJson(
      JSON.stringify(normalized),
      'Empty strings were replaced with null. Do that only for session calls and payment links.',
    );
    addJsonTexts(addJson, value, '');
  }
  addJson(
    withoutSpaces(body),
    'A number was signed as it was written. Sign its shortest form: 50, not 50.00.',
  );
  return texts;
}

function objectIn(body: string): object | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

/** Ways to write JSON other than JSON.stringify. `more` follows each sentence. */
function addJsonTexts(add: (text: string, says: string) => void, value: object, more: string): void {
  const compact = JSON.stringify(value);
  const spaces = 'The JSON was written with spaces or line ends. Sign compact JSON without them.';
  const ascii = 'Letters beyond ASCII were escaped as \\u…. Sign them unescaped.';
  const python = 'In Python: json.dumps(…, separators=(",", ":"), ensure_ascii=False).';
  add(pythonJson(value), `${spaces} ${python}${more}`);
  add(asciiOnly(compact), `${ascii}${more}`);
  add(asciiOnly(pythonJson(value)), `${spaces} ${ascii}${more}`);
  for (const indent of [2, 4, '\t']) add(JSON.stringify(value, null, indent), `${spaces}${more}`);
  add(compact.replaceAll('/', '\\/'), `Slashes were escaped. In PHP: JSON_UNESCAPED_SLASHES.${more}`);
  add(
    asciiOnly(compact).replaceAll('/', '\\/'),
    `Slashes and letters beyond ASCII were escaped. In PHP: JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE.${more}`,
  );
  add(
    JSON.stringify(sorted(value)),
    `The fields were sorted. Sign them in the order in which they are sent.${more}`,
  );
  add(
    withDecimals(compact),
    `The amount was signed with two decimals. Sign its shortest form: 50, not 50.00.${more}`,
  );
}

/** Mistakes of the short strings of cards. */
function addCardTexts(
  add: (text: string, says: string) => void,
  thing: 'card-request' | 'card-answer',
  value: object,
  body: string,
): void {
  const inner = 'result' in value ? value.result : value;
  if (typeof inner !== 'object' || inner === null) return;
  const fields = inner as Record<string, unknown>;
  const names =
    thing === 'card-request'
      ? ['paymentOptionId', 'merchantReference', 'currency', 'amount']
      : ['transactionId', 'merchantReference', 'currency', 'amount', 'status'];
  const asSent = /"amount"\s*:\s*([0-9.eE+-]+)/.exec(body)?.[1];
  const join = (amount: unknown, reference: unknown) =>
    names
      .map((name) => (name === 'amount' ? amount : name === 'merchantReference' ? reference : fields[name]))
      .join(':');
  const { amount, merchantReference: reference = '' } = fields;
  const decimals = 'The amount was signed with unneeded decimals. Sign its shortest form: 50, not 50.00.';
  if (asSent) add(join(asSent, reference ?? ''), decimals);
  if (typeof amount === 'number') {
    add(join(amount.toFixed(2), reference ?? ''), decimals);
    add(join(amount.toFixed(1), reference ?? ''), decimals);
    add(
      join(Math.round(amount * 100), reference ?? ''),
      'The amount was signed in cents. Sign it in units of the currency.',
    );
  }
  add(join(amount, 'null'), 'A missing reference was signed as "null". Sign an empty part.');
  add(join(amount, 'undefined'), 'A missing reference was signed as "undefined". Sign an empty part.');
}

function pythonJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${pythonJson(one)}`);
  return `{${members.join(', ')}}`;
}

const asciiOnly = (text: string) =>
  text.replace(/[\u0080-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, one]) => [name, sorted(one)]));
}

/** Removes spaces outside of strings; numbers stay as they are written. */
const withoutSpaces = (body: string) =>
  body.replace(/("(?:[^"\\]|\\[\s\S]?)*(?:"|$))|\s+/g, (_, text) => text ?? '');

const withDecimals = (compact: string) =>
  compact.replace(/"amount":(-?[0-9.]+)/g, (_, amount) => `"amount":${Number(amount).toFixed(2)}`);

/** The secret in the ways in which people use it, the right way first. */
function keysOf(secret: string): { bytes: Buffer; says: string | null }[] {
  const asIs = 'Use it unchanged, as UTF-8 text.';
  return [
    { bytes: Buffer.from(secret, 'utf8'), says: null },
    {
      bytes: Buffer.from(`${secret}\n`, 'utf8'),
      says: `The secret was used with a line end after it. ${asIs}`,
    },
    { bytes: Buffer.from(secret, 'base64'), says: `The secret was decoded from Base64. ${asIs}` },
    {
      bytes: Buffer.from(secret.replace(/^tgs_/, ''), 'utf8'),
      says: `The secret was used without "tgs_". ${asIs}`,
    },
    {
      bytes: Buffer.from(secret.replace(/^tgs_/, ''), 'base64'),
      says: `The secret was used without "tgs_" and decoded from Base64. ${asIs}`,
    },
  ];
}

/** How the given signature is encoded, if it is this digest. */
function encodingOf(digest: Buffer, given: string): { says: string | null } | null {
  const base64 = digest.toString('base64');
  const hex = digest.toString('hex');
  const should = 'It must be standard Base64 of the 32 bytes, with the "=" at the end.';
  const forms: [text: string, says: string | null][] = [
    [base64, null],
    [hex, `The signature is written in hexadecimal digits. ${should}`],
    [hex.toUpperCase(), `The signature is written in hexadecimal digits. ${should}`],
    [digest.toString('base64url'), `The signature is written in URL-safe Base64. ${should}`],
    [base64.replace(/={1,2}$/, ''), `The "=" at the end is missing. ${should}`],
    [
      Buffer.from(hex).toString('base64'),
      `The hexadecimal digits were encoded as Base64 instead of the bytes. ${should}`,
    ],
  ];
  let found: { says: string | null } | null = null;
  const bare = given.replace(/^(sha256=|v1,)/i, '');
  for (const [text, says] of forms) {
    if (signaturesMatch(text, given)) found ??= { says };
    else if (bare !== given && signaturesMatch(text, bare)) {
      found ??= { says: says ?? 'The header begins with other text. It must contain only the signature.' };
    }
  }
  return found;
}

const AROUND = 24;

function differenceOf(signed: string, given: string): Difference | null {
  if (signed === given) return null;
  let at = 0;
  while (at < signed.length && at < given.length && signed[at] === given[at]) at++;
  const from = Math.max(0, at - AROUND);
  return { at, signed: signed.slice(from, at + AROUND), given: given.slice(from, at + AROUND) };
}
