// Plays PayPal: an access token, an order that the payer approves on PayPal's page, its capture, and refunds.
import { newPayin } from '@tollgate/provider-kit/contract';
import { StandIn, type StandInAnswer, type StandInRequest } from '@tollgate/provider-kit/stand-in';
import { type Booked, Books, type PlayedConnector, type PlayedStandIn } from './played-connector.ts';

const page = (id: string) => ({
  href: `https://www.sandbox.paypal.com/checkoutnow?token=${id}`,
  rel: 'payer-action',
  method: 'GET',
});

const self = (id: string) => ({
  href: `https://api-m.sandbox.paypal.com/v2/checkout/orders/${id}`,
  rel: 'self',
  method: 'GET',
});

async function start(): Promise<PlayedStandIn> {
  const books = new Books<Booked>('ORDER');
  const shown = ({ id, reference, amount, currency, status }: Booked) => {
    const value = { currency_code: currency, value: amount };
    const capture = {
      id: `CAPTURE-${id}`,
      status: 'COMPLETED',
      amount: value,
      final_capture: true,
      invoice_id: reference,
    };
    const payments = status === 'COMPLETED' ? { payments: { captures: [capture] } } : {};
    const unit = { reference_id: reference, invoice_id: reference, amount: value, ...payments };
    return {
      id,
      intent: 'CAPTURE',
      status,
      purchase_units: [unit],
      links: status === 'PAYER_ACTION_REQUIRED' ? [page(id)] : [self(id)],
    };
  };
  function open({ body }: StandInRequest): StandInAnswer {
    const [{ reference_id: reference, amount }] = body.purchase_units;
    const charge = {
      id: books.nextId(),
      reference,
      amount: amount.value,
      currency: amount.currency_code,
      status: 'PAYER_ACTION_REQUIRED',
    };
    return { json: shown(books.add(charge)) };
  }
  const issue = (name: string): StandInAnswer => ({
    status: 422,
    json: {
      name: 'UNPROCESSABLE_ENTITY',
      details: [{ issue: name, description: 'see the documentation' }],
      message: 'The requested action could not be performed.',
      debug_id: 'b1d1f06c7246c',
    },
  });
  function capture({ params }: StandInRequest): StandInAnswer {
    const order = books.charges.get(params.id!);
    if (!order) return issue('ORDER_NOT_FOUND');
    if (order.status === 'COMPLETED') return issue('ORDER_ALREADY_CAPTURED');
    if (order.status !== 'APPROVED') return issue('ORDER_NOT_APPROVED');
    order.status = 'COMPLETED';
    return { status: 201, json: shown(order) };
  }
  function refund({ body, headers }: StandInRequest): StandInAnswer {
    const id = `REFUND${books.refunds.length + 1}`;
    books.refunds.push({ id, reference: headers['paypal-request-id'] as string, amount: body.amount });
    return { status: 201, json: { id, status: 'COMPLETED', amount: body.amount } };
  }
  const standIn = await StandIn.start({
    // PayPal remembers the id of a request for each kind of call.
    keyOf: ({ method, headers, template, params }) => {
      const id = headers['paypal-request-id'];
      return method === 'POST' && id && template !== '/v2/checkout/orders/{id}/capture'
        ? `${template} ${params.id} ${id}`
        : null;
    },
    admit: ({ path, headers }) =>
      path === '/v1/oauth2/token' || headers.authorization === 'Bearer token-1'
        ? null
        : {
            status: 401,
            json: { error: 'invalid_token', error_description: 'Token signature verification failed' },
          },
    routes: {
      'POST /v1/oauth2/token': ({ headers }) =>
        headers.authorization === `Basic ${btoa('client:secret')}`
          ? {
              json: {
                access_token: 'token-1',
                token_type: 'Bearer',
                expires_in: 32_400,
                scope: '',
                app_id: 'APP',
                nonce: 'n',
              },
            }
          : {
              status: 401,
              json: { error: 'invalid_client', error_description: 'Client Authentication failed' },
            },
      'POST /v2/checkout/orders': open,
      'GET /v2/checkout/orders/{id}': ({ params }) => {
        const order = books.charges.get(params.id!);
        return order
          ? { json: shown(order) }
          : { status: 404, json: { name: 'RESOURCE_NOT_FOUND', message: 'no such order', debug_id: 'x' } };
      },
      'POST /v2/checkout/orders/{id}/capture': capture,
      'POST /v2/payments/captures/{id}/refund': refund,
      'GET /v2/payments/refunds/{id}': ({ params }) => {
        const found = books.refunds.find(({ id }) => id === params.id);
        return found
          ? { json: { id: found.id, status: 'COMPLETED', amount: found.amount } }
          : { status: 404, json: { name: 'RESOURCE_NOT_FOUND', message: 'no such refund', debug_id: 'x' } };
      },
    },
  });
  return {
    standIn,
    charges: (reference) => books.moved(reference, ['COMPLETED']),
    agree() {
      for (const order of books.charges.values())
        if (order.status === 'PAYER_ACTION_REQUIRED') order.status = 'APPROVED';
    },
  };
}

export const PAYPAL: PlayedConnector = {
  connector: 'paypal',
  credentials: { clientId: 'client', clientSecret: 'secret' },
  start,
  payins: [
    {
      name: 'PayPal',
      transaction: newPayin('paypal'),
      instrument: { kind: 'method', method: 'paypal', data: {} },
      answers: 'redirect',
    },
  ],
};
