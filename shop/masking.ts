// Masks messages before they are kept and shown: card numbers keep their first six and last four digits; security codes
// and keys are removed. Everything written beside a purchase must pass through here before it is stored.

const BULLETS = '••••••';

/** A copy of the body with its secrets masked. */
export function masked(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(masked);
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, maskedField(name, value)]));
}

function maskedField(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return masked(value);
  if (name === 'cardNumber') return maskedNumber(value);
  if (name === 'cardCvv') return '•••';
  if (name === 'token') return `${value.slice(0, 6)}${BULLETS}`;
  return value;
}

const maskedNumber = (number: string): string => `${number.slice(0, 6)}${BULLETS}${number.slice(-4)}`;

export const maskedKey = (key: string): string => `${key.slice(0, 12)}${BULLETS}`;
