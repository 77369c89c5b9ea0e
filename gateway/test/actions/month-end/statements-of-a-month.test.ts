// What statements and notifications say of a month: the day of an entry, balances that lead from one to the next, and what a provider told
// of the money of a dispute.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOf } from '../../../src/domain/month-end/manifest.ts';
import { type ClosedMonth, causes, openMonthEnds } from './month-end-stage.ts';

const stage = await openMonthEnds();

test('a dispute is named while its money is withheld, and once when it is lost', async (t) => {
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
  assert.deepEqual(await disputed('2026-10'), ['dispute-withheld 2026-10 50.00']);
  const lost = await dispute({ status: 'LOST' });
  assert.equal(lost.status, 200, lost.text);
  stage.setClock('2027-01-02T10:00:00Z');
  assert.deepEqual(await disputed('2026-11'), ['dispute-lost 2026-11 50.00']);
  assert.deepEqual(await disputed('2026-12'), []);
});

test('balances that do not go on from the month before are named, of the bank and of the ledger', async (t) => {
  stage.setClock('2026-10-05T10:00:00Z');
  const brand = await stage.brand(t);
  const strange = { amount: '70.00', bankReference: 'U1', details: [{ text: 'hello' }] };
  await brand.take([strange], { day: '2026-10-06', closing: '70.00' });
  stage.setClock('2026-11-02T10:00:00Z');
  const october = await brand.close('2026-10');
  // A statement between these two did not come.
  await brand.take([{ ...strange, amount: '5.00', bankReference: 'U2' }], {
    ...{ day: '2026-11-05', closing: '95.00' },
  });
  const { sql } = stage.house.gateway.gateway.context;
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

test('an entry is of the day that the bank wrote, whatever day its time is on in UTC', async (t) => {
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
    listed.body.map((one: { bookedOn: string; bookedAt: string }) => [one.bookedOn, one.bookedAt]),
    [
      ['2026-10-31', '2026-11-01T04:30:00.000Z'],
      ['2026-11-01', '2026-10-31T22:30:00.000Z'],
    ],
  );
  stage.setClock('2026-11-02T10:00:00Z');
  const october = await brand.close('2026-10');
  const bookedIn = (month: ClosedMonth) =>
    month.table('bank-entries.csv').map((line) => [line['Booked on'], line.Amount]);
  assert.deepEqual(bookedIn(october), [['2026-10-31', '5.00']]);
  // Its balances add up, too.
  assert.equal(october.manifest.counts.differences['statement-missing'], undefined);
  // As a process of release 0.2.0 stores it: without the day.
  const { sql } = stage.house.gateway.gateway.context;
  const { merchantId } = brand.shop.brand;
  await brand.take([{ amount: '9.00', bankReference: 'D3', bookedAt: '2026-12-01T00:30:00+02:00' }]);
  await sql`update bank_entries set booked_day = null where merchant_id = ${merchantId} and amount_minor = 900`;
  stage.setClock('2026-12-02T10:00:00Z');
  assert.deepEqual(bookedIn(await brand.close('2026-11')), [
    ['2026-11-01', '7.00'],
    ['2026-11-30', '9.00'],
  ]);
});
