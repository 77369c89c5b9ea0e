// The calls that Mollie's stand-in answers, with the paths of Mollie's published description. Used by stand-in.ts.
import type { Handler, Routes, StandInAnswer, StandInRequest } from '@tollgate/provider-kit/stand-in';
import type { Books } from './books.ts';
import { MollieRefusal, notFound, pageIn, type Thing } from './records.ts';
import { LIST_NAMES } from './settlement-books.ts';

const PAYMENT = '/v2/payments/{paymentId}';
const CUSTOMER = '/v2/customers/{customerId}';
const SETTLEMENT = '/v2/settlements/{settlementId}';

export const PROFILE_ID = 'pfl_standin';

const DECISIONS: Readonly<Record<string, (books: Books, id: string) => unknown>> = {
  pay: (books, id) => books.pay(id),
  cancel: (books, id) => books.end(id, 'canceled'),
  fail: (books, id) => books.fail(id, 'card_declined'),
};

export function routesOf(books: Books, url: () => string): Routes {
  const checkoutUrl = (id: string) => `${url()}/checkout/${id}`;
  const routes: Record<string, Handler> = {
    'GET /v2/profiles/me': () => ({ json: { resource: 'profile', id: PROFILE_ID, mode: 'test' } }),
    'POST /v2/payments': ({ body }) => made(books.createPayment(body, checkoutUrl)),
    [`GET ${PAYMENT}`]: ({ params, query }) => ({ json: withEmbedded(books, params.paymentId!, query) }),
    [`DELETE ${PAYMENT}`]: ({ params }) => ({ json: books.cancel(params.paymentId!) }),
    [`POST ${PAYMENT}/release-authorization`]: ({ params }) => {
      books.release(params.paymentId!);
      return { status: 202 };
    },
    [`POST ${PAYMENT}/captures`]: ({ params, body }) => made(books.capture(params.paymentId!, body)),
    [`GET ${PAYMENT}/captures`]: (request) => partsOf(books, 'capture', request),
    [`POST ${PAYMENT}/refunds`]: ({ params, body }) => made(books.refund(params.paymentId!, body)),
    [`GET ${PAYMENT}/refunds`]: (request) => partsOf(books, 'refund', request),
    [`GET ${PAYMENT}/refunds/{refundId}`]: ({ params }) => ({ json: books.find(params.refundId!) }),
    'GET /v2/refunds': ({ path, query }) => pageIn(books.all('refund'), 'refunds', path, query),
    'GET /v2/chargebacks': ({ path, query }) => pageIn(books.all('chargeback'), 'chargebacks', path, query),
    'POST /v2/customers': ({ body }) => made(books.create('cst', 'customer', body)),
    [`GET ${CUSTOMER}/payments`]: ({ params, path, query }) =>
      pageIn(
        books.all('payment', ({ customerId }) => customerId === params.customerId),
        'payments',
        path,
        query,
      ),
    [`GET ${CUSTOMER}/mandates/{mandateId}`]: ({ params }) => ({ json: books.find(params.mandateId!) }),
    [`DELETE ${CUSTOMER}/mandates/{mandateId}`]: ({ params }) => {
      books.revoke(params.customerId!, params.mandateId!);
      return { status: 204 };
    },
    'GET /v2/settlements': ({ path, query }) => pageIn(books.all('settlement'), 'settlements', path, query),
    [`GET ${SETTLEMENT}`]: ({ params }) => ({ json: books.find(params.settlementId!) }),
    // A shopper on Mollie's page, who comes back.
    'GET /checkout/{id}/{decision}': ({ params }) => {
      const decide = DECISIONS[params.decision!];
      if (!decide) throw notFound(params.decision!);
      decide(books, params.id!);
      return { status: 303, headers: { location: books.find(params.id!).redirectUrl } };
    },
  };
  for (const name of LIST_NAMES) {
    routes[`GET ${SETTLEMENT}/${name}`] = ({ params, path, query }) => {
      const listed: Thing[] = books.find(params.settlementId!)[`listed-${name}`];
      const things = query.embed === 'payment' ? listed.map((one) => withPayment(books, one)) : listed;
      return pageIn(things, name, path, query);
    };
  }
  return Object.fromEntries(Object.entries(routes).map(([call, handler]) => [call, refusing(handler)]));
}

const made = (thing: Thing): StandInAnswer => ({ status: 201, json: { ...thing } });

function refusing(handler: Handler): Handler {
  return async (request) => {
    try {
      return await handler(request);
    } catch (error) {
      if (error instanceof MollieRefusal) return error.answer;
      throw error;
    }
  };
}

function partsOf(books: Books, resource: string, { params, path, query }: StandInRequest): StandInAnswer {
  const { id } = books.find(params.paymentId!);
  const parts = books.all(resource, ({ paymentId }) => paymentId === id);
  return pageIn(parts, `${resource}s`, path, query);
}

function withEmbedded(books: Books, id: string, { embed }: Readonly<Record<string, string>>): Thing {
  const payment = books.find(id);
  if (!embed) return { ...payment };
  const parts = embed.split(',').map((name) => {
    const things = books.all(name.slice(0, -1), ({ paymentId }) => paymentId === id);
    return [name, things.reverse()] as const;
  });
  return { ...payment, _embedded: Object.fromEntries(parts) };
}

const withPayment = (books: Books, one: Thing): Thing => ({
  ...one,
  _embedded: { payment: books.find(one.paymentId) },
});
