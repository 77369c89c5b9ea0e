// Plays dLocal: cards, PIX by dLocal's page, captures, cancellations, refunds, and signed notifications.
import { createHmac } from 'node:crypto';
import type { Transaction } from '@tollgate/provider-kit';
import { aCard, newPayin } from '@tollgate/provider-kit/contract';
import {
  type PlayedNotification,
  StandIn,
  type StandInAnswer,
  type StandInRequest,
} from '@tollgate/provider-kit/stand-in';
import { isRealLibrary } from '../open-library.ts';
import { type Booked, Books, type PlayedConnector, type PlayedStandIn } from './played-connector.ts';

const DECLINED_CARD = '4000000000000002';
const SECRET = 'notification-secret';
const DATE = '2026-03-01T12:00:00.000Z';
const CODES: Readonly<Record<string, string>> = {
  PENDING: '100',
  PAID: '200',
  AUTHORIZED: '600',
  REJECTED: '302',
  CANCELLED: '400',
};

const shown = ({ id, reference, amount, currency, status }: Booked) => ({
  id,
  amount,
  currency,
  country: 'BR',
  order_id: reference,
  status,
  status_code: CODES[status],
  status_detail: 'as documented',
  ...(status === 'PENDING' ? { redirect_url: `https://sandbox.dlocal.com/collect/pay/pay/${id}` } : {}),
});

export async function startDlocal(): Promise<PlayedStandIn & { books: Books<Booked> }> {
  const books = new Books<Booked>('D-4-');
  const open = ({ order_id: reference, amount, currency }: StandInRequest['body'], status: string) =>
    shown(books.add({ id: books.nextId(), reference, amount, currency, status }));
  function payByCard({ body }: StandInRequest): StandInAnswer {
    const isDeclined = body.card.number === DECLINED_CARD;
    return {
      json: open(body, isDeclined ? 'REJECTED' : body.card.capture === 'true' ? 'PAID' : 'AUTHORIZED'),
    };
  }
  function payOrCapture({ body }: StandInRequest): StandInAnswer {
    if (!body.authorization_id) return { json: open(body, 'PENDING') };
    const held = books.charges.get(body.authorization_id);
    if (held?.status !== 'AUTHORIZED')
      return { status: 400, json: { code: 5007, message: 'it is not authorized' } };
    held.status = 'PAID';
    return { json: { ...shown(held), amount: body.amount } };
  }
  function cancel({ params }: StandInRequest): StandInAnswer {
    const charge = books.charges.get(params.id!);
    if (charge?.status !== 'PENDING' && charge?.status !== 'AUTHORIZED')
      return { status: 400, json: { code: 5016, message: 'it cannot be cancelled' } };
    charge.status = 'CANCELLED';
    return { json: shown(charge) };
  }
  function refund({ body }: StandInRequest): StandInAnswer {
    if (!books.charges.has(body.payment_id))
      return { status: 400, json: { code: 5001, message: 'no such payment' } };
    const id = `REF-${books.refunds.length + 1}`;
    books.refunds.push({ id, reference: body.id, amount: body.amount });
    return {
      json: {
        id,
        payment_id: body.payment_id,
        status: 'SUCCESS',
        amount: body.amount,
        currency: body.currency,
      },
    };
  }
  const standIn = await StandIn.start({
    keyOf: ({ method, headers }) =>
      method === 'POST' ? ((headers['x-idempotency-key'] as string) ?? null) : null,
    admit: ({ headers }) =>
      headers['x-login'] === 'login'
        ? null
        : { status: 401, json: { code: 3001, message: 'Invalid Credentials' } },
    // A recording has the signatures of another run.
    check: ({ headers, text }) => {
      if (!isRealLibrary) return [];
      const signature = createHmac('sha256', 'secret')
        .update(`login${headers['x-date']}${text}`)
        .digest('hex');
      return headers.authorization?.endsWith(signature) ? [] : ['a request with a wrong signature'];
    },
    routes: {
      'POST /secure_payments': payByCard,
      'POST /payments': payOrCapture,
      'GET /payments/{id}/status': ({ params }) => {
        const charge = books.charges.get(params.id!);
        return charge
          ? { json: shown(charge) }
          : { status: 404, json: { code: 4000, message: 'Payment not found' } };
      },
      'POST /payments/{id}/cancel': cancel,
      'POST /refunds': refund,
      'GET /refunds/{id}/status': ({ params }) => {
        const found = books.refunds.find(({ id }) => id === params.id);
        return found
          ? { json: { id: found.id, status: 'SUCCESS' } }
          : { status: 404, json: { code: 4000, message: 'Refund not found' } };
      },
    },
  });
  return { standIn, books, charges: (reference) => books.moved(reference, ['PAID', 'AUTHORIZED']) };
}

/** As dLocal sends it when a charge has changed. */
export function dlocalNotification(charge: Booked, secret = SECRET): PlayedNotification {
  const body = JSON.stringify(shown(charge));
  const signature =
    secret === '' ? '0'.repeat(64) : createHmac('sha256', secret).update(`login${DATE}${body}`).digest('hex');
  const headers = {
    'content-type': 'application/json',
    'x-login': 'login',
    'x-date': DATE,
    authorization: `V2-HMAC-SHA256, Signature: ${signature}`,
  };
  return { headers, body };
}

export const charged = (status: string): Booked => ({
  id: 'D-4-1',
  reference: '01900000-0000-7000-8000-000000000001',
  amount: 25,
  currency: 'BRL',
  status,
});
const inBrazil = (method: string): Transaction => {
  const made = newPayin(method, { country: 'BR', currency: 'BRL' });
  const document = { type: 'CPF', number: '12345678909' };
  return { ...made, details: { ...made.details, customer: { ...made.details.customer, document } } };
};

export const DLOCAL: PlayedConnector = {
  connector: 'dlocal',
  credentials: {
    xLogin: 'login',
    xTransKey: 'key',
    secret: 'secret',
    webhookSecrets: ['former-secret', SECRET],
  },
  start: startDlocal,
  payins: [
    {
      name: 'a card',
      transaction: inBrazil('card'),
      instrument: aCard('4242424242424242'),
      answers: 'completed',
    },
    {
      name: 'a declined card',
      transaction: inBrazil('card'),
      instrument: aCard(DECLINED_CARD),
      answers: 'declined',
    },
    {
      name: 'PIX',
      transaction: inBrazil('pix'),
      instrument: { kind: 'method', method: 'pix', data: {} },
      answers: 'redirect',
    },
  ],
  more: () => ({
    notified: async () =>
      ['PAID', 'REJECTED', 'CANCELLED', 'AUTHORIZED'].map((status) => dlocalNotification(charged(status))),
    forged: async () => [dlocalNotification(charged('PAID'), '')],
  }),
};
