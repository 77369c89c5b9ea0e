// Mandates with a provider that answers as the test says (contract 16): it tells later what it stored, it does not hear
// a revocation at first, it wants the payer in a later charge, it loses answers.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { EndedMandate, Instrument, Outcome, Provider, Transaction } from '@tollgate/provider-kit';
import { revokeMandate, revokeUnusedMandates } from '../../src/actions/mandates/revoke-mandate.ts';
import { type CreateRequest, createTransaction } from '../../src/actions/transactions/create-transaction.ts';
import { ROOT } from '../../src/domain/audit/audit.ts';
import { CODE } from '../../src/domain/errors/error-codes.ts';
import { mandateIdOf, toMandateRecord } from '../../src/domain/mandates/mandate.ts';
import { NO_DETAILS } from '../../src/domain/transactions/new-transaction.ts';
import type { StoredMeans } from '../../src/domain/transactions/outcome.ts';
import { chargeReference } from '../../src/domain/transactions/transaction.ts';
import { routeTo } from '../../src/providers/registry.ts';
import { rotateKeys } from '../../src/storage/keys/rotate-keys.ts';
import { findMandate } from '../../src/storage/mandates/mandate-store.ts';
import { sweepDueMandates } from '../../src/worker/due-mandates.ts';
import { sweepDueTransactions } from '../../src/worker/due-transactions.ts';
import { asOwner, openTestPool } from '../stage/harness-database.ts';
import { type Actions, openActions } from './open-actions.ts';

interface Played {
  answer: Outcome;
  later: Outcome;
  found: StoredMeans | 'none' | null;
  hears: boolean;
  charged: Instrument[];
  told: EndedMandate[];
}

/** Replaces the sandbox in the context. */
function play({ context }: Actions, id = 'played'): Played {
  const played: Played = {
    answer: { kind: 'completed' },
    later: { kind: 'completed' },
    found: null,
    hears: false,
    charged: [],
    told: [],
  };
  const sandbox = context.provider('sandbox', null) ?? context.provider('played', null)!;
  const provider: Provider = {
    ...sandbox,
    id,
    async payIn(_transaction, instrument) {
      played.charged.push(instrument);
      return instrument.kind === 'mandate' ? played.later : played.answer;
    },
    inquire: async () => ({ kind: 'completed' }),
    findStored: async () => played.found,
    async forgetStored(_stored, mandate) {
      played.told.push(mandate);
      return played.hears;
    },
  };
  const { forOption, byId } = routeTo([provider]);
  context.providersFor = forOption;
  context.provider = byId;
  return played;
}

const AGREEING = {
  userId: 'anna',
  details: {
    ...NO_DETAILS,
    mandate: { reason: 'RECURRING', description: null, maxAmountMinor: null, expiresAt: null },
  },
} as const satisfies Partial<CreateRequest>;

const mandateOf = async ({ context }: Actions, transaction: Transaction) =>
  (await findMandate(context.sql, transaction, mandateIdOf(transaction.id)))!;

async function charge(actions: Actions, first: Transaction, key: string | null = null) {
  const fingerprint = Buffer.alloc(32, 1);
  return await createTransaction(actions.context, {
    ...actions.request('4242424242424242'),
    card: null,
    mandateId: mandateIdOf(first.id),
    idempotency: key === null ? null : { key, fingerprint },
  });
}

const names = async (actions: Actions, transaction: Transaction) =>
  (await actions.events(transaction)).map((one) => one.eventType);

test('a mandate is active once the provider tells what it stored, and its revocation is told until it is heard', async (t) => {
  const actions = await openActions(t);
  const played = play(actions);
  const first = await actions.pay('4242424242424242', AGREEING);
  assert.equal((await mandateOf(actions, first)).status, 'PENDING');
  assert.deepEqual(await names(actions, first), ['payin.completed']);
  await sweepDueMandates(actions.context);
  assert.equal((await mandateOf(actions, first)).status, 'PENDING', 'it is not known yet');
  played.found = { id: 'stored-1', more: { customer: 'c-1' }, networkTransactionId: 'n-1' };
  actions.advance(10_001);
  await sweepDueMandates(actions.context);
  const active = await mandateOf(actions, first);
  assert.deepEqual(
    [active.status, active.storedId, active.networkTransactionId],
    ['ACTIVE', 'stored-1', 'n-1'],
  );
  assert.deepEqual(await names(actions, first), ['payin.completed', 'mandate.active']);
  await charge(actions, first);
  assert.deepEqual(played.charged.at(-1), {
    kind: 'mandate',
    method: 'card',
    reason: 'RECURRING',
    networkTransactionId: 'n-1',
    stored: { id: 'stored-1', more: { customer: 'c-1' } },
    card: null,
  });

  await revokeMandate(actions.context, ROOT, active, null);
  for (const _ of [1, 2]) {
    await sweepDueMandates(actions.context);
    actions.advance(60_001);
  }
  assert.equal(played.told.length, 2, 'not heard, so told again');
  played.hears = true;
  await sweepDueMandates(actions.context);
  actions.advance(86_400_000);
  await sweepDueMandates(actions.context);
  const { brandId } = actions.brand;
  const firstTransactionId = first.id;
  assert.deepEqual(
    played.told,
    Array(3).fill({ brandId, userId: 'anna', firstTransactionId, isShared: false }),
  );
  assert.equal((await mandateOf(actions, first)).storedSealed, null);
});

