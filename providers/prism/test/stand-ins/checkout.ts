// Plays Checkout.com: cards with 3-D Secure, captures, voids and refunds, and cards that are stored.
import { aCard, newPayin } from '@tollgate/provider-kit/contract';
import { StandIn, type StandInAnswer, type StandInRequest } from '@tollgate/provider-kit/stand-in';
import { type Booked, Books, type PlayedConnector, type PlayedStandIn } from './played-connector.ts';

export const DECLINED_CARD = '4000000000000002';

interface Charge extends Booked {
  approved: boolean;
  response_code: string;
  source: object;
}

async function start(): Promise<PlayedStandIn> {
  const books = new Books<Charge>('pay_');
  const shown = (charge: Charge) => {
    const { id, amount, currency, reference, status, approved, response_code, source } = charge;
    const redirect =
      status === 'Pending' ? { redirect: { href: `https://3ds.checkout.example/sessions?sid=${id}` } } : {};
    const [left, none] = [amount, 0];
    const balances = {
      total_authorized: left,
      total_voided: none,
      available_to_void: left,
      total_captured: none,
      available_to_capture: left,
      total_refunded: none,
      available_to_refund: none,
    };
    return {
      id,
      action_id: `act_${id}`,
      amount,
      currency,
      reference,
      status,
      approved,
      response_code,
      response_summary: approved ? 'Approved' : 'Insufficient Funds',
      source,
      balances,
      scheme_id: '638284745624527',
      _links: redirect,
    };
  };
  function pay({ body }: StandInRequest): StandInAnswer {
    const isDeclined = body.source.number === DECLINED_CARD;
    const isChallenged = body['3ds'].enabled && !isDeclined;
    const charge = books.add({
      id: books.nextId(),
      reference: body.reference,
      amount: body.amount,
      currency: body.currency,
      status: isDeclined ? 'Declined' : isChallenged ? 'Pending' : body.capture ? 'Captured' : 'Authorized',
      approved: !isDeclined,
      response_code: isDeclined ? '20051' : '10000',
      source: { id: 'src_stored', type: 'card', last4: '4242' },
    });
    // The capture follows at once, and the first answer does not know it yet.
    const status = charge.status === 'Captured' ? 'Authorized' : charge.status;
    return { status: isChallenged ? 202 : 201, json: shown({ ...charge, status }) };
  }
  const change =
    (from: string, to: string) =>
    ({ params }: StandInRequest): StandInAnswer => {
      const charge = books.charges.get(params.id!);
      if (charge?.status !== from) return { status: 403, text: '' };
      charge.status = to;
      return { status: 202, json: { action_id: `act_${to}_${charge.id}`, reference: charge.reference } };
    };
  function refund({ params, body }: StandInRequest): StandInAnswer {
    if (!books.charges.has(params.id!)) return { status: 404, text: '' };
    const id = books.nextId();
    books.refunds.push({ id, reference: body.reference, amount: body.amount });
    return { status: 202, json: { action_id: id, reference: body.reference } };
  }
  const actions = () => ({
    json: books.refunds.map(({ id, reference, amount }) => ({
      id,
      type: 'Refund',
      approved: true,
      amount,
      reference,
      response_code: '10000',
    })),
  });
  const standIn = await StandIn.start({
    keyOf: ({ method, headers }) =>
      method === 'POST' ? ((headers['cko-idempotency-key'] as string) ?? null) : null,
    admit: ({ headers }) => (headers.authorization === 'Bearer sk_test' ? null : { status: 401, text: '' }),
    check: ({ method, headers }) =>
      method === 'POST' && !headers['cko-idempotency-key'] ? ['a POST without a key'] : [],
    routes: {
      'POST /payments': pay,
      'GET /payments/{id}': ({ params }) => {
        const charge = books.charges.get(params.id!);
        return charge ? { json: shown(charge) } : { status: 404, text: '' };
      },
      'POST /payments/{id}/captures': change('Authorized', 'Captured'),
      'POST /payments/{id}/voids': change('Authorized', 'Voided'),
      'POST /payments/{id}/refunds': refund,
      'GET /payments/{id}/actions': actions,
    },
  });
  return {
    standIn,
    charges: (reference) => books.moved(reference, ['Captured', 'Authorized']),
    agree() {
      for (const charge of books.charges.values())
        if (charge.status === 'Pending') charge.status = 'Captured';
    },
  };
}

export const CHECKOUT: PlayedConnector = {
  connector: 'checkout',
  credentials: { apiKey: 'pk_test', apiSecret: 'sk_test', processingChannelId: 'pc_test' },
  start,
  payins: [
    {
      name: 'a card',
      transaction: newPayin('card'),
      instrument: aCard('4242424242424242'),
      answers: 'completed',
    },
    {
      name: 'a declined card',
      transaction: newPayin('card'),
      instrument: aCard(DECLINED_CARD),
      answers: 'declined',
    },
  ],
};
