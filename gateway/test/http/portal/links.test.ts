// Payment links: their lifetime, their state, their maker,
// and that nobody else can see them.
import assert from 'node:assert/strict';
import test from 'node:test';
import jsqr from 'jsqr';
import { PNG } from 'pngjs';
import type { UserRole } from '../../../src/domain/access/user-role.ts';
import { eventually } from '../../stage/harness.ts';
import { openPortalStage, type PortalStage, sharedPortalStage } from './portal-stage.ts';

const HOUR_MS = 3_600_000;
const aLink = (fields: object = {}) => ({
  currency: 'EUR',
  amount: 25,
  description: 'Invoice 4711',
  expiresInHours: 48,
  ...fields,
});

async function make(stage: PortalStage, fields: object = {}) {
  const call = await stage.as('support');
  const made = await call('POST', '/brands/:brand/links', aLink(fields));
  assert.equal(made.status, 201, made.text);
  return made.body;
}

const stateOf = async (stage: PortalStage, transactionId: string, role: UserRole = 'read-only') => {
  const { body } = await (await stage.as(role))('GET', '/brands/:brand/links');
  return body.items.find((one: Record<string, unknown>) => one.transactionId === transactionId)?.state;
};

test('a link expires at the time that its maker chose, in the cashier too', async (t) => {
  const stage = await openPortalStage(t);
  const link = await make(stage, { merchantReference: 'inv-1', email: 'ada@example.com' });
  assert.deepEqual(
    [link.state, link.madeBy, link.merchantReference, link.description],
    ['open', 'support', 'inv-1', 'Invoice 4711'],
  );
  const [row] =
    await stage.sql`select origin, expires_at, cashier_expires_at from transactions where id = ${link.transactionId}`;
  assert.equal(row!.origin, 'portal');
  assert.equal(row!.expires_at.toISOString(), link.expiresAt);
  assert.equal(row!.cashier_expires_at.toISOString(), link.expiresAt);
  const path = new URL(link.url).pathname;
  assert.equal((await stage.call('GET', path)).status, 200);
  stage.advance(47 * HOUR_MS);
  const page = await stage.call('GET', `${path}/state`);
  assert.equal(page.status, 200, page.text);
  assert.match(page.text, /Invoice 4711/);
  assert.equal(await stateOf(stage, link.transactionId), 'open');
  stage.advance(2 * HOUR_MS);
  await eventually(async () => (await stateOf(stage, link.transactionId, 'owner')) === 'expired');
  assert.equal((await stage.call('GET', path)).status, 410);
});

test('a link for less than an hour, for more than thirty days, or that cannot be paid is refused', async (t) => {
  const stage = await sharedPortalStage(t);
  const support = await stage.as('support');
  for (const fields of [{ expiresInHours: 0 }, { expiresInHours: 721 }, { expiresInHours: 1.5 }]) {
    const answer = await support('POST', '/brands/:brand/links', aLink(fields));
    assert.equal(answer.status, 400, JSON.stringify(fields));
    assert.match([answer.body.message].flat()[0], /^(body\.)?expiresInHours/);
  }
  await make(stage, { expiresInHours: 720 });
  const small = await support('POST', '/brands/:brand/links', aLink({ amount: 0.01 }));
  assert.deepEqual([small.status, small.body.errorCode], [400, '1001']);
  assert.equal((await support('POST', '/brands/:brand/links', aLink({ amount: 1.234 }))).status, 400);
  assert.equal((await support('POST', '/brands/:brand/links', aLink({ description: ' ' }))).status, 400);
  assert.equal((await support('POST', '/brands/:brand/links', aLink({ colour: 'red' }))).status, 400);
});

test('a link is cancelled once, and the audit log names maker and canceller', async (t) => {
  const stage = await sharedPortalStage(t);
  const { transactionId, url } = await make(stage);
  const owner = await stage.as('owner');
  const cancel = () =>
    owner('POST', `/brands/:brand/links/${transactionId}/cancel`, { reason: 'Paid in cash' });
  const cancelled = await cancel();
  assert.deepEqual([cancelled.status, cancelled.body.state], [200, 'cancelled'], cancelled.text);
  assert.equal((await cancel()).status, 400);
  const rows =
    await stage.sql`select action, actor_name from audit_log where target_id = ${transactionId} order by sequence`;
  assert.deepEqual(
    rows.map((one) => [one.action, one.actor_name]),
    [
      ['link.created', 'support'],
      ['transaction.cancelled', 'owner'],
    ],
  );
  const body = { attempt: 0, optionId: stage.brand.brandId, paymentData: {} };
  const submitted = await stage.call('POST', `${new URL(url).pathname}/submit`, { body });
  assert.notEqual(submitted.status, 201);
  assert.equal(await stateOf(stage, transactionId), 'cancelled');
});

test("the QR code contains the link's address, which is stored only sealed", async (t) => {
  const stage = await sharedPortalStage(t);
  const { transactionId, url } = await make(stage);
  const cookie = await stage.cookieOf('read-only');
  const qr = (format: string) =>
    fetch(`${stage.url}/portal/api/brands/${stage.brand.brandId}/links/${transactionId}/qr.${format}`, {
      headers: { cookie },
    });
  const png = await qr('png');
  assert.equal(png.headers.get('content-type'), 'image/png');
  const { data, width, height } = PNG.sync.read(Buffer.from(await png.arrayBuffer()));
  assert.equal(jsqr.default(new Uint8ClampedArray(data), width, height)?.data, url);
  const svg = await qr('svg');
  assert.match(svg.headers.get('content-type')!, /^image\/svg\+xml/);
  assert.match(await svg.text(), /^<svg/);
  assert.equal((await qr('gif')).status, 400);
  const [row] = await stage.sql`select * from payment_links where transaction_id = ${transactionId}`;
  const token = url.split('/').at(-1);
  assert.ok(!JSON.stringify({ ...row, token_sealed: row!.token_sealed.toString('latin1') }).includes(token));
});

test('links are listed page by page and by state, without those of another brand', async (t) => {
  const stage = await sharedPortalStage(t);
  const made: string[] = [];
  for (let i = 0; i < 3; i++) made.push((await make(stage)).transactionId);
  const support = await stage.as('support');
  await support('POST', `/brands/:brand/links/${made[1]}/cancel`, {});
  const page = await support('GET', '/brands/:brand/links?limit=2');
  assert.deepEqual(
    page.body.items.map((one: Record<string, unknown>) => one.transactionId),
    [made[2], made[1]],
  );
  const next = await support('GET', `/brands/:brand/links?limit=2&cursor=${page.body.next}`);
  assert.deepEqual([next.body.items.length, next.body.next], [1, null]);
  const open = await support('GET', '/brands/:brand/links?state=open');
  assert.equal(open.body.items.length, 2);
  const sister = await stage.createBrand({}, stage.brand.merchantId);
  const theirs = await support('GET', `/brands/${sister.brandId}/links`);
  assert.deepEqual(theirs.body.items, []);
  assert.equal((await support('POST', `/brands/${sister.brandId}/links/${made[0]}/cancel`, {})).status, 404);
});