test('a provider that stored nothing makes the mandate FAILED', async (t) => {
  const actions = await openActions(t);
  const played = play(actions);
  played.found = 'none';
  const first = await actions.pay('4242424242424242', AGREEING);
  await sweepDueMandates(actions.context);
  assert.equal((await mandateOf(actions, first)).status, 'FAILED');
  assert.deepEqual(await names(actions, first), ['payin.completed', 'mandate.failed']);
});

test('whatever a provider asks of the payer, a later charge is declined with 2102', async (t) => {
  const actions = await openActions(t);
  const played = play(actions);
  played.answer = { kind: 'completed', stored: { id: 'stored-1' } };
  const first = await actions.pay('4242424242424242', AGREEING);
  const expiresAt = new Date(actions.context.now().getTime() + 60_000);
  const asking: Outcome[] = [
    { kind: 'redirect', redirectUrl: 'https://bank.example', expiresAt, providerReference: 'p-1' },
    { kind: 'instructions', resultType: 'form', statusCode: 80, fields: { formData: {} }, expiresAt },
  ];
  for (const later of asking) {
    played.later = later;
    const { transaction, body } = await charge(actions, first);
    assert.deepEqual([JSON.parse(body).resultType, JSON.parse(body).result.errorCode], ['declined', '2102']);
    assert.equal((await actions.read(transaction)).status, 'DECLINED');
  }
  assert.equal((await mandateOf(actions, first)).status, 'ACTIVE');
});

test('an account that did not take the mandate charges its card with the id of the network', async (t) => {
  const actions = await openActions(t);
  const before = play(actions);
  before.answer = { kind: 'completed', stored: { id: 'stored-1', networkTransactionId: 'n-1' } };
  const first = await actions.pay('4242424242424242', AGREEING);
  const other = play(actions, 'other');
  const { transaction } = await charge(actions, first);
  assert.equal((await actions.read(transaction)).provider, 'other');
  assert.deepEqual(other.charged, [
    {
      kind: 'mandate',
      method: 'card',
      reason: 'RECURRING',
      networkTransactionId: 'n-1',
      stored: null,
      card: {
        details: { number: '4242424242424242', expiryMonth: '12', expiryYear: '2035' },
        holder: null,
        cvv: null,
      },
    },
  ]);
  const { sql } = actions.context;
  await sql`update mandates set pan_sealed = null where id = ${mandateIdOf(first.id)}`;
  const { body } = await charge(actions, first);
  assert.equal(JSON.parse(body).result.errorCode, '1011', 'no card is known here');
});

test('a charge whose answers are lost is made once under its key', async (t) => {
  const actions = await openActions(t);
  const played = play(actions);
  played.answer = { kind: 'completed', stored: { id: 'stored-1' } };
  const first = await actions.pay('4242424242424242', AGREEING);
  played.later = { kind: 'unknown' };
  const references = new Set<string>();
  for (let i = 0; i < 5; i++) {
    const { transaction, replayed } = await charge(actions, first, 'renewal-1');
    assert.equal(replayed, i > 0);
    if (!replayed) references.add(chargeReference(transaction));
    actions.advance(i === 2 ? 10_001 : 0);
    await sweepDueTransactions(actions.context);
  }
  assert.equal(references.size, 1);
  assert.equal(played.charged.filter(({ kind }) => kind === 'mandate').length, 1);
  const rows = await actions.context.sql`
    select t.status from transactions t where t.details ->> 'mandateId' = ${mandateIdOf(first.id)}`;
  assert.deepEqual(
    rows.map(({ status }) => status),
    ['COMPLETED'],
  );
});

