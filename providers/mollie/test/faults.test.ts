// Faults on the way to Mollie and back: what was certainly not done, what is unknown, and what an inquiry finds.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { PlannedFault } from '@tollgate/provider-kit/stand-in';
import { aMandatePayin, aPaid, aPayin, aRefund, openMollie, soon } from './a-mollie.ts';
import { refusal } from './stand-in/records.ts';

const refused = (status: number): PlannedFault => ({
  fault: { kind: 'answer', answer: refusal(status, 'Refused', 'It was refused') },
});

const TWO_MINUTES = 2 * 60_000;

for (const status of [400, 401, 403, 422, 429]) {
  test(`a payment that Mollie refuses with ${status} was not made, and the next account is asked`, async (t) => {
    const stage = await openMollie(t);
    stage.standIn.server.fault(refused(status));
    const outcome = await stage.pay(aPayin('ideal'));
    assert.deepEqual(outcome, { kind: 'failed', errorCode: '1011', answered: true });
  });
}

for (const status of [404, 409]) {
  test(`a payment that Mollie answers with ${status} is unknown`, async (t) => {
    const stage = await openMollie(t);
    stage.standIn.server.fault(refused(status));
    assert.deepEqual(await stage.pay(aPayin('ideal')), { kind: 'unknown', answered: true });
  });
}

const UNKNOWN: Record<string, PlannedFault> = {
  'a lost answer': { fault: { kind: 'lost', when: 'after' } },
  'a lost call': { fault: { kind: 'lost', when: 'before' } },
  'half an answer': { fault: { kind: 'half' } },
  'a page in place of an answer': { fault: { kind: 'page' } },
  'status 500': { fault: { kind: 'answer', when: 'after', answer: { status: 500, text: 'broken' } } },
  'status 503': { fault: { kind: 'answer', answer: refusal(503, 'Service Unavailable', 'Later') } },
  'a redirect': {
    fault: { kind: 'answer', answer: { status: 302, headers: { location: 'http://127.0.0.1:1/' } } },
  },
  'another object': { fault: { kind: 'changed', fields: { resource: 'order' } } },
  'an object without an id': { fault: { kind: 'changed', fields: { id: '../x' } } },
  'an amount that cannot be read': { fault: { kind: 'changed', fields: { amount: { value: 12 } } } },
  'a page that is no address': {
    fault: { kind: 'changed', fields: { _links: { checkout: { href: 'javascript:x' } } } },
  },
};

for (const [name, fault] of Object.entries(UNKNOWN)) {
  test(`after ${name} the outcome of a payment is unknown, and nobody can have paid it`, async (t) => {
    const stage = await openMollie(t);
    const payin = aPayin('ideal');
    stage.standIn.server.fault(fault);
    assert.equal((await stage.pay(payin)).kind, 'unknown');
    assert.ok(stage.standIn.server.requests.length === 1, 'it was sent twice');
    const ask = async () => (await stage.provider.inquire(payin, stage.call(payin))).kind;
    if (stage.kept(payin)) return assert.equal(await ask(), 'waiting');
    assert.equal(await ask(), 'unknown');
    stage.advance(TWO_MINUTES);
    assert.equal(await ask(), 'unheard');
  });
}

test('without a connection nothing was done', async (t) => {
  const stage = await openMollie(t);
  await stage.standIn.server.stopListening();
  assert.deepEqual(await stage.pay(aPayin('ideal')), { kind: 'failed', errorCode: '1011' });
});

test('a payment whose id could not be stored is unknown, and its page is shown to nobody', async (t) => {
  const stage = await openMollie(t);
  const keep = async () => {
    throw new Error('the database is away');
  };
  assert.deepEqual(await stage.pay(aPayin('ideal'), { keep }), { kind: 'unknown' });
});

test('a call that is aborted at its deadline is unknown', async (t) => {
  const stage = await openMollie(t);
  stage.standIn.server.fault({ fault: { kind: 'held' } });
  const deadline = new AbortController();
  const answer = stage.pay(aPayin('ideal'), { signal: deadline.signal });
  while (stage.standIn.server.heldCount === 0) await new Promise(setImmediate);
  deadline.abort();
  assert.deepEqual(await answer, { kind: 'unknown' });
});

test('the same charge sent again gets the first answer', async (t) => {
  const stage = await openMollie(t);
  const payin = aPayin('card');
  stage.standIn.server.fault({ fault: { kind: 'lost', when: 'after' } });
  assert.equal((await stage.pay(payin)).kind, 'unknown');
  const outcome = await stage.pay(payin);
  assert.equal(
    'providerReference' in outcome && outcome.providerReference,
    stage.standIn.books.of(payin.id)!.id,
  );
  assert.equal(stage.standIn.books.all('payment').length, 1);
});

