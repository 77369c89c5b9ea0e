// Settlements in the portal over HTTP: what each role may do, the list with its filters, likely payments, exports, and
// what a month cost.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settleSandbox } from '../../../../src/actions/settlements/settle-sandbox.ts';
import { storeLines } from '../../../../src/actions/settlements/store-lines.ts';
import { USER_ROLES, type UserRole } from '../../../../src/domain/access/user-role.ts';
import type { ReportedLine } from '../../../../src/domain/settlements/settlement.ts';
import { lockSource } from '../../../../src/storage/settlements/settlement-store.ts';
import { type MoneyStage, sharedMoneyStage } from './money-stage.ts';

const LIST = '/brands/:brand/settlements';
const READERS: readonly UserRole[] = ['owner', 'finance-maker', 'finance-approver', 'read-only'];
const NONE = '00000000-0000-7000-8000-000000000000';

const AT = '2026-03-29T08:00:00Z';
const aLine = (key: string, fields: Partial<ReportedLine>): ReportedLine => ({
  key,
  kind: 'charge',
  word: 'Settled',
  charge: null,
  modification: null,
  payment: null,
  providerReference: null,
  grossMinor: 2500n,
  feeMinor: 45n,
  netMinor: 2455n,
  currency: 'EUR',
  original: null,
  occurredAt: new Date(AT),
  ...fields,
});

/** A payout of the sandbox with these lines. */
async function storePayout({ stage }: MoneyStage, reference: string, lines: readonly ReportedLine[]) {
  const { merchantId, brandId } = stage.brand;
  const source = { merchantId, brandId, accountId: brandId, provider: 'sandbox' };
  const netMinor = lines.reduce((sum, line) => sum + line.netMinor, 0n);
  const at = new Date(AT);
  const payout = { reference, currency: 'EUR', netMinor, paidAt: at, failure: null, bankWords: [reference] };
  return await stage.gateway.context.sql.begin(async (tx) => {
    await lockSource(tx, source, at);
    const part = { payout, lines, isComplete: true, nextPage: null };
    return (await storeLines(tx, source, part, at)).settlement;
  });
}

test('people who read the bank read settlements, makers import reports, approvers decide lines', async (t) => {
  const { stage, as } = await sharedMoneyStage(t);
  const line = `${LIST}/${NONE}/lines/${NONE}`;
  const calls: [path: string, body: object | null, may: readonly UserRole[]][] = [
    [LIST, null, READERS],
    [`${LIST}/${NONE}`, null, READERS],
    [`${LIST}/${NONE}/lines`, null, READERS],
    [`${LIST}/export?of=lines&format=csv`, null, READERS],
    [`${LIST}/costs?month=2026-03`, null, READERS],
    ['/brands/:brand/settlement-sources', null, READERS],
    [`${line}/assign`, { transactionId: NONE, reason: 'because' }, ['owner', 'finance-approver']],
    [`${line}/dismiss`, { reason: 'because' }, ['owner', 'finance-approver']],
  ];
  for (const role of USER_ROLES) {
    const call = await as(role);
    for (const [path, body, may] of calls) {
      const { status, text } = await (body ? call('POST', path, body) : call('GET', path));
      assert.equal(status !== 403, may.includes(role), `${role} ${path}: ${status} ${text}`);
    }
    const headers = { cookie: await stage.cookieOf(role), 'content-type': 'text/csv' };
    const path = `/portal/api/brands/${stage.brand.brandId}/settlements?provider=adyen`;
    const { status } = await stage.call('POST', path, { headers, body: 'a,b' });
    assert.equal(status, role === 'owner' || role === 'finance-maker' ? 400 : 403, role);
  }
});

