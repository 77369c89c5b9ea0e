// What statements and notifications say about a month: the day of an entry, balances that lead from one to the next,
// and what a provider reported about the money of a dispute.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyMonthEnd } from '../../../src/actions/month-end/verify-month-end.ts';
import { textOf } from '../../../src/domain/month-end/manifest.ts';
import type { SqlTransaction } from '../../../src/storage/database/database.ts';
import { movementsOf } from '../../../src/storage/month-end/movements-and-entries.ts';
import { sweepDueNotifications } from '../../../src/worker/due-notifications.ts';
import { OTHER_IBAN } from '../../http/bank/stage.ts';
import type { Event } from '../../providers/adyen/stand-in/books.ts';
import { eventually } from '../../stage/harness.ts';
import { type ClosedMonth, causes, openMonthEnds } from './month-end-stage.ts';

const stage = await openMonthEnds();

test('a month-end names a dispute while its money is withheld, and once when it is lost', async (t) => {
  stage.setClock('2026-10-05T10:00:00Z');
  const brand = await stage.brand(t);
  const { shop } = brand;
  const { transactionId } = (await shop.card({ amount: 50 })).result;
  const dispute = (body: object) => shop.call('POST', `/sandbox/transactions/${transactionId}/dispute`, body);
  const opened = await dispute({ status: 'OPEN' });
  assert.equal(opened.status, 200, opened.text);
  const disputed = async (month: string) => {
    const closed = await brand.close(month);
    return causes(closed).filter((line) => line.startsWith('dispute'));
  };
  stage.setClock('2026-11-02T10:00:00Z');
  assert.deepEqual(await disputed('2026-10'), ['dispute-withheld 2026-10 -50.00']);
  const lost = await dispute({ status: 'LOST' });
  assert.equal(lost.status, 200, lost.text);
  stage.setClock('2027-01-02T10:00:00Z');
  assert.deepEqual(await disputed('2026-11'), ['dispute-lost 2026-11 -50.00']);
  assert.deepEqual(await disputed('2026-12'), []);
});

test('the proof of a movement is the notification that reported it', async (t) => {
  let minute = 0;
  const later = () => stage.setClock(new Date(Date.UTC(2026, 9, 5, 10, ++minute)).toISOString());
  later();
  const brand = await stage.brand(t);
  const { shop } = brand;
  const adyen = await shop.adyen();
  const { context } = stage.providerStage.gateway.gateway;
  const tell = async (reference?: string, kind = '', fields: Partial<Event> = {}) => {
    later();
    await adyen.deliver({}, reference ? [adyen.event(reference, kind, fields)] : undefined);
    await sweepDueNotifications(context);
    const open = (await shop.notes()).filter(({ state }) => state !== 'applied' && state !== 'ignored');
    assert.deepEqual(open, []);
  };
  const ids: string[] = [];
  for (let i = 0; i < 3; i++)
    ids.push((await shop.card({ amount: 50, merchantReference: `card-${i}` })).result.transactionId);
  const [won, lost, refunded] = ids as [string, string, string];
  await tell();
  for (const [id, pspReference, end] of [
    [won, 'DISPUTE1', 'CHARGEBACK_REVERSED'],
    [lost, 'DISPUTE2', 'PREARBITRATION_LOST'],
  ] as const)
    for (const kind of ['NOTIFICATION_OF_CHARGEBACK', 'CHARGEBACK', end])
      await tell(id, kind, { pspReference });
  // The full amount, so that it equals the payment's amount.
  const made = await shop.refund('card-2', 50);
  await tell();
  const amount = { value: 5_000, currency: 'EUR' };
  await tell(refunded, 'REFUND_FAILED', { merchantReference: made.body.refundId, amount });
  // Made by hand at the provider, so it has the payment's reference.
  await tell(refunded, 'REFUND', { pspReference: 'BYHAND1', amount });
  const { merchantId } = shop.brand;
  // The clock of the process that took them was ahead.
  const taken = await context.sql`
    select id, received_at as at from provider_notifications where merchant_id = ${merchantId}`;
  for (const { id, at } of taken)
    await context.sql`update provider_notifications set received_at = ${new Date(at.getTime() + 3_000)}
      where merchant_id = ${merchantId} and id = ${id}`;
  stage.setClock('2026-11-02T10:00:00Z');
  const closed = await brand.close('2026-10');
  const kinds = new Map((await shop.notes('?limit=100')).map((one) => [one.notificationId, one.kind]));
  const proofs = closed
    .table('movements.csv')
    .filter((line) => line['Payment id'] !== '' && line.Proof !== 'internal')
    .map((line) => [
      ids.indexOf(line['Payment id']!),
      line.Kind,
      line.Proof,
      kinds.get(line['Notification id']!),
    ]);
  assert.deepEqual(proofs, [
    [0, 'PAYIN', 'provider', 'AUTHORISATION'],
    [1, 'PAYIN', 'provider', 'AUTHORISATION'],
    [2, 'PAYIN', 'provider', 'AUTHORISATION'],
    [0, 'DISPUTE_WITHHELD', 'provider', 'CHARGEBACK'],
    [0, 'DISPUTE_GIVEN_BACK', 'provider', 'CHARGEBACK_REVERSED'],
    [1, 'DISPUTE_WITHHELD', 'provider', 'CHARGEBACK'],
    [2, 'REFUND_PAID', 'provider', 'REFUND'],
    [2, 'REFUND_SENT_BACK', 'provider', 'REFUND_FAILED'],
    [2, 'REFUND_AT_PROVIDER', 'provider', 'REFUND'],
  ]);
  const disputed = closed.table('differences.csv').filter((line) => line.Difference!.startsWith('dispute'));
  assert.deepEqual(
    disputed.map((line) => [line.Difference, line['Payment id'], line.Amount]),
    [['dispute-lost', lost, '-50.00']],
  );
  // As release 0.2.0 applied them.
  await context.sql`update notification_work set told = null where merchant_id = ${merchantId}`;
  const period = {
    begins: new Date('2026-10-05T00:00:00Z'),
    ends: new Date('2026-11-01T00:00:00Z'),
    isSettled: false,
  };
  const read = await context.sql.begin((tx) => Array.fromAsync(movementsOf(tx, shop.brand, period)));
  assert.deepEqual(
    read.flat().flatMap((one) => (one.notificationId ? [[one.kind, kinds.get(one.notificationId)]] : [])),
    [
      ['PAYIN', 'AUTHORISATION'],
      ['PAYIN', 'AUTHORISATION'],
      ['PAYIN', 'AUTHORISATION'],
      ['REFUND_PAID', 'REFUND'],
      ['REFUND_SENT_BACK', 'REFUND_FAILED'],
    ],
  );
});

