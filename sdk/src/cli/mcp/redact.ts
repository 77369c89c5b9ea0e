// What no answer to a model may hold: the keys and secrets of this machine, and card numbers. Every answer goes through here, whatever
// made it: a payment, a text that somebody pasted, a message of the merchant's own program.
import { type Access, SECRET_NAMES } from '../command.ts';

const SHORTEST_SECRET = 8;
/** A UUID may look like a card number in its middle. */
const UUID_OR_DIGITS =
  /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|(?<![0-9A-Za-z])[2-9](?:[ -]?\d){11,18}(?!\d)/gi;
const CARD_FIELDS = /(\\*"(?:cardNumber|cardCvv|cardnum|cardcvv|token)\\*"\s*:\s*\\*")[^"\\]*/g;
const TOKEN = /\btok_\w+/g;

export type Redact = <T>(value: T) => T;

/** The values of variables whose names say that they are secrets, passwords within addresses, and those of the access itself. */
export function redactFor(environment: NodeJS.ProcessEnv, { apiKey, signingSecret }: Access): Redact {
  const named = Object.entries(environment).flatMap(([name, value = '']) =>
    SECRET_NAMES.test(name) ? [value] : passwordsIn(value),
  );
  const secrets = [apiKey, signingSecret, ...named]
    .flatMap((secret) => (secret ? [secret, secret.trim(), JSON.stringify(secret).slice(1, -1)] : []))
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    // A secret that begins with another one goes whole.
    .sort((a, b) => b.length - a.length);
  const text = (value: string): string => {
    let clean = value;
    for (const secret of secrets) clean = clean.replaceAll(secret, '[secret]');
    return clean
      .replaceAll(CARD_FIELDS, '$1[removed]')
      .replaceAll(TOKEN, '[card token]')
      .replaceAll(UUID_OR_DIGITS, (found) => (isCardNumber(found) ? '[card number]' : found));
  };
  const deep = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (typeof value === 'number') return isCardNumber(String(value)) ? '[card number]' : value;
    if (Array.isArray(value)) return value.map(deep);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [text(name), deep(one)]));
  };
  return (value) => deep(value) as typeof value;
}

/** Of an address such as postgres://user:password@host. */
function passwordsIn(value: string): string[] {
  const password = URL.canParse(value) ? new URL(value).password : '';
  const plain = password.replaceAll(/%[0-9a-f]{2}/gi, (hex) =>
    String.fromCharCode(Number.parseInt(hex.slice(1), 16)),
  );
  return password === '' ? [] : [value, password, plain];
}

/** Its length and its check digit (Luhn) are those of one. */
function isCardNumber(found: string): boolean {
  const digits = found.replaceAll(/[ -]/g, '');
  if (!/^[2-9]\d{11,18}$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
