// Plays Access Worldpay: cards, captures, cancellations and refunds. Its ids are the last part of its links. It has no
// key for a repeated call, and its answers have no amount.
import { aCard, newPayin } from '@tollgate/provider-kit/contract';
import { StandIn, type StandInAnswer, type StandInRequest } from '@tollgate/provider-kit/stand-in';
import { type Booked, Books, type PlayedConnector, type PlayedStandIn } from './played-connector.ts';

const DECLINED_CARD = '4000000000000002';
const HOST = 'https://try.access.worldpay.com';

async function start(): Promise<PlayedStandIn> {
  const books = new Books<Booked>('link');
  const links = (id: string) => ({ self: { href: `${HOST}/api/payments/${id}` } });
  const actions = (id: string) => ({
    refundPayment: { href: `${HOST}/api/payments/${id}/refunds`, method: 'POST' },
    cancelPayment: { href: `${HOST}/api/payments/${id}/cancellations`, method: 'POST' },
  });
  const instrument = {
    type: 'card/plain+masked',
    cardBin: '424242',
    lastFour: '4242',
    expiryDate: { month: 12, year: 2035 },
    cardBrand: 'visa',
    fundingType: 'credit',
    category: 'consumer',
    countryCode: 'GB',
    issuerName: 'BANK',
    paymentAccountReference: 'x',
  };
  function pay({ body }: StandInRequest): StandInAnswer {
    const { transactionReference, instruction } = body;
    if (instruction.paymentInstrument.cardNumber === DECLINED_CARD) {
      const refused = { refusalCode: '51', refusalDescription: 'INSUFFICIENT FUNDS' };
      return {
        status: 201,
        json: { outcome: 'refused', transactionReference, ...refused, paymentInstrument: instrument },
      };
    }
    const id = books.nextId();
    const { amount, currency } = instruction.value;
    const status = instruction.settlement.auto ? 'sentForSettlement' : 'authorized';
    const token = {
      href: `${HOST}/tokens/stored-1`,
      tokenId: 'stored-1',
      tokenExpiryDateTime: '2030-01-01T00:00:00Z',
    };
    const stored = instruction.tokenCreation ? { token } : {};
    books.add({ id, reference: transactionReference, amount, currency, status });
    return {
      status: 201,
      json: {
        outcome: status,
        transactionReference,
        schemeReference: '060720116005060',
        issuer: { authorizationCode: 'T26793' },
        paymentInstrument: instrument,
        ...stored,
        _links: links(id),
        _actions: actions(id),
      },
    };
  }
  const change =
    (from: string, to: string) =>
    ({ params }: StandInRequest): StandInAnswer => {
      const charge = books.charges.get(params.id!);
      if (charge?.status !== from)
        return {
          status: 422,
          json: { errorName: 'operationNotAllowed', message: 'not possible in this state' },
        };
      charge.status = to;
      return {
        status: 202,
        json: {
          outcome: to,
          transactionReference: charge.reference,
          _links: links(charge.id),
          _actions: actions(charge.id),
        },
      };
    };
  function refund({ params, body }: StandInRequest): StandInAnswer {
    const charge = books.charges.get(params.id!);
    if (!charge) return { status: 404, json: { errorName: 'notFound', message: 'no such payment' } };
    const id = books.nextId();
    books.refunds.push({ id, reference: body.reference, amount: body.value.amount });
    return {
      status: 202,
      json: {
        outcome: 'sentForPartialRefund',
        transactionReference: charge.reference,
        _links: links(id),
        _actions: actions(id),
      },
    };
  }
  function lastEvent({ params }: StandInRequest): StandInAnswer {
    const charge = books.charges.get(params.id!);
    const isRefund = books.refunds.some(({ id, reference }) => id === params.id || reference === params.id);
    if (!charge && !isRefund)
      return { status: 404, json: { errorName: 'notFound', message: 'no such payment' } };
    return { json: { lastEvent: charge ? charge.status : 'sentForRefund' } };
  }
  const standIn = await StandIn.start({
    admit: ({ headers }) =>
      headers.authorization === `Basic ${btoa('user:password')}`
        ? null
        : { status: 401, json: { errorName: 'accessDenied', message: 'no access' } },
    check: ({ method, body }) =>
      method === 'POST' && body?.instruction && body.merchant.entity !== 'default' ? ['another entity'] : [],
    routes: {
      'POST /api/payments': pay,
      'GET /api/payments/{id}': lastEvent,
      'POST /api/payments/{id}/partialSettlements': change('authorized', 'sentForSettlement'),
      'POST /api/payments/{id}/settlements': change('authorized', 'sentForSettlement'),
      'POST /api/payments/{id}/cancellations': change('authorized', 'sentForCancellation'),
      'POST /api/payments/{id}/partialRefunds': refund,
      'POST /api/payments/{id}/refunds': refund,
    },
  });
  return { standIn, charges: (reference) => books.moved(reference, ['sentForSettlement', 'authorized']) };
}

export const WORLDPAY: PlayedConnector = {
  connector: 'worldpay',
  credentials: {
    username: 'user',
    password: 'password',
    entityId: 'default',
    merchantName: 'Harbour Coffee',
  },
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