test('a charge sent again with other data is unknown: nobody knows what the first one did', async (t) => {
  const stage = await openMollie(t);
  const payin = aPayin('card');
  stage.standIn.server.fault({ fault: { kind: 'lost', when: 'after' } });
  assert.equal((await stage.pay(payin)).kind, 'unknown');
  const returnUrl = () => 'https://gateway.example/return/another';
  assert.deepEqual(await stage.pay(payin, { returnUrl }), { kind: 'unknown', answered: true });
  assert.equal(stage.standIn.books.all('payment').length, 1);
});

test('a later charge whose answer was lost is found among the payments of its customer', async (t) => {
  const stage = await openMollie(t);
  const paid = await aPaid(stage, aMandatePayin());
  const stored = await stage.provider.findStored!(paid, stage.call(paid));
  assert.ok(stored && stored !== 'none');
  const charge = async (fault: PlannedFault) => {
    const later = aPayin('card', { userId: 'ada' });
    stage.standIn.server.fault({ on: /^POST/, ...fault });
    const none = { card: null, networkTransactionId: null };
    const instrument = { kind: 'mandate', method: 'card', reason: 'RECURRING', stored, ...none } as const;
    assert.equal((await stage.provider.payIn(later, instrument, stage.call(later))).kind, 'unknown');
    return { later, ask: () => stage.provider.inquire(later, stage.call(later)) };
  };
  const made = await charge({ fault: { kind: 'lost', when: 'after' } });
  assert.equal((await made.ask()).kind, 'completed');
  assert.equal(stage.standIn.charges(made.later.id), 1);
  const lost = await charge({ fault: { kind: 'lost', when: 'before' } });
  assert.equal((await lost.ask()).kind, 'unknown');
  stage.advance(TWO_MINUTES);
  assert.equal((await lost.ask()).kind, 'unheard');
  stage.standIn.server.fault({ on: /customers/, fault: { kind: 'page' } });
  assert.equal((await lost.ask()).kind, 'unknown');
});

test('a refund whose answer was lost is found in the list, and refunds once', async (t) => {
  const stage = await openMollie(t);
  const paid = await aPaid(stage, aPayin('ideal'));
  const refund = aRefund(stage, paid);
  stage.standIn.server.fault({ on: /refunds/, fault: { kind: 'lost', when: 'after' } });
  assert.deepEqual(await stage.provider.refund(paid, refund, soon()), { kind: 'unknown' });
  const found = await stage.provider.inquireRefund(paid, refund, soon());
  assert.equal(found.kind, 'pending');
  assert.equal(stage.standIn.charges(refund.id), 1);
});

test('a refund that Mollie never heard is unheard, but not while it may be on its way', async (t) => {
  const stage = await openMollie(t);
  const paid = await aPaid(stage, aPayin('ideal'));
  const refund = aRefund(stage, paid);
  stage.standIn.server.fault({ on: /refunds/, fault: { kind: 'lost', when: 'before' } });
  assert.deepEqual(await stage.provider.refund(paid, refund, soon()), { kind: 'unknown' });
  const ask = () => stage.provider.inquireRefund(paid, refund, soon());
  assert.deepEqual(await ask(), { kind: 'unknown' });
  stage.advance(60_000);
  assert.deepEqual(await ask(), { kind: 'unheard' });
  stage.standIn.server.fault({ on: /refunds/, fault: { kind: 'changed', fields: { _embedded: null } } });
  assert.deepEqual(await ask(), { kind: 'unknown' });
});

for (const [status, kind] of [
  [422, 'failed'],
  [404, 'failed'],
  [409, 'unknown'],
  [503, 'unknown'],
] as const) {
  test(`a refund that Mollie answers with ${status} is ${kind}`, async (t) => {
    const stage = await openMollie(t);
    const paid = await aPaid(stage, aPayin('ideal'));
    stage.standIn.server.fault(refused(status));
    assert.equal((await stage.provider.refund(paid, aRefund(stage, paid), soon())).kind, kind);
  });
}

test('an account with an endpoint calls no other address', async (t) => {
  const stage = await openMollie(t);
  await stage.pay(aPayin('ideal'));
  assert.deepEqual(stage.standIn.server.calls, ['POST /v2/payments']);
});