test('a month-end names a missing last statement, also if the account has no earlier balance', async (t) => {
  const missing = (month: ClosedMonth) =>
    causes(month).filter((line) => line.startsWith('statement-missing'));
  stage.setClock('2026-10-05T10:00:00Z');
  const [early, whole] = [await stage.brand(t), await stage.brand(t)];
  for (const brand of [early, whole]) {
    await brand.shop.card({ amount: 1 });
    await brand.take([], { day: '2026-10-05', closing: '0.00' });
  }
  await early.take([], { day: '2026-10-29', closing: '0.00' });
  // Something happened between its first and its last balance, and no statement reports it.
  await whole.take([], { day: '2026-10-30', closing: '3.00' });
  stage.setClock('2026-12-02T10:00:00Z');
  assert.deepEqual(missing(await early.close('2026-10')), ['statement-missing 2026-10 ']);
  assert.deepEqual(missing(await whole.close('2026-10')), ['statement-missing 2026-10 3.00']);
  // The account was given up, so nobody waits for its statements.
  stage.setClock('2026-11-20T10:00:00Z');
  await early.shop.put('bank', { credentials: { iban: OTHER_IBAN, holder: 'Harbour Coffee GmbH' } });
  stage.setClock('2026-12-02T10:00:00Z');
  assert.deepEqual(missing(await early.close('2026-11')), []);
  assert.deepEqual(missing(await whole.close('2026-11')), ['statement-missing 2026-11 ']);
});

test('a missing statement of a quiet day is no difference once the next balance is known', async (t) => {
  stage.setClock('2026-10-05T10:00:00Z');
  const [quiet, changed, silent] = [await stage.brand(t), await stage.brand(t), await stage.brand(t)];
  const strange = { amount: '5.00', bankReference: 'Q1', details: [{ text: 'hello' }] };
  for (const brand of [quiet, changed, silent]) {
    await brand.shop.card({ amount: 1 });
    await brand.take([], { day: '2026-09-30', closing: '0.00' });
    await brand.take([], { day: '2026-10-20', closing: '0.00' });
  }
  await quiet.take([strange], { day: '2026-11-05', closing: '5.00' });
  // Two euro came to the account, and no statement reports them.
  await changed.take([strange], { day: '2026-11-05', closing: '7.00' });
  const missing = async (brand: typeof quiet, month: string) =>
    (await brand.close(month))
      .table('differences.csv')
      .flatMap((line) => (line.Difference === 'statement-missing' ? [[line.Reference, line.Amount]] : []));
  stage.setClock('2026-12-08T10:00:00Z');
  assert.deepEqual(await missing(quiet, '2026-10'), []);
  assert.deepEqual(await missing(changed, '2026-10'), [['2026-10-20', '']]);
  assert.deepEqual(await missing(silent, '2026-10'), [['2026-10-20', '']]);
  // No balance of the bank lies in this month.
  await silent.take([], { day: '2026-12-07', closing: '0.00' });
  await quiet.take([], { day: '2026-12-07', closing: '5.00' });
  assert.deepEqual(await missing(silent, '2026-11'), []);
  assert.deepEqual(await missing(quiet, '2026-11'), []);
  assert.deepEqual(await missing(changed, '2026-11'), [['2026-11-05', '2.00']]);
});

