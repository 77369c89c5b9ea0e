// The credit of a payout on the brand's own bank account (contract 17): found by its amount and its text, whichever
// comes first, and never guessed.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openDatabase } from '../../../src/storage/database/database.ts';
import { aSettledRow, writeReport } from '../../providers/adyen/stand-in/settlement-report.ts';
import { aCardPayin, eventually, OPERATOR_TOKEN } from '../../stage/harness.ts';
import { statement } from '../bank/messages.ts';
import { openBank, openProviderStage } from '../bank/stage.ts';
import { deskOf } from '../bank/statement-desk.ts';

const stage = await openProviderStage();
const sql = openDatabase(stage.gateway.databaseUrl, { maxConnections: 1 });
after(() => sql.end({ timeout: 1 }));

async function openDesk(t: Parameters<typeof openBank>[0]) {
  const desk = deskOf(stage, await openBank(t, stage));
  const { shop } = desk;
  const settle = async (amount: number) => {
    const paid = await shop.call('POST', '/v3/payment', aCardPayin({ amount }));
    assert.equal(paid.status, 201, paid.text);
    const answer = await shop.call('POST', '/sandbox/settlements', { provider: 'sandbox' });
    assert.equal(answer.status, 201, answer.text);
    return answer.body;
  };
  const credit = (amount: number, text: string) =>
    desk.take(statement([{ amount: amount.toFixed(2), direction: 'CRDT', details: [{ text }] }]));
  const settlement = async (id: string) => (await shop.operator('GET', `settlements/${id}`)).body;
  const decide = (entryId: string, body: object) =>
    shop.operator('POST', `bank-entries/${entryId}/assign`, body);
  const path = `/operator/brands/${shop.brand.brandId}/settlements?provider=adyen`;
  /** A report of Adyen with lines of no payment, 24.55 each. Answers its settlement. */
  const handIn = async (count: number) => {
    const headers = { 'content-type': 'text/csv', authorization: `Bearer ${OPERATOR_TOKEN}` };
    const body = writeReport(Array.from({ length: count }, () => aSettledRow()));
    const answer = await stage.gateway.call('POST', path, { headers, body });
    assert.equal(answer.status, 201, answer.text);
    return answer.body.settlements[0];
  };
  return { ...desk, settle, credit, settlement, decide, handIn };
}

test('a credit that names the payout makes it paid, and is applied with the settlement', async (t) => {
  const desk = await openDesk(t);
  const { settlementId, reference, net } = await desk.settle(49.9);
  const { body } = await desk.credit(net, `Sandbox payout ${reference.toLowerCase()} thank you`);
  assert.deepEqual([body.applied, body.unmatched], [1, 0]);
  const [entry] = await desk.entries();
  assert.deepEqual([entry.state, entry.settlementId, entry.transactionId], ['applied', settlementId, null]);
  const { state, bankEntryId } = await desk.settlement(settlementId);
  assert.deepEqual([state, bankEntryId], ['paid', entry.entryId]);
});

test('a credit with another amount or text is no payout', async (t) => {
  const desk = await openDesk(t);
  const { settlementId, reference, net } = await desk.settle(49.9);
  await desk.credit(net + 0.01, reference);
  await desk.credit(net, 'somebody else pays the same amount');
  assert.deepEqual(
    (await desk.entries()).map(({ state }) => state),
    ['unmatched', 'unmatched'],
  );
  assert.equal((await desk.settlement(settlementId)).state, 'open');
});

test('two credits that fit one payout both wait for a person, who chooses', async (t) => {
  const desk = await openDesk(t);
  const { settlementId, reference, net } = await desk.settle(49.9);
  const [first, second] = ['one', 'two'].map((word) => ({
    amount: net.toFixed(2),
    direction: 'CRDT' as const,
    details: [{ text: `${reference} ${word}` }],
  }));
  await desk.counts([first!, second!]);
  const entries = await desk.entries();
  assert.deepEqual(
    entries.map(({ state }) => state),
    ['unmatched', 'unmatched'],
  );
  assert.match(entries[0].reason, /several payouts/);
  assert.equal((await desk.settlement(settlementId)).bankEntryId, null);
  const { entryId } = entries[1];
  const both = await desk.decide(entryId, { settlementId, transactionId: settlementId, reason: 'x' });
  assert.equal(both.status, 400, both.text);
  const chosen = await desk.decide(entryId, { settlementId, reason: 'the bank said so' });
  assert.equal(chosen.status, 200, chosen.text);
  assert.deepEqual([chosen.body.state, chosen.body.settlementId], ['applied', settlementId]);
  assert.equal((await desk.settlement(settlementId)).bankEntryId, entryId);
  const again = await desk.decide(entries[0].entryId, { settlementId, reason: 'again' });
  assert.equal(again.status, 409, again.text);
});

