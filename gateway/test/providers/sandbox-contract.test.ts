// The sandbox against the contract of every provider: each test card, and each other method and payout with every
// amount that decides an outcome (contract 7).
import assert from 'node:assert/strict';
import { createHmac, randomUUIDv7 } from 'node:crypto';
import type { Outcome } from '@tollgate/provider-kit';
import { aCard, type PayinCase, type PayoutCase, type Stage } from '@tollgate/provider-kit/contract';
import { type Direction, optionsOf } from '../../src/domain/options/payment-option.ts';
import type { PaymentData } from '../../src/domain/payment-data/check-fields.ts';
import type { Transaction } from '../../src/domain/transactions/transaction.ts';
import { SANDBOX_SERVICES } from '../../src/providers/built-in.ts';
import { createSandbox } from '../../src/providers/sandbox/sandbox.ts';
import { aTransaction } from '../stage/builders.ts';
import { PAYIN_METHODS } from '../stage/payin-ways.ts';
import { testContract } from './test-contract.ts';

const CARDS: Record<string, Outcome['kind']> = {
  '4242424242424242': 'completed',
  '378282246310005': 'completed',
  '4000000000000002': 'declined',
  '4000000000009995': 'declined',
  '4000000000003220': 'redirect',
  '4000000000003055': 'completed',
  '4000008400001629': 'redirect',
  '4000008400001280': 'declined',
  '4000000000000119': 'failed',
  '4000000000000259': 'pending',
  '4000000000000341': 'unknown',
};

/** Every field that any method asks for; each method takes its own. */
const FIELDS: PaymentData = {
  iban: 'DE89370400440532013000',
  vpa: 'ada@upi',
  phoneNumber: '+254712345678',
  network: 'bitcoin',
  accountHolder: 'Ada Lovelace',
  accountNumber: '12345678901',
  ifsc: 'HDFC0001234',
  pixKeyType: 'EMAIL',
  pixKey: 'ada@example.com',
  walletId: 'ada',
  address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  token: 'token',
};

const CARD_OPTION = optionsOf('PAYIN').find(({ method }) => method === 'card')!.id;

function cardPayin(number: string): Transaction {
  const card = {
    brand: 'visa',
    first6: number.slice(0, 6),
    last4: number.slice(-4),
    expiryMonth: '12',
    expiryYear: '2035',
  };
  return aTransaction({ optionId: CARD_OPTION, card });
}

/** Every option and suboption of a direction that the sandbox declares, in a place where it is sold. */
function choicesOf(direction: Direction, methods: readonly string[]) {
  return optionsOf(direction)
    .flatMap((option) => (option.suboptions.length > 0 ? option.suboptions : [option]))
    .filter(({ method }) => methods.includes(method))
    .map(({ id, name, method, availableCountries }) => {
      const { code, currencies } = availableCountries[0]!;
      const country = code.length === 2 ? code : null;
      return {
        name: `${name} (${method})`,
        method,
        fields: { optionId: id, country, currency: currencies[0]! },
      };
    });
}

/** What an amount does at once, by its last two digits; any other amount: what the method shows. */
function atOnce(amountMinor: bigint, shown: Outcome['kind'], pageFirst = false): Outcome['kind'] {
  switch (amountMinor % 100n) {
    case 2n:
      return pageFirst ? shown : 'declined';
    case 4n:
      return 'failed';
    case 5n:
      return 'unknown';
    default:
      return shown;
  }
}

const AMOUNTS = [2500n, 2502n, 2503n, 2504n, 2505n];
const answerOf = (method: string) => PAYIN_METHODS.find((one) => one.method === method)!;

function openSandbox(): Stage {
  let time = new Date('2026-03-01T12:00:00.000Z').getTime();
  const now = () => new Date(time);
  const provider = createSandbox({
    services: SANDBOX_SERVICES,
    publicUrl: 'https://pay.example',
    delayMs: 10_000,
    now,
    fingerprint: (text) => createHmac('sha256', 'key').update(text).digest(),
  });
  const methodsOf = (direction: Direction) =>
    provider.capabilities.methods.flatMap((one) => (one.direction === direction ? one.method : []));

  const cards = Object.entries(CARDS).map(
    ([number, answers]): PayinCase => ({
      name: `card ${number}`,
      transaction: cardPayin(number),
      instrument: aCard(number),
      answers,
    }),
  );
  const others = choicesOf('PAYIN', methodsOf('PAYIN'))
    .filter(({ method }) => method !== 'card')
    .flatMap(({ name, method, fields }) =>
      AMOUNTS.map(
        (amountMinor): PayinCase => ({
          name: `${name} ${amountMinor}`,
          transaction: aTransaction({ ...fields, amountMinor }),
          instrument: { kind: 'method', method, data: FIELDS },
          answers: atOnce(
            amountMinor,
            answerOf(method).resultType === 'redirect' ? 'redirect' : 'instructions',
            // The page opens first, and the amount decides afterwards.
            answerOf(method).waitsFor === 'visit',
          ),
        }),
      ),
    );
  const payouts = choicesOf('PAYOUT', methodsOf('PAYOUT')).flatMap(({ name, fields }) =>
    AMOUNTS.map(
      (amountMinor): PayoutCase => ({
        name: `payout ${name} ${amountMinor}`,
        transaction: aTransaction({
          ...fields,
          amountMinor,
          type: 'PAYOUT',
          status: 'PROCESSING',
          sequence: 1,
          moneyReserved: true,
        }),
        recipient: FIELDS,
        answers: atOnce(amountMinor, 'pending'),
      }),
    ),
  );
  return {
    provider,
    now,
    advance(ms) {
      time += ms;
    },
    payins: [...cards, ...others],
    payouts,
    keepsNothing: true,
    // The rules refused it, or the shopper never chose: no card, and no page or instructions either.
    neverSent: [
      aTransaction({ card: null, provider: null }),
      aTransaction({ card: null, optionId: CARD_OPTION }),
    ],
    disputed: async () => ({
      payin: { ...cardPayin('4242424242424242'), status: 'COMPLETED' },
      disputeReference: null,
    }),
    async authorized() {
      const payin = cardPayin('4242424242424242');
      return { ...payin, details: { ...payin.details, captureMode: 'manual' } };
    },
    async agreed() {
      const first = cardPayin('4242424242424242');
      const mandate = {
        reason: 'RECURRING',
        description: null,
        maxAmountMinor: null,
        expiresAt: null,
      } as const;
      const paid: Transaction = { ...first, status: 'COMPLETED', details: { ...first.details, mandate } };
      const signal = AbortSignal.timeout(10_000);
      const call = { signal, returnUrl: () => '', state: async () => null, keep: async () => {} };
      const stored = await provider.findStored!(paid, call);
      assert.ok(stored !== null && stored !== 'none');
      const none = { card: null, networkTransactionId: null };
      const instrument = { kind: 'mandate', method: 'card', reason: 'RECURRING', stored, ...none } as const;
      const charge = cardPayin('4242424242424242');
      const later = { ...charge, details: { ...charge.details, mandateId: randomUUIDv7() } };
      return { paid, later, instrument };
    },
  };
}

testContract('the sandbox', openSandbox);