test('a month-end names balances of bank or ledger that do not continue those of the month before', async (t) => {
  stage.setClock('2026-10-05T10:00:00Z');
  const brand = await stage.brand(t);
  const strange = { amount: '70.00', bankReference: 'U1', details: [{ text: 'hello' }] };
  await brand.take([strange], { day: '2026-10-06', closing: '70.00' });
  stage.setClock('2026-11-02T10:00:00Z');
  const october = await brand.close('2026-10');
  // A statement between these two is missing.
  await brand.take([{ ...strange, amount: '5.00', bankReference: 'U2' }], {
    day: '2026-11-05',
    closing: '95.00',
  });
  const { sql } = stage.providerStage.gateway.gateway.context;
  const { accounts, ...rest } = october.manifest;
  const other = [{ ...accounts[0]!, closing: '99999999' }, ...accounts.slice(1)];
  const gone = { account: 'gone', currency: 'EUR', opening: '0', in: '5', out: '0', closing: '5' };
  const manifest = textOf({ ...rest, accounts: [...other, gone] });
  await sql`update month_ends set manifest = ${manifest} where merchant_id = ${brand.shop.brand.merchantId}`;
  stage.setClock('2026-12-02T10:00:00Z');
  const november = await brand.close('2026-11');
  assert.deepEqual(
    causes(november).filter((line) => /^(ledger|statement)/.test(line)),
    ['ledger-changed 2026-11 0.01', 'ledger-changed 2026-11 -0.05', 'statement-missing 2026-11 20.00'],
  );
});

test('an entry belongs to the day that the bank wrote, whatever its date in UTC', async (t) => {
  stage.setClock('2026-10-05T10:00:00Z');
  const brand = await stage.brand(t);
  const inOctober = { amount: '5.00', bankReference: 'D1', bookedAt: '2026-10-31T23:30:00-05:00' };
  const inNovember = { amount: '7.00', bankReference: 'D2', bookedAt: '2026-11-01T00:30:00+02:00' };
  await brand.take([], { day: '2026-09-30', closing: '0.00' });
  await brand.take([inOctober], { day: '2026-10-31', closing: '5.00' });
  stage.setClock('2026-11-01T09:00:00Z');
  await brand.take([inNovember], { day: '2026-11-01', closing: '12.00' });
  const listed = await brand.shop.operator('GET', 'bank-entries');
  assert.deepEqual(
    listed.body.map(({ bookedAt }: { bookedAt: string }) => bookedAt),
    ['2026-11-01T04:30:00.000Z', '2026-10-31T22:30:00.000Z'],
  );
  stage.setClock('2026-11-02T10:00:00Z');
  const october = await brand.close('2026-10');
  const bookedIn = (month: ClosedMonth) =>
    month.table('bank-entries.csv').map((line) => [line['Booked on'], line.Amount]);
  assert.deepEqual(bookedIn(october), [['2026-10-31', '5.00']]);
  // Its balances add up, too.
  assert.equal(october.manifest.counts.differences['statement-missing'], undefined);
  // As a process of release 0.2.0 stores it: without the day.
  const { sql } = stage.providerStage.gateway.gateway.context;
  const { merchantId } = brand.shop.brand;
  await brand.take([{ amount: '9.00', bankReference: 'D3', bookedAt: '2026-12-01T00:30:00+02:00' }]);
  await sql`update bank_entries set booked_day = null where merchant_id = ${merchantId} and amount_minor = 900`;
  stage.setClock('2026-12-02T10:00:00Z');
  assert.deepEqual(bookedIn(await brand.close('2026-11')), [
    ['2026-11-01', '7.00'],
    ['2026-11-30', '9.00'],
  ]);
});

