// What the library does not tell about the connectors that were played: where their answers say amount, currency and
// reference, which header makes a call harmless when it is repeated, and what was seen to work. The library gives back
// the amount of the question, so the connector's own words are compared.
import type { Facts } from './connector.ts';

const FACTS: Readonly<Record<string, Facts>> = {
  checkout: {
    idempotencyHeader: 'Cko-Idempotency-Key',
    about: { reference: ['reference'], amount: ['amount'], currency: ['currency'], unit: 'minor' },
    aboutRefunds: { reference: ['reference'], unit: 'minor' },
    // Its last two digits are decimals there.
    otherUnits: ['CLP'],
    hasThreeDs: true,
    isStorable: true,
  },
  worldpay: {
    // Its answers have no amount; the reference is the charge's.
    about: { reference: ['transactionReference'], unit: 'minor' },
    isStorable: true,
  },
  paypal: {
    about: {
      reference: ['purchase_units.0.reference_id'],
      amount: ['purchase_units.0.payments.captures.0.amount.value', 'purchase_units.0.amount.value'],
      currency: [
        'purchase_units.0.payments.captures.0.amount.currency_code',
        'purchase_units.0.amount.currency_code',
      ],
      unit: 'major',
    },
    aboutRefunds: { amount: ['amount.value'], currency: ['amount.currency_code'], unit: 'major' },
    places: { paypal: {} },
    isCompletedHere: true,
    featureData: '{"authorize_id":null,"capture_id":null,"psync_flow":"AUTHENTICATE"}',
    asksBeforeRefund: true,
  },
  dlocal: {
    idempotencyHeader: 'X-Idempotency-Key',
    about: {
      reference: ['order_id'],
      amount: ['amount'],
      currency: ['currency'],
      decline: ['status_code'],
      unit: 'major',
    },
    aboutCaptures: { amount: ['amount'], currency: ['currency'], unit: 'major' },
    aboutRefunds: { payment: ['payment_id'], amount: ['amount'], currency: ['currency'], unit: 'major' },
    places: {
      card: {
        countries: ['BR', 'MX', 'IN', 'KE', 'EG', 'TR'],
        currencies: ['BRL', 'MXN', 'INR', 'KES', 'EGP', 'TRY'],
      },
      pix: {},
    },
  },
  cashfree: {
    about: {
      reference: ['0.order_id', 'order_id'],
      amount: ['0.payment_amount', 'payment_amount'],
      currency: ['0.payment_currency'],
      unit: 'major',
    },
    aboutRefunds: {
      reference: ['refund_id'],
      payment: ['order_id'],
      amount: ['refund_amount'],
      currency: ['refund_currency'],
      unit: 'major',
    },
    places: { upi: {}, 'upi-qr': {} },
  },
};

const NO_FACTS: Facts = { about: { unit: 'minor' } };

/** null: not tried. */
export const playedFacts = (connector: string): Facts | null => FACTS[connector] ?? null;

export const factsOf = (connector: string): Facts => playedFacts(connector) ?? NO_FACTS;
