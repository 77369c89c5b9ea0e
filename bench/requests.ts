// Every kind of request of the load, ready to be written to a socket, with its expected answer; made before the
// measurement. All text is ASCII, so lengths in characters are bytes.
import { createHmac, randomInt, randomUUID } from 'node:crypto';
import type { Expected } from './lean-connection.ts';
import {
  customerOf,
  flat,
  preparePayments,
  rest,
  startOf,
  type Target,
  USERS,
  userIdOf,
} from './payments.ts';

export type RequestKind = 'card' | 'payout' | 'settle' | 'transfer' | 'read';

export interface RequestPlan {
  kind: RequestKind;
  target: Target;
  /** card: merchants of the same gateway, used in turns. */
  targets?: readonly Target[];
  count: number;
  /** settle: each is settled once; read: these are read repeatedly. */
  ids?: readonly string[] | undefined;
}

const GET = 'GET /payments/';

export const ANSWERS: Readonly<Record<RequestKind, Expected>> = {
  card: { status: 201, mark: '"status":"COMPLETED"' },
  payout: { status: 201, mark: '"status":"PENDING"' },
  settle: { status: 201, mark: '"statusCode":"000","status":"PROCESSING"' },
  transfer: { status: 201, mark: '"paymentDetails"' },
  read: { status: 200, mark: '"status":"COMPLETED"', names: [GET.length, GET.length + 36] },
};

export function prepareRequests({ kind, target, targets, count, ids = [] }: RequestPlan): string[] {
  switch (kind) {
    case 'card':
      return targets ? inTurns(targets, count) : preparePayments(target, count);
    case 'payout':
      return many(count, (n) => post('/v3/payout', target, payoutBody(target, n)));
    case 'settle':
      return ids.map((transactionId) => {
        const body = JSON.stringify({ action: 'APPROVE', transactionId });
        const signature = createHmac('sha256', target.signingSecret).update(body).digest('base64');
        return post('/settle-payout', target, body, `X-Signature: ${signature}\r\n`);
      });
    case 'transfer':
      return many(count, (n) =>
        post('/v3/payment', target, transferBody(target, n), `Idempotency-Key: ${randomUUID()}\r\n`),
      );
    case 'read':
      return many(count, () =>
        flat(`${startOf('GET', `/payments/${ids[randomInt(ids.length)]}`, target)}\r\n`),
      );
  }
}

function inTurns(targets: readonly Target[], count: number): string[] {
  const each = targets.map((one) => preparePayments(one, Math.ceil(count / targets.length)));
  return each[0]!.flatMap((_, n) => each.map((own) => own[n]!));
}

const many = (count: number, make: (n: number) => string) => Array.from({ length: count }, (_, n) => make(n));

const post = (path: string, target: Target, body: string, headers = '') =>
  flat(`${startOf('POST', path, target)}${headers}${rest(body)}`);

const run = randomUUID().slice(0, 8);
let made = 0;

/** No two are alike, and no amount ends in digits that make the sandbox fail. */
function bodyOf(optionId: string): Record<string, unknown> {
  const user = randomInt(USERS);
  const merchantReference = `order-${run}-n${String(made++).padStart(9, '0')}`;
  return {
    paymentOptionId: optionId,
    currency: 'EUR',
    amount: (randomInt(1, 500) * 100 + randomInt(6, 100)) / 100,
    country: 'DE',
    merchantReference,
    userId: userIdOf(user),
    language: 'de',
    customer: customerOf(user),
  };
}

function payoutBody({ payoutOptionId }: Target, n: number): string {
  const paymentData = { iban: 'DE89370400440532013000', accountHolder: `A CUSTOMER ${n}` };
  return JSON.stringify({ ...bodyOf(payoutOptionId), paymentData });
}

function transferBody({ transferOptionId }: Target, n: number): string {
  const redirectUrl = `https://shop.example/checkout/return?order=${n}`;
  return JSON.stringify({ ...bodyOf(transferOptionId), redirectUrl });
}
