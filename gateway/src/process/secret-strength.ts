// Whether a secret that a person set could be guessed (contract 1): a master key, an operator token. It can prove that
// a secret is not random, but not that it is. It never repeats any part of the secret.

const FEWEST_BYTE_VALUES = 16;
const FEWEST_CHARACTERS = 8;
/** How many characters of a token must be left after separators and well-known words are removed. */
const FEWEST_UNKNOWN = 20;
/** The largest share of a secret that may follow a rule. Random secrets of our lengths stay far below it. */
const MOST_PREDICTABLE = 0.75;

/** Longer words stand before shorter ones, so that removing a short word leaves no part of a longer one. */
const WELL_KNOWN = [
  ...[
    'qwertyuiop',
    'placeholder',
    'passphrase',
    'production',
    'asdfghjkl',
    'changeme',
    'password',
    'passwort',
  ],
  ...['tollgate', 'operator', 'insecure', 'zxcvbnm', 'letmein', 'default', 'example', 'gateway', 'payment'],
  ...[
    'testing',
    'replace',
    'bearer',
    'change',
    'master',
    'please',
    'qwerty',
    'sample',
    'secret',
    'admin',
    'dummy',
  ],
  ...[
    'token',
    'tests',
    'test',
    'demo',
    'here',
    'long',
    'pass',
    'root',
    'this',
    'with',
    'your',
    'abc',
    'and',
    'for',
  ],
  ...['key', 'not', 'the', 'use'],
];

/** null if 32 bytes given in Base64 are strong; else the weakness. */
export function weaknessOfKey(key: Uint8Array, text: string): string | null {
  if (new Set(key).size < FEWEST_BYTE_VALUES) return `fewer than ${FEWEST_BYTE_VALUES} different bytes`;
  if (key.every((byte) => byte >= 0x20 && byte < 0x7f)) return 'text instead of random bytes';
  return weaknessOfRun(key) ?? weaknessOfWords(text);
}

/** The same for a token. */
export function weaknessOfToken(token: string): string | null {
  if (new Set(token).size < FEWEST_CHARACTERS) return `fewer than ${FEWEST_CHARACTERS} different characters`;
  return weaknessOfRun(Buffer.from(token)) ?? weaknessOfWords(token);
}

function weaknessOfRun(values: Uint8Array): string | null {
  for (let period = 1; period <= values.length / 2; period++) {
    const same = (at: number) => values[at] === values[at - period];
    if (shareOf(values.length, period, same) >= MOST_PREDICTABLE) return 'a pattern that repeats itself';
  }
  const step = (at: number) => (values[at]! - values[at - 1]!) & 0xff;
  const counts = shareOf(values.length, 2, (at) => step(at) === step(at - 1)) >= MOST_PREDICTABLE;
  return counts ? 'a counting sequence' : null;
}

/** The share of the places from `first` on that fulfil the condition. */
function shareOf(length: number, first: number, holds: (at: number) => boolean): number {
  let found = 0;
  for (let at = first; at < length; at++) if (holds(at)) found++;
  return found / (length - first);
}

function weaknessOfWords(text: string): string | null {
  let rest = text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  for (const word of WELL_KNOWN) rest = rest.replaceAll(word, '');
  if (rest.length < FEWEST_UNKNOWN) return 'little but well-known words';
  return new Set(rest).size < FEWEST_CHARACTERS ? 'little besides well-known words' : null;
}
