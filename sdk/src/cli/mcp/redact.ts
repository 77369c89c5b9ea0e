// What no answer to a model may hold: the keys and secrets of this machine, and card data. Every answer goes through here, whatever
// made it: a payment, a text that somebody pasted, a message of the merchant's own program.
import { type Access, SECRET_NAMES } from '../command.ts';
import { hidden, isCardField, withoutCardData } from './card-masking.ts';

/** A shorter one would be found in ordinary words. */
const SHORTEST_SECRET = 8;

export interface Redact {
  <T>(value: T): T;
  /** The same for a text of which a part is shown: nothing moves. Cut afterwards; a part of a secret would not be found. */
  inPlace(text: string): string;
}

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
  const clean = (text: string, mark: (secret: string) => string) =>
    withoutCardData(secrets.reduce((rest, secret) => rest.replaceAll(secret, () => mark(secret)), text));
  const text = (value: string) => clean(value, () => '[secret]');
  const deep = (value: unknown, isCard = false): unknown => {
    if (typeof value === 'string') return isCard ? hidden(value) : text(value);
    if (typeof value === 'number') {
      const shown = isCard ? hidden(String(value)) : text(String(value));
      return shown === String(value) ? value : shown;
    }
    if (Array.isArray(value)) return value.map((one) => deep(one, isCard));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [text(name), deep(one, isCardField(name))]),
    );
  };
  return Object.assign(<T>(value: T) => deep(value) as T, {
    inPlace: (value: string) => clean(value, (secret) => '•'.repeat(secret.length)),
  });
}

/** Of an address such as postgres://user:password@host. */
function passwordsIn(value: string): string[] {
  const password = URL.canParse(value) ? new URL(value).password : '';
  const plain = password.replaceAll(/%[0-9a-f]{2}/gi, (hex) =>
    String.fromCharCode(Number.parseInt(hex.slice(1), 16)),
  );
  return password === '' ? [] : [value, password, plain];
}
