// Does the contract find faults? An adapter with its own memory passes all checks. Broken in one way, it fails at least
// the check for that way.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Outcome, Provider, RefundOutcome, Transaction } from '@tollgate/provider-kit';
import { aCard, CHECKS, type Stage } from '@tollgate/provider-kit/contract';
import { optionsOf } from '../../src/domain/options/payment-option.ts';
import { aTransaction } from '../stage/builders.ts';
import { aProvider, everywhere } from './a-provider.ts';
import { applyAsGateway, testContract } from './test-contract.ts';

interface Deed {
  outcome: Outcome;
  charges: number;
}

const optionOf = (direction: 'PAYIN' | 'PAYOUT', method: string) =>
  optionsOf(direction).find((option) => option.method === method)!.id;

/** A network with books: it acts once for each id and never forgets. The amount decides its answer. */
function openStage(
  flaw: (sound: Provider, books: Map<string, Deed>) => Partial<Provider> = () => ({}),
): Stage {
  let time = new Date('2026-03-01T12:00:00.000Z').getTime();
  const now = () => new Date(time);
  const books = new Map<string, Deed>();

  function answer({ amountMinor, id }: Transaction): Outcome {
    const providerReference = `net-${id}`;
    switch (amountMinor) {
      case 1n:
        return { kind: 'declined', errorCode: '2001', providerReference };
      case 2n:
        return { kind: 'failed', errorCode: '9002' };
      case 3n:
        return { kind: 'pending', askAgainAt: new Date(time + 60_000), providerReference };
      case 4n:
        return { kind: 'unknown' };
      case 5n: {
        const expiresAt = new Date(time + 3_600_000);
        const fields = { referenceNumber: `9${id.slice(0, 8)}` };
        return {
          kind: 'instructions',
          resultType: 'fawry',
          statusCode: 90,
          fields,
          expiresAt,
          providerReference,
        };
      }
      default:
        return { kind: 'completed', providerReference };
    }
  }

  function take(transaction: Transaction): Outcome {
    const known = books.get(transaction.id);
    if (known) return known.outcome;
    const outcome = answer(transaction);
    books.set(transaction.id, { outcome, charges: ['completed', 'unknown'].includes(outcome.kind) ? 1 : 0 });
    return outcome;
  }

  function find({ id }: { id: string }): Outcome | { kind: 'unheard' } {
    const deed = books.get(id);
    if (!deed) return { kind: 'unheard' };
    const { outcome } = deed;
    if (outcome.kind === 'instructions') return outcome.expiresAt > now() ? outcome : { kind: 'expired' };
    if (outcome.kind === 'pending') {
      return { ...outcome, askAgainAt: new Date(time + 60_000) };
    }
    return outcome.kind === 'unknown' ? { kind: 'completed', providerReference: `net-${id}` } : outcome;
  }

  const takes = (instrument: { kind: string; method?: string }) =>
    instrument.kind === 'card' || instrument.method === 'fawry';
  const sound: Provider = aProvider({
    id: 'network',
    capabilities: {
      methods: everywhere({ PAYIN: ['card', 'fawry'], PAYOUT: ['upi'] }, ['EUR', 'EGP', 'INR']),
      refund: true,
      cancel: true,
      inquiry: 'supported',
    },
    async payIn(transaction, instrument) {
      if (!takes(instrument) || transaction.currency === 'XTS') return { kind: 'failed', errorCode: '9002' };
      return take(transaction);
    },
    async payOut(transaction) {
      const known = transaction.optionId === optionOf('PAYOUT', 'upi') && transaction.currency === 'INR';
      return known ? take(transaction) : { kind: 'failed', errorCode: '9002' };
    },
    resume: async () => ({ kind: 'waiting' }),
    confirm: async () => ({ kind: 'unknown' }),
    inquire: async (transaction) => find(transaction),
    async cancel(transaction) {
      const deed = books.get(transaction.id);
      if (deed?.outcome.kind === 'instructions') deed.outcome = { kind: 'declined', errorCode: '3001' };
      const found = find(transaction);
      return found.kind === 'unheard' ? { kind: 'failed', errorCode: '9002' } : found;
    },
    async refund(_payin, { id, amountMinor }): Promise<RefundOutcome> {
      if (amountMinor === 2n) return { kind: 'failed', errorCode: '5005' };
      const outcome: Outcome = { kind: 'completed', providerReference: `back-${id}` };
      if (!books.has(id)) books.set(id, { outcome, charges: 1 });
      return { kind: 'completed', providerReference: `back-${id}` };
    },
    async inquireRefund(_payin, { id }) {
      return books.has(id) ? { kind: 'completed', providerReference: `back-${id}` } : { kind: 'unheard' };
    },
    evidenceForm: async () => ({
      grounds: [{ code: 'general', files: [{ kind: 'receipt', isNeeded: true }] }],
      texts: ['explanation'],
      fileTypes: ['application/pdf'],
    }),
    async defendDispute(_payin, { disputeReference }) {
      const key = `dispute ${disputeReference}`;
      books.set(key, { outcome: { kind: 'unknown' }, charges: (books.get(key)?.charges ?? 0) + 1 });
      return { kind: 'sent' };
    },
    async inquireResponse(_payin, { disputeReference }) {
      return { kind: books.has(`dispute ${disputeReference}`) ? 'sent' : 'unheard' };
    },
  });

  const kinds = ['completed', 'declined', 'failed', 'pending', 'unknown', 'instructions'] as const;
  const amountOf = (kind: (typeof kinds)[number]) => BigInt(kinds.indexOf(kind)) || 100n;
  return {
    provider: { ...sound, ...flaw(sound, books) },
    now,
    advance(ms) {
      time += ms;
    },
    payins: kinds.map((answers) => ({
      name: answers,
      transaction: aTransaction({ optionId: optionOf('PAYIN', 'card'), amountMinor: amountOf(answers) }),
      instrument: aCard('4242424242424242'),
      answers,
    })),
    payouts: kinds.slice(0, 5).map((answers) => ({
      name: `payout ${answers}`,
      transaction: aTransaction({
        type: 'PAYOUT',
        status: 'PROCESSING',
        moneyReserved: true,
        currency: 'INR',
        optionId: optionOf('PAYOUT', 'upi'),
        amountMinor: amountOf(answers),
      }),
      recipient: { vpa: 'ada@upi' },
      answers,
    })),
    neverSent: [aTransaction()],
    apply: applyAsGateway,
    charges: (id) => books.get(id)?.charges ?? 0,
    async disputed() {
      const payin = aTransaction({ status: 'COMPLETED' });
      return {
        payin,
        disputeReference: payin.id,
        times: () => books.get(`dispute ${payin.id}`)?.charges ?? 0,
      };
    },
  };
}

