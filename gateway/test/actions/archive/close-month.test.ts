// A closed month is proved once. After that the database refuses to
// write anything older (docs/decisions/0091).
import assert from 'node:assert/strict';
import test from 'node:test';
import { verifyAudit } from '../../../src/actions/audit/verify-audit.ts';
import { nameOfMonth } from '../../../src/domain/archive/month.ts';
import { firstIdAt, timeOrderedId } from '../../../src/domain/transactions/time-ordered-id.ts';
import { closedMonths, sealsOf } from '../../../src/storage/archive/closed-months.ts';
import { moveProofMark } from '../../../src/storage/ledger/proof-marks.ts';
import { openArchiveStage, REFUSED } from './archive-stage.ts';

test('a month is closed a week after its end, once, and its rows cannot be written then', async (t) => {
  const stage = await openArchiveStage(t);
  const { gate, owner, month, brands } = stage;
  const [first, second] = brands;
  await stage.pay(first, 'a');
  await stage.pay(second, 'b');
  await stage.deliver();
  await assert.rejects(stage.close(), /can be closed from/);
  stage.until(stage.closableFrom);
  const before = await stage.rows();
  const closed = await stage.close();
  assert.ok(closed.ok, JSON.stringify(closed));
  assert.equal(closed.transactions, 2);
  assert.deepEqual(await stage.rows(), before);
  await assert.rejects(stage.close(), /is already closed/);

  const seals = await sealsOf(owner, month);
  assert.deepEqual(
    seals
      .filter(({ merchantId }) => merchantId === first.merchantId)
      .map(({ table, rows }) => `${table} ${rows}`),
    ['events 1', 'steps 1', 'transfers 1', 'webhook_tries 1'],
  );
  const [kept] = await closedMonths(owner);
  assert.equal(kept?.state, 'closed');
  assert.equal(kept?.seal, closed.seal);

  // Not even the owner of the tables may write.
  for (const write of [
    'update steps set inquiries = inquiries + 1',
    "update events set body = '{}'",
    'update webhook_tries set status_code = 200',
    'update transfers set amount_minor = amount_minor + 1',
    'insert into steps select * from steps limit 1',
    'insert into events select * from events limit 1',
    'insert into webhook_tries select * from webhook_tries limit 1',
    'insert into transfers select * from transfers limit 1',
  ])
    await assert.rejects(owner.unsafe(write), REFUSED, write);

  const log = await gate.operator('GET', '/operator/audit?merchantId=00000000-0000-0000-0000-000000000000');
  assert.deepEqual(
    log.body.map((row: { action: string; target: object }) => [row.action, row.target]),
    [['month.closed', { kind: 'month', id: nameOfMonth(month) }]],
  );
  assert.deepEqual((await verifyAudit(owner)).faults, []);
});

test('later steps of a payment of a closed month go into the present month', async (t) => {
  const stage = await openArchiveStage(t);
  const { gate, owner, brands } = stage;
  await stage.pay(brands[0], 'a');
  await stage.deliver();
  stage.until(stage.closableFrom);
  assert.ok((await stage.close()).ok);
  const refund = { merchantReference: 'a', amount: 10, refundReference: 'r', reason: 'RETURN' };
  const answer = await gate.call('POST', '/refund/by-reference', { apiKey: brands[0].apiKey, body: refund });
  assert.equal(answer.status, 201, answer.text);
  assert.deepEqual(await stage.ledgerFaults(), []);
  const [late] = await owner`select count(*)::int as events from events where body like '%refund.pending%'`;
  assert.equal(late!.events, 1);
});

test('a month with a wrong ledger can be closed only after the ledger is corrected', async (t) => {
  const stage = await openArchiveStage(t);
  const { owner, brands } = stage;
  await stage.pay(brands[0], 'a');
  await stage.deliver();
  stage.until(stage.closableFrom);
  const [moved] = await owner`update transfers set amount_minor = amount_minor + 1 returning amount_minor`;
  const wrong = await stage.close();
  assert.ok(!wrong.ok && wrong.faults.length > 0);
  assert.equal((await closedMonths(owner))[0]?.state, 'closing');
  // The owner opens the month by hand; nobody else may.
  await owner.unsafe(
    `alter table transfers_${nameOfMonth(stage.month).replace('-', '_')} drop constraint closed`,
  );
  await owner`update transfers set amount_minor = ${moved!.amount_minor - 1n}`;
  const right = await stage.close();
  assert.ok(right.ok, JSON.stringify(right));
});

test('a transfer that no change of its transaction explains prevents the closing of its month', async (t) => {
  const stage = await openArchiveStage(t);
  const { owner, gate, month, brands } = stage;
  await stage.pay(brands[0], 'a');
  await stage.deliver();
  stage.until(stage.closableFrom);
  // The nightly proof has passed this point. It reads only later books.
  const provedAt = gate.now();
  await moveProofMark(owner, brands[0].merchantId, { through: firstIdAt(provedAt), provedAt });
  const noon = new Date(`${month.slice(0, 7)}-01T12:00:00Z`);
  const add = (transaction: 'its own' | 'not stored') => owner`
    insert into transfers (merchant_id, id, brand_id, transaction_id, currency, from_account, to_account, amount_minor, created_at)
    select merchant_id, ${timeOrderedId(noon)}, brand_id,
      ${transaction === 'its own' ? owner`transaction_id` : owner`${timeOrderedId(noon)}::uuid`},
      currency, from_account, to_account, amount_minor, ${noon} from transfers order by id desc limit 1`;
  await add('its own');
  await add('not stored');
  const wrong = await stage.close();
  assert.ok(!wrong.ok);
  assert.equal(wrong.faults.filter((fault) => /has the time of no change/.test(fault)).length, 2);
  assert.equal((await closedMonths(owner))[0]?.state, 'closing');
});
