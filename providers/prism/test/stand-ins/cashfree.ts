// Plays Cashfree with UPI: an order, a payment by a link (which is also shown as a QR code) or by a request to the
// payer's UPI address, and refunds.
import { newPayin } from '@tollgate/provider-kit/contract';
import { StandIn, type StandInAnswer, type StandInRequest } from '@tollgate/provider-kit/stand-in';
import { type Booked, Books, type PlayedConnector, type PlayedStandIn } from './played-connector.ts';

async function start(): Promise<PlayedStandIn> {
  const books = new Books<Booked>('');
  function openOrder({ body }: StandInRequest): StandInAnswer {
    const { order_id: id, order_amount: amount, order_currency: currency } = body;
    books.add({ id, reference: id, amount, currency, status: 'NOT_ATTEMPTED' });
    const list = { url: `https://sandbox.cashfree.com/pg/orders/${id}/payments` };
    return {
      json: {
        cf_order_id: 1_000 + books.charges.size,
        order_id: id,
        entity: 'order',
        order_currency: currency,
        order_amount: amount,
        order_status: 'ACTIVE',
        payment_session_id: `session_${id}`,
        order_expiry_time: '2026-03-31T12:00:00+05:30',
        order_note: null,
        customer_details: body.customer_details,
        order_meta: body.order_meta,
        payments: list,
        settlements: list,
        refunds: list,
        order_tags: null,
        order_splits: [],
      },
    };
  }
  function pay({ body }: StandInRequest): StandInAnswer {
    const id = body.payment_session_id.slice('session_'.length);
    const order = books.charges.get(id);
    if (!order)
      return {
        status: 404,
        json: { message: 'order not found', code: 'order_not_found', type: 'invalid_request_error' },
      };
    order.status = 'PENDING';
    const { channel } = body.payment_method.upi;
    const link = `upi://pay?pa=harbour@cashfree&am=${order.amount}&cu=INR&tr=${id}`;
    const payload = channel === 'link' ? { default: link } : null;
    return {
      json: {
        payment_method: 'upi',
        channel,
        action: 'custom',
        cf_payment_id: 5_000,
        payment_amount: order.amount,
        data: { url: null, payload, content_type: null, method: null },
      },
    };
  }
  function payments({ params }: StandInRequest): StandInAnswer {
    const order = books.charges.get(params.id!);
    if (!order)
      return {
        status: 404,
        json: { message: 'order not found', code: 'order_not_found', type: 'invalid_request_error' },
      };
    const { id, amount, currency, status } = order;
    return {
      json: [
        {
          cf_payment_id: 5_000,
          order_id: id,
          entity: 'payment',
          is_captured: status === 'SUCCESS',
          order_amount: amount,
          payment_amount: amount,
          payment_currency: currency,
          payment_status: status,
          payment_message: 'as documented',
          payment_group: 'upi',
          payment_method: { upi: { channel: 'link', upi_id: 'ada@okaxis' } },
        },
      ],
    };
  }
  function refund({ params, body }: StandInRequest): StandInAnswer {
    const known = books.refunds.find(({ id }) => id === body.refund_id);
    if (!known)
      books.refunds.push({
        id: body.refund_id,
        reference: body.refund_id,
        amount: Number(body.refund_amount),
      });
    return { json: shownRefund(params.id!, body.refund_id, Number(body.refund_amount)) };
  }
  const shownRefund = (order: string, id: string, amount: unknown) => ({
    cf_refund_id: '9001',
    refund_id: id,
    order_id: order,
    entity: 'refund',
    refund_amount: amount,
    refund_currency: 'INR',
    refund_status: 'SUCCESS',
    cf_payment_id: 5_000,
  });
  const standIn = await StandIn.start({
    admit: ({ headers, template }) =>
      headers['x-client-secret'] === 'secret' || template === null
        ? null
        : {
            status: 401,
            json: { message: 'authentication Failed', code: 'request_failed', type: 'authentication_error' },
          },
    routes: {
      'POST /pg/orders': openOrder,
      'POST /pg/orders/sessions': pay,
      'GET /pg/orders/{id}/payments': payments,
      'POST /pg/orders/{id}/refunds': refund,
      'GET /pg/orders/{id}/refunds/{refund}': ({ params }) => {
        const found = books.refunds.find(({ id }) => id === params.refund);
        return found
          ? { json: shownRefund(params.id!, found.id, found.amount) }
          : {
              status: 404,
              json: { message: 'refund not found', code: 'refund_not_found', type: 'invalid_request_error' },
            };
      },
    },
  });
  return {
    standIn,
    charges: (reference) => books.moved(reference, ['SUCCESS']),
    agree() {
      for (const order of books.charges.values()) if (order.status === 'PENDING') order.status = 'SUCCESS';
    },
  };
}

const upi = (method: string) => newPayin(method, { country: 'IN', currency: 'INR' });

export const CASHFREE: PlayedConnector = {
  connector: 'cashfree',
  credentials: { appId: 'app', secretKey: 'secret' },
  start,
  payins: [
    {
      name: 'UPI by a link',
      transaction: upi('upi'),
      instrument: { kind: 'method', method: 'upi', data: {} },
      answers: 'instructions',
    },
    {
      name: 'UPI by a QR code',
      transaction: upi('upi-qr'),
      instrument: { kind: 'method', method: 'upi-qr', data: {} },
      answers: 'instructions',
    },
    {
      name: 'UPI by a request',
      transaction: upi('upi'),
      instrument: { kind: 'method', method: 'upi', data: { vpa: 'ada@okaxis' } },
      answers: 'pending',
    },
  ],
};