test('the list has the latest payout first, and its filters and exports show the same', async (t) => {
  const money = await sharedMoneyStage(t);
  const { stage, as, pay, setClock } = money;
  await pay(49.9, { merchantReference: 'order-1' });
  setClock('2026-03-30T10:00:00Z');
  const [settled] = await settleSandbox(stage.gateway.context, stage.brand);
  const other = await storePayout(money, 'BATCH-1', [aLine('1', { providerReference: 'unknown' })]);
  const call = await as('finance-approver');
  const ids = async (query = '') =>
    (await call('GET', `${LIST}${query}`)).body.items.map(
      (one: { settlementId: string }) => one.settlementId,
    );
  assert.deepEqual(await ids(), [settled!.id, other.id]);
  assert.deepEqual(await ids('?state=look'), [other.id]);
  assert.deepEqual(await ids('?state=paid'), []);
  assert.deepEqual(await ids('?from=2026-03-30'), [settled!.id]);
  assert.deepEqual(await ids('?to=2026-03-29&provider=sandbox'), [other.id]);
  assert.equal((await call('GET', `${LIST}?from=soon`)).status, 400);
  const sources = await call('GET', '/brands/:brand/settlement-sources');
  assert.deepEqual(sources.body.providers, [
    { provider: 'sandbox', name: 'Sandbox', hasSettlements: true, writesReports: false },
  ]);
  const csv = (await call('GET', `${LIST}/export?of=settlements&format=csv`)).text;
  assert.match(csv, /^.?Paid on \(Europe\/Berlin\),Provider,Reference,State/);
  assert.equal(csv.trim().split('\r\n').length, 3, csv);
  const lines = (await call('GET', `${LIST}/export?of=lines&format=csv&settlementId=${settled!.id}`)).text;
  assert.match(lines, /"Charge","Matched",,"order-1","EUR",49\.90,0\.95,48\.95/);
});

test('a line that waits proposes payments by amount and reference, and a settled one no more', async (t) => {
  const money = await sharedMoneyStage(t);
  const { as, pay, setClock } = money;
  const id = await pay(25, { merchantReference: 'order-25' });
  await pay(26, { merchantReference: 'order-26' });
  const { id: settlementId } = await storePayout(money, 'BATCH-2', [
    aLine('1', { charge: 'order-25' }),
    aLine('2', { kind: 'fee', word: 'Fee', grossMinor: 0n, feeMinor: 100n, netMinor: -100n }),
  ]);
  setClock('2026-03-30T10:00:00Z');
  const call = await as('finance-approver');
  const lines = async () => (await call('GET', `${LIST}/${settlementId}/lines?state=waiting`)).body.items;
  const [line, ...more] = await lines();
  assert.deepEqual(more, []);
  assert.equal(line.payment, null);
  assert.deepEqual(
    line.suggestions.map((one: { merchantReference: string; reasons: string[] }) => [
      one.merchantReference,
      one.reasons,
    ]),
    [
      [
        'order-25',
        [
          'the line has its merchant reference',
          'it has the same amount',
          'it was paid within a day of it',
          'everything else fits too',
        ],
      ],
    ],
  );
  const assign = { transactionId: id, reason: 'the order number' };
  assert.equal(
    (await call('POST', `${LIST}/${settlementId}/lines/${line.lineId}/assign`, assign)).status,
    200,
  );
  assert.deepEqual(await lines(), []);
  const page = (await call('GET', `/brands/:brand/transactions/${id}`)).body;
  assert.deepEqual(page.settlements, [
    {
      settlementId,
      provider: 'Sandbox',
      reference: 'BATCH-2',
      currency: 'EUR',
      gross: 25,
      fee: 0.45,
      net: 24.55,
      paidAt: new Date(AT).toISOString(),
      isAtBank: false,
    },
  ]);
  const support = await as('support');
  assert.equal((await support('GET', `/brands/:brand/transactions/${id}`)).body.settlements, null);
  const costs = (await call('GET', `${LIST}/costs?month=2026-03`)).body;
  assert.deepEqual(costs.rows, [
    {
      provider: 'Sandbox',
      method: 'Card',
      currency: 'EUR',
      payoutCurrency: 'EUR',
      payments: 2,
      settled: 1,
      gross: 25,
      fees: 0.45,
      share: 0.45 / 25,
    },
  ]);
  assert.deepEqual((await call('GET', `${LIST}/costs?month=2026-02`)).body.rows, []);
});