/** Begins something that waits for the lock of the brand. `before`: what is done before it gets the lock. */
async function besideLock<T>(
  { merchantId, brandId }: { merchantId: string; brandId: string },
  { begin, before }: { begin: () => Promise<T>; before: (tx: SqlTransaction) => Promise<void> },
): Promise<{ ended: Promise<T> }> {
  const { sql } = stage.providerStage.gateway.gateway.context;
  return await sql.begin(async (tx) => {
    await tx`select 1 from brands where merchant_id = ${merchantId} and brand_id = ${brandId} for update`;
    const ended = begin();
    await eventually(async () => {
      const waiting = await sql`select 1 from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and query like '%from brands%for update%' and pid <> pg_backend_pid()`;
      return waiting.length > 0;
    });
    await before(tx);
    return { ended };
  });
}

test('an assignment is taken back until its month is closed, and the month-end shows that both movements cancel out', async (t) => {
  stage.setClock('2026-10-05T10:00:00Z');
  const brand = await stage.brand(t);
  const { shop } = brand;
  const [wrong, right] = [await brand.transfer(25, 'T1'), await brand.transfer(25, 'T2')];
  await brand.take([{ amount: '25.00', bankReference: 'X1', details: [{ text: 'hello' }] }], {
    day: '2026-10-30',
    closing: '25.00',
  });
  const [{ entryId }] = (await shop.operator('GET', 'bank-entries?state=unmatched')).body;
  const decide = async (what: string, body: object = {}) => {
    const answer = await shop.operator('POST', `bank-entries/${entryId}/${what}`, {
      reason: 'seen',
      ...body,
    });
    return answer.status === 200 ? 200 : `${answer.status} ${answer.body.message}`;
  };
  assert.equal(await decide('assign', { transactionId: wrong.id }), 200);
  // It begins before a month-end, and gets the lock of the brand after the month-end has begun to read.
  stage.setClock('2026-11-02T09:58:00Z');
  const takingBack = await besideLock(shop.brand, {
    begin: () => decide('take-back'),
    before: async () => stage.setClock('2026-11-02T10:00:00Z'),
  });
  assert.equal(await takingBack.ended, 200);
  assert.equal(await decide('assign', { transactionId: right.id }), 200);
  // A month-end that began before does not know of it.
  stage.setClock('2026-11-02T09:59:00Z');
  await assert.rejects(
    brand.close('2026-10'),
    /an assignment was taken back meanwhile; close the month again/,
  );
  stage.setClock('2026-11-02T10:01:00Z');
  const october = await brand.close('2026-10');
  const own = (month: ClosedMonth) => causes(month).filter((cause) => !/^(funding|set-aside)/.test(cause));
  assert.deepEqual(own(october), ['taken-back 2026-10 25.00', 'recorded-in-another-month 2026-10 25.00']);
  assert.deepEqual((await verifyMonthEnd(october.bytes)).faults, []);
  assert.equal(await decide('take-back'), '409 entryId: 2026-10 is closed, and shows the assignment');
  stage.setClock('2026-12-02T10:00:00Z');
  const november = await brand.close('2026-11');
  assert.deepEqual(
    own(november).filter((cause) => cause.startsWith('taken-back')),
    ['taken-back 2026-11 -25.00'],
  );
});

test('a month-end compares a part payment with what came, and reads what was decided before it began', async (t) => {
  stage.setClock('2026-10-05T10:00:00Z');
  const brand = await stage.brand(t);
  const { id, paid } = await brand.transfer(55, 'P1');
  const tip = { amount: '1.00', bankReference: 'P2', details: [{ text: 'tip' }] };
  await brand.take([{ ...paid, amount: '54.00' }, tip], { day: '2026-10-30', closing: '55.00' });
  const [{ entryId }] = (await brand.shop.operator('GET', 'bank-entries?state=conflict')).body;
  const body = { transactionId: id, partPayment: true, reason: 'a discount' };
  const assigned = await brand.shop.operator('POST', `bank-entries/${entryId}/assign`, body);
  assert.equal(assigned.status, 200, assigned.text);
  stage.setClock('2026-11-02T10:00:00Z');
  const closing = await besideLock(brand.shop.brand, {
    begin: () => brand.close('2026-10'),
    before: async (tx) =>
      void (await tx`update bank_entries set state = 'dismissed' where state = 'unmatched'
        and merchant_id = ${brand.shop.brand.merchantId}`),
  });
  assert.deepEqual(
    causes(await closing.ended).filter((cause) => !cause.startsWith('funding')),
    ['dismissed 2026-10 1.00'],
  );
});
