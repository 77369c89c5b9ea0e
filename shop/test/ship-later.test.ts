// The test shop's order that is charged only when it ships (contract 16): held at the checkout, then shipped or
// cancelled in the back office. From the outside, with the real gateway and its webhooks.
import assert from 'node:assert/strict';
import test from 'node:test';
import { eventually } from '../../gateway/test/stage/harness.ts';
import { CARD, type OpenShop, type Sent, shopOfFile } from './open-shop.ts';

const shopOf = shopOfFile();

const LATER = { ...CARD, later: 'yes' };

async function heldOrder({ buy, get }: OpenShop, fields: Record<string, string> = {}): Promise<Sent> {
  const sent = await buy({ ...LATER, ...fields });
  assert.match(sent.location, /^\/shop\/orders\/[\w-]{22}$/);
  await eventually(async () => (await get(sent.location)).text.includes('payin.authorized'));
  return sent;
}

test('an order that is charged later is held, and charged once it ships', async () => {
  const shop = await shopOf();
  const { get, send, record, latest } = shop;
  const { location } = await heldOrder(shop);
  const before = (await get(location)).text;
  assert.match(before, /The money is held/);
  assert.match(before, /captureMode[^\n]*manual/);
  assert.doesNotMatch(before, /Shipped and paid/);
  assert.match(before, /Ship it and charge €25\.00/);

  // Two clicks.
  await Promise.all([send(`${location}/ship`, {}), send(`${location}/ship`, {})]);
  await eventually(async () => (await get(location)).text.includes('Shipped and paid'));
  await eventually(async () => (await get(location)).text.includes('payin.completed'));
  const after = (await get(location)).text;
  assert.match(after, /POST<\/code> <code class="path">\/capture-payment/);
  assert.match(after, /capture\.completed/);
  assert.match(after, /€25\.00 · charged/);
  assert.doesNotMatch(after, /Ship it and charge/);
  const { status, amountCaptured, captures } = await record((await latest()).id);
  assert.deepEqual([status, amountCaptured, captures!.length], ['COMPLETED', 25, 1]);
});

test('a held order that is cancelled releases the money, and nothing is charged', async () => {
  const shop = await shopOf();
  const { location } = await heldOrder(shop);
  assert.match((await shop.get(location)).text, /Cancel it and release the money/);
  await shop.send(`${location}/cancel`, {});
  await eventually(async () => (await shop.get(location)).text.includes('payin.declined'));
  const { text } = await shop.get(location);
  assert.match(text, /Nothing was charged/);
  assert.match(text, /\/cancel-payment/);
  const [row] = await shop.tollgate.gateway.context.sql`
    select count(*)::int as counted from transfers where transaction_id = ${(await shop.latest()).id}`;
  assert.equal(row!.counted, 0);
});

test('a capture that fails can be made again, under another reference', async () => {
  const shop = await shopOf();
  // A capture of an amount that ends in 02 fails.
  const { location } = await heldOrder(shop, { cents: '2' });
  for (const number of [1, 2]) {
    await shop.send(`${location}/ship`, {});
    const { text } = await shop.get(location);
    assert.match(text, /The capture failed, and nothing was charged/);
    assert.match(text, new RegExp(`-S${number}\\b`));
  }
});

test('a hosted order that is charged later opens a session with manual capture', async () => {
  const { buy, tollgate } = await shopOf();
  const { location } = await buy({ way: 'hosted', later: 'yes' });
  const { body } = await tollgate.call('GET', `${new URL(location).pathname}/state`);
  assert.equal(body.isCapturedLater, true);
});