test('a credit whose assignment to a payout was taken back is found by no rule again', async (t) => {
  const desk = await openDesk(t);
  const { settlementId, reference, net } = await desk.settle(49.9);
  const fits = { amount: net.toFixed(2), direction: 'CRDT' as const, details: [{ text: reference }] };
  await desk.counts([fits, fits]);
  const [wrong, right] = await desk.entries();
  const reason = 'it was the other one';
  const decide = async (what: string, entryId: string, more: object = {}) => {
    const path = `bank-entries/${entryId}/${what}`;
    return (await desk.shop.operator('POST', path, { reason, ...more })).status;
  };
  assert.equal(await decide('assign', wrong.entryId, { settlementId }), 200);
  assert.equal(await decide('dismiss', right.entryId), 200);
  assert.equal(await decide('take-back', wrong.entryId), 200);
  const bankEntryOf = async () => {
    const { state, bankEntryId } = await desk.settlement(settlementId);
    return [state, bankEntryId];
  };
  assert.deepEqual(await bankEntryOf(), ['open', null]);
  // Each statement looks for payouts.
  await desk.credit(1, 'hello');
  assert.deepEqual(await bankEntryOf(), ['open', null]);
  assert.equal(await decide('assign', wrong.entryId, { settlementId }), 200, 'a person may');
  assert.deepEqual(await bankEntryOf(), ['paid', wrong.entryId]);
});

test('lines that come after the credit was found make a conflict', async (t) => {
  const { shop, handIn, ...desk } = await openDesk(t);
  await shop.adyen();
  const id = await handIn(1);
  await desk.credit(24.55, 'TX1234567XT batch 1, TollgateTestECOM');
  await eventually(async () => (await desk.settlement(id)).state === 'paid');
  assert.equal(await handIn(2), id);
  const { state, net, lines } = await desk.settlement(id);
  assert.deepEqual([state, net, lines], ['conflict', 24.55, 2]);
});

test('an assignment that was taken back leaves the payout as the provider tells it', async (t) => {
  const { shop, handIn, ...desk } = await openDesk(t);
  await shop.adyen();
  const id = await handIn(1);
  await desk.credit(24.55, 'somebody else pays the same amount');
  const [wrong] = await desk.entries();
  assert.equal((await desk.decide(wrong.entryId, { settlementId: id, reason: 'a guess' })).status, 200);
  assert.equal(await handIn(2), id);
  assert.equal((await desk.settlement(id)).state, 'conflict');
  const back = await shop.operator('POST', `bank-entries/${wrong.entryId}/take-back`, { reason: 'not it' });
  assert.equal(back.status, 200, back.text);
  const standing = async () => {
    const { state, net, bankEntryId } = await desk.settlement(id);
    return [state, net, bankEntryId];
  };
  assert.deepEqual(await standing(), ['open', 49.1, null]);
  await desk.credit(49.1, 'TX1234567XT batch 1, TollgateTestECOM');
  const right = (await desk.entries()).find(({ amount }: { amount: number }) => amount === 49.1);
  assert.deepEqual(await standing(), ['paid', 49.1, right.entryId]);
});

test('a credit that came before the settlement is found when the settlement is looked at', async (t) => {
  const desk = await openDesk(t);
  const { settlementId, reference, net } = await desk.settle(30);
  // As if the statement had come first: the settlement knows of no credit yet, and the entry is unmatched.
  await desk.credit(net, `early ${reference}`);
  const [entry] = await desk.entries();
  // Under the lock of its account, because a worker may be looking at it.
  await sql.begin(async (tx) => {
    await tx`
      select 1 from settlement_sources o join settlements s on s.merchant_id = o.merchant_id and s.account_id = o.account_id
      where s.id = ${settlementId} for update of o`;
    await tx`update bank_entries set state = 'unmatched', settlement_id = null where id = ${entry.entryId}`;
    await tx`
      update settlements set bank_entry_id = null, credit_minor = null, state = 'open' where id = ${settlementId}`;
  });
  await eventually(async () => {
    // A worker that had begun a look before the lock puts the next one off by minutes.
    await sql`update settlements set due_at = now() where id = ${settlementId} and bank_entry_id is null`;
    return (await desk.settlement(settlementId)).state === 'paid';
  });
  assert.equal((await desk.entries())[0].settlementId, settlementId);
});

test('a line is assigned to a pay-in of its brand alone', async (t) => {
  const { shop, handIn, payOut } = await openDesk(t);
  await shop.adyen();
  const path = `settlements/${await handIn(1)}`;
  const [line] = (await shop.operator('GET', `${path}/lines`)).body;
  const other = await openDesk(t);
  const { transactionId: foreign } = (await other.payIn(24.55)).result;
  for (const [transactionId, status] of [
    [await payOut(25), 409],
    [foreign, 404],
  ] as const) {
    const refused = await shop.operator('POST', `${path}/lines/${line.lineId}/assign`, {
      transactionId,
      reason: 'a guess',
    });
    assert.equal(refused.status, status, refused.text);
  }
  assert.equal((await other.shop.operator('GET', path)).status, 404);
  assert.deepEqual((await other.shop.operator('GET', 'settlements')).body, []);
  assert.equal((await shop.operator('GET', `${path}/lines`)).body[0].state, 'unmatched');
});