test('a process that dies after the decline for ever leaves a mandate that a worker makes FAILED', async (t) => {
  const actions = await openActions(t);
  const played = play(actions);
  played.answer = { kind: 'completed', stored: { id: 'stored-1' } };
  const first = await actions.pay('4242424242424242', AGREEING);
  played.later = { kind: 'declined', errorCode: CODE.accountClosed };
  actions.wearOut();
  const owner = await openTestPool(asOwner(actions.databaseUrl), { maxConnections: 1 });
  // The commit of the decline goes through, and the step of the mandate fails, as if the process had died between them.
  await owner`alter table mandates add constraint dying check (status <> 'FAILED')`;
  await charge(actions, first);
  await owner`alter table mandates drop constraint dying`;
  await owner.end();
  assert.equal((await mandateOf(actions, first)).status, 'ACTIVE');
  const { body } = await charge(actions, first);
  assert.equal(JSON.parse(body).result.errorCode, '2014', 'it is not charged again meanwhile');
  assert.equal(played.charged.filter(({ kind }) => kind === 'mandate').length, 1);
  await sweepDueMandates(actions.context);
  assert.equal((await mandateOf(actions, first)).status, 'FAILED');
  await sweepDueMandates(actions.context);
  assert.deepEqual(await names(actions, first), ['payin.completed', 'mandate.active', 'mandate.failed']);
});

test('a process that dies after a provider said that the mandate was withdrawn leaves its revocation to a worker', async (t) => {
  const actions = await openActions(t);
  const played = play(actions);
  played.answer = { kind: 'completed', stored: { id: 'stored-1' } };
  const first = await actions.pay('4242424242424242', AGREEING);
  played.later = { kind: 'declined', errorCode: CODE.tokenInvalid };
  await charge(actions, first);
  assert.equal((await mandateOf(actions, first)).revokedAt, null, 'the provider did not say why');
  played.later = { ...played.later, withdrawn: true };
  actions.wearOut();
  const owner = await openTestPool(asOwner(actions.databaseUrl), { maxConnections: 1 });
  await owner`alter table mandates add constraint dying check (status <> 'REVOKED')`;
  await charge(actions, first);
  await owner`alter table mandates drop constraint dying`;
  await owner.end();
  const marked = await mandateOf(actions, first);
  assert.deepEqual([marked.status, toMandateRecord(marked).revokedAt], ['ACTIVE', null]);
  const { body } = await charge(actions, first);
  assert.equal(JSON.parse(body).result.errorCode, '2014', 'it is not charged again meanwhile');
  assert.equal(played.charged.filter(({ kind }) => kind === 'mandate').length, 2);
  for (const _ of [1, 2]) await sweepDueMandates(actions.context);
  const { status, dueAt } = await mandateOf(actions, first);
  assert.deepEqual([status, dueAt, played.told.length], ['REVOKED', null, 0]);
  assert.deepEqual(await names(actions, first), ['payin.completed', 'mandate.active', 'mandate.revoked']);
});

test('mandates are charged and forgotten after their sealed columns got new keys', async (t) => {
  const actions = await openActions(t);
  const played = play(actions);
  const stored = { id: 'stored-1', more: { customer: 'c-1' } };
  played.answer = { kind: 'completed', stored };
  const first = await actions.pay('4242424242424242', AGREEING);
  const { sql, vault } = actions.context;
  const before = await mandateOf(actions, first);
  assert.ok(before.panSealed && before.storedSealed);
  await rotateKeys(sql, vault);
  const after = await mandateOf(actions, first);
  assert.notDeepEqual([after.panSealed, after.storedSealed], [before.panSealed, before.storedSealed]);
  await charge(actions, first);
  assert.deepEqual((played.charged.at(-1) as { stored: unknown }).stored, stored);
  const other = play(actions, 'other');
  await charge(actions, first);
  const [charged] = other.charged as { card: { details: { number: string } } }[];
  assert.equal(charged!.card.details.number, '4242424242424242');
});

test('the erasure by age revokes no mandate that was made or charged since then', async (t) => {
  const actions = await openActions(t);
  const played = play(actions);
  played.answer = { kind: 'completed', stored: { id: 'stored-1' } };
  played.hears = true;
  const first = await actions.pay('4242424242424242', AGREEING);
  const revokeBefore = async (since: Date) => {
    await revokeUnusedMandates(actions.context, first, { userIds: ['anna'], since });
    return (await mandateOf(actions, first)).status;
  };
  assert.equal(await revokeBefore(actions.context.now()), 'ACTIVE', 'it was made now');
  actions.advance(1_000);
  const afterFirst = actions.context.now();
  await charge(actions, first);
  assert.equal(await revokeBefore(afterFirst), 'ACTIVE', 'it was charged since then');
  actions.advance(1_000);
  assert.equal(await revokeBefore(actions.context.now()), 'REVOKED');
  await sweepDueMandates(actions.context);
  assert.equal(played.told.length, 1);
});