testContract('a network with books', () => openStage());

const later = (ms: number) => new Date(Date.UTC(2026, 2, 1, 12) + ms);

const FLAWS: [name: string, check: RegExp, flaw: Parameters<typeof openStage>[0]][] = [
  [
    'charges a repeated payment again',
    /moves money once/,
    (sound, books) => ({
      async payIn(...call) {
        const outcome = await sound.payIn(...call);
        const deed = books.get(call[0].id);
        if (deed && outcome.kind === 'completed') deed.charges++;
        return outcome;
      },
    }),
  ],
  [
    'gives another reference each time',
    /moves money once/,
    (sound) => {
      let calls = 0;
      return {
        payIn: async (...call) =>
          ({ ...(await sound.payIn(...call)), providerReference: `r-${calls++}` }) as Outcome,
      };
    },
  ],
  [
    'calls a pending charge unheard',
    /inquiry after a lost answer/,
    (sound) => ({
      async inquire(...asked) {
        const found = await sound.inquire(...asked);
        return found.kind === 'pending' ? { kind: 'unheard' } : found;
      },
    }),
  ],
  [
    'calls a charge declined that it had made',
    /inquiry after a lost answer/,
    () => ({ inquire: async () => ({ kind: 'declined', errorCode: '2005' }) }),
  ],
  [
    'calls an accepted payment waiting',
    /stored payment/,
    (sound) => ({
      async inquire(...asked) {
        const found = await sound.inquire(...asked);
        return found.kind === 'pending' ? { kind: 'waiting' } : found;
      },
    }),
  ],
  [
    'reports an outcome of a payment that was never sent',
    /never received/,
    () => ({ inquire: async () => ({ kind: 'completed', providerReference: 'x' }) }),
  ],
  [
    'forgets evidence that arrived',
    /response to a dispute/,
    () => ({ inquireResponse: async () => ({ kind: 'unheard' }) }),
  ],
  [
    'calls evidence refused that was never sent',
    /response to a dispute/,
    (sound) => ({
      async inquireResponse(...asked) {
        const found = await sound.inquireResponse!(...asked);
        return found.kind === 'unheard' ? { kind: 'refused', reason: 'it is not there' } : found;
      },
    }),
  ],
  [
    'sends evidence again when it is asked',
    /response to a dispute/,
    (sound) => ({
      inquireResponse: (payin, response, evidence, signal) =>
        sound.defendDispute!(payin, response, evidence!, signal),
    }),
  ],
  [
    'accepts a method that it does not declare',
    /does not declare/,
    (sound) => ({
      payIn: (transaction, _, call) => sound.payIn(transaction, aCard('4242424242424242'), call),
    }),
  ],
  [
    'pays out in any currency',
    /does not declare/,
    (sound) => ({
      payOut: (transaction, ...call) => sound.payOut({ ...transaction, currency: 'INR' }, ...call),
    }),
  ],
  [
    'throws at an unknown value',
    /no input/,
    (sound) => ({
      payIn: async (transaction, ...call) => {
        if (transaction.details.customer?.email === '') throw new Error('no e-mail');
        return await sound.payIn(transaction, ...call);
      },
    }),
  ],
  [
    'declares a method that does not exist',
    /capabilities/,
    (sound) => ({ capabilities: { ...sound.capabilities, methods: everywhere({ PAYIN: ['cheque'] }) } }),
  ],
  [
    'declares a country that does not exist',
    /capabilities/,
    (sound) => ({
      capabilities: {
        ...sound.capabilities,
        methods: sound.capabilities.methods.map((one) => ({ ...one, countries: ['DE', 'XX'] })),
      },
    }),
  ],
  [
    'throws at the parameters of a return',
    /no input/,
    () => ({
      resume: async (_transaction, parameters) => {
        if (Object.keys(parameters).includes('constructor')) throw new Error('no such parameter');
        return { kind: 'waiting' };
      },
    }),
  ],
  [
    'accepts an unsigned notification',
    /no input/,
    () => ({ readNotification: () => ({ kind: 'authentic', items: [] }) }),
  ],
  ['needs more time than the resolver waits', /capabilities/, () => ({ deadlineMs: 30_000 })],
  [
    'cancels a paid payment',
    /cancels/,
    () => ({ cancel: async () => ({ kind: 'declined', errorCode: '3001' }) }),
  ],
  [
    'cannot cancel although it declares that',
    /cancels/,
    () => ({ cancel: async () => ({ kind: 'unknown' }) }),
  ],
  [
    'refunds twice',
    /refunds once/,
    (_sound, books) => ({
      async refund(_payin, { id }) {
        const deed = books.get(id) ?? { outcome: { kind: 'completed' }, charges: 0 };
        books.set(id, { ...deed, charges: deed.charges + 1 });
        return { kind: 'completed' };
      },
    }),
  ],
  [
    'forgets a refund',
    /refunds once/,
    () => ({ inquireRefund: async () => ({ kind: 'unheard' }), refund: async () => ({ kind: 'pending' }) }),
  ],
  [
    'refunds although it declares no refunds',
    /refunds once/,
    (sound) => ({ capabilities: { ...sound.capabilities, refund: false } }),
  ],
];

