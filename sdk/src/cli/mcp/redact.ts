// Removes what no answer to a model may contain: the keys and secrets of this machine, and card data. Every answer goes
// through here: a payment, a text that somebody pasted, a message of the merchant's own program.
import { type Access, SECRET_NAMES } from '../command.ts';
import { hidden, isCardField, withoutCardData } from './card-masking.ts';

/** A shorter secret would match inside ordinary words. */
const SHORTEST_SECRET = 8;

export interface Redact {
  <T>(value: T): T;
  /** The same, but positions do not move. Cut the text only afterwards: this does not find a part of a secret. */
  inPlace(text: string): string;
}

/**
 * Redacts the values of variables with secret names, passwords in addresses, and the key and secret of the access
 * itself.
 */
export function redactFor(environment: NodeJS.ProcessEnv, { apiKey, signingSecret }: Access): Redact {
  const named = Object.entries(environment).flatMap(([name, value = '']) =>
    SECRET_NAMES.test(name) ? [value] : passwordsIn(value),
  );
  const secrets = [apiKey, signingSecret, ...named]
    .flatMap((secret) => (secret ? [secret, secret.trim(), JSON.stringify(secret).slice(1, -1)] : []))
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    // Longest first, so that a secret that begins with another secret is removed whole.
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

/** Finds the password in an address such as postgres://user:password@host. */
function passwordsIn(value: string): string[] {
  const password = URL.canParse(value) ? new URL(value).password : '';
  const plain = password.replaceAll(/%[0-9a-f]{2}/gi, (hex) =>
    String.fromCharCode(Number.parseInt(hex.slice(1), 16)),
  );
  return password === '' ? [] : [value, password, plain];
}
