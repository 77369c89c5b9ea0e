// The card pay-ins of the load, as HTTP/1.1 requests ready to be written to a socket. load.ts makes them before it
// measures: signing is the merchant's work, not the gateway's. Body and headers are what a shop's server sends;
// a user's details are the same each time, as a shop's are. All text is ASCII, so lengths in characters are bytes.
import { createHmac, randomInt, randomUUID } from 'node:crypto';

export interface Target {
  port: number;
  apiKey: string;
  signingSecret: string;
  /** The card option of the catalogue. */
  optionId: string;
  /** SEPA transfer, of pay-ins and of payouts. */
  transferOptionId: string;
  payoutOptionId: string;
}

/** Number of users of a shop; each payment is made by one of them. */
export const USERS = 100_000;

const FIRST_NAMES = ['Anna', 'Lukas', 'Marie', 'Jonas', 'Sofia', 'Felix', 'Clara', 'Emil', 'Ida', 'Paul'];
const LAST_NAMES = ['Schneider', 'Garcia', 'Rossi', 'Dubois', 'Jansen', 'Keller', 'Novak', 'Berg'];
const STREETS = ['Lindenstrasse', 'Hauptstrasse', 'Bahnhofstrasse', 'Gartenweg', 'Schulstrasse'];
const CITIES = [
  ['10115', 'Berlin'],
  ['20095', 'Hamburg'],
  ['80331', 'Munich'],
  ['50667', 'Cologne'],
] as const;
const USER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36';

export function userIdOf(user: number): string {
  return `user-${String(user).padStart(6, '0')}`;
}

export function customerOf(user: number) {
  const firstName = FIRST_NAMES[user % FIRST_NAMES.length]!;
  const lastName = LAST_NAMES[user % LAST_NAMES.length]!;
  const [zipCode, city] = CITIES[user % CITIES.length]!;
  return {
    firstName,
    lastName,
    email: `${firstName}.${lastName}.${user}@example.com`.toLowerCase(),
    phone: `+4915${String(100_000_000 + user)}`,
    ip: `198.51.${(user >> 8) % 256}.${user % 256}`,
    userDevice: 'DESKTOP',
    userAgent: USER_AGENT,
    address: {
      street: STREETS[user % STREETS.length]!,
      streetNumber: String((user % 120) + 1),
      zipCode,
      city,
      country: 'DE',
    },
  };
}

/** Each user has a few, so that no card reaches the limits of the risk rules within an hour. */
const CARDS_OF_A_USER = 4;

/** A Luhn-valid number of 16 digits that has no meaning for the sandbox. */
function cardNumberOf(user: number, card: number): string {
  const digits = `4929${String(user * CARDS_OF_A_USER + card).padStart(11, '0')}`;
  let sum = 0;
  for (const [i, digit] of [...digits].entries()) {
    const value = Number(digit) * (i % 2 === 0 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** Makes `count` requests, no two alike. References count up as order numbers do; idempotency keys are random. */
export function preparePayments(target: Target, count: number): string[] {
  const run = randomUUID().slice(0, 8);
  const start = startOf('POST', '/v3/payment', target);
  const requests: string[] = [];
  for (let n = 0; n < count; n++) {
    const merchantReference = `order-${run}-n${String(n).padStart(8, '0')}`;
    const user = randomInt(USERS);
    const amount = randomInt(100, 50_000) / 100;
    const body = JSON.stringify({
      paymentOptionId: target.optionId,
      currency: 'EUR',
      amount,
      country: 'DE',
      merchantReference,
      userId: userIdOf(user),
      redirectUrl: `https://shop.example/checkout/return?order=${merchantReference}`,
      language: 'de',
      customer: customerOf(user),
      paymentData: {
        cardNumber: cardNumberOf(user, randomInt(CARDS_OF_A_USER)),
        expiryMonth: '09',
        expiryYear: '2031',
        cardCvv: '123',
        cardHolder: 'A CUSTOMER',
      },
    });
    const signature = createHmac('sha256', target.signingSecret)
      .update(`${target.optionId}:${merchantReference}:EUR:${amount}`)
      .digest('base64');
    requests.push(
      flat(`${start}Signature: ${signature}\r\nIdempotency-Key: ${randomUUID()}\r\n${rest(body)}`),
    );
  }
  return requests;
}

/** The request line and the headers of every call of a shop's server. */
export function startOf(method: string, path: string, { port, apiKey }: Target): string {
  const json = method === 'POST' ? 'Content-Type: application/json\r\n' : '';
  return (
    `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${json}` +
    `Accept: application/json\r\nUser-Agent: shop/1.0\r\nX-API-KEY: ${apiKey}\r\n`
  );
}

export const rest = (body: string) => `Content-Length: ${body.length}\r\n\r\n${body}`;

/**
 * Converts to bytes and back: one flat one-byte string instead of a tree of pieces, which the first write would
 * flatten.
 */
export const flat = (text: string) => Buffer.from(text, 'latin1').toString('latin1');