/** First answers with a wrong form. */
const MALFORMED: Record<string, Outcome> = {
  'over before it began': { kind: 'redirect', redirectUrl: 'https://bank.example', expiresAt: later(-1) },
  'a page without a valid address': {
    kind: 'redirect',
    redirectUrl: 'javascript:pay()',
    expiresAt: later(60_000),
  },
  'asks after its end': {
    kind: 'redirect',
    redirectUrl: 'https://bank.example',
    expiresAt: later(60_000),
    askAgainAt: later(60_001),
  },
  'asks in the past': { kind: 'pending', askAgainAt: later(-1) },
  'an unknown error code': { kind: 'declined', errorCode: '2999' as '2005' },
  'ends with an unknown outcome': { kind: 'failed', errorCode: '9001' },
  'another status code': {
    kind: 'instructions',
    resultType: 'qrcode',
    statusCode: 80,
    fields: { base64QRCode: 'x', qrCodeString: 'x' },
    expiresAt: later(60_000),
  },
  'nothing to show': {
    kind: 'instructions',
    resultType: 'qrcode',
    statusCode: 81,
    fields: { qrCodeString: 'x' },
    expiresAt: later(60_000),
  },
  'no JSON': {
    kind: 'instructions',
    resultType: 'fawry',
    statusCode: 90,
    fields: { referenceNumber: later(0) },
    expiresAt: later(60_000),
  },
  'the gateway’s own fields': {
    kind: 'instructions',
    resultType: 'fawry',
    statusCode: 90,
    fields: { referenceNumber: '1', status: 'COMPLETED' },
    expiresAt: later(60_000),
  },
  'an empty reference': { kind: 'completed', providerReference: '' },
  'an outcome that only the gateway decides': { kind: 'approved' } as never,
  'waiting at once': { kind: 'waiting' },
};

for (const [name, check, flaw] of FLAWS) {
  test(`an adapter that ${name} is noticed`, async () => {
    const [promise, run] = Object.entries(CHECKS).find(([one]) => check.test(one))!;
    await assert.rejects(run(openStage(flaw)), Error, promise);
  });
}

for (const [name, outcome] of Object.entries(MALFORMED)) {
  test(`a malformed answer is noticed: ${name}`, async () => {
    const [, run] = Object.entries(CHECKS).find(([one]) => one.includes('well-formed'))!;
    const stage = openStage(() => ({ payIn: async () => outcome }));
    stage.payins = [{ ...stage.payins[0]!, answers: outcome.kind }];
    await assert.rejects(run(stage), assert.AssertionError);
  });
}
