// The audit log in the portal: sentences, filters, pages,
// files, and the proof of its chain.
import assert from 'node:assert/strict';
import test from 'node:test';
import { openDatabase } from '../../../src/storage/database/database.ts';
import { asOwner } from '../../stage/harness-database.ts';
import { openPortalStage, sharedPortalStage } from './portal-stage.ts';

const SETTINGS = '/brands/:brand/settings/business';

test('the log describes each change with before and after, newest first, filtered and paged', async (t) => {
  const stage = await openPortalStage(t);
  const owner = await stage.as('owner');
  const business = (changes: object, seen: object) => owner('PATCH', SETTINGS, { changes, seen });
  await business({ fourEyes: true }, { fourEyes: false });
  stage.advance(60_000);
  const between = stage.now().toISOString();
  stage.advance(60_000);
  await business({ look: { accentColour: '#112233' } }, { look: { accentColour: null } });
  const block = { kind: 'country', value: 'NG', reason: 'test' };
  await (await stage.as('support'))('POST', '/brands/:brand/blocks', block);
  const all = await owner('GET', '/audit');
  assert.equal(all.status, 200, all.text);
  const [added, , look, eyes] = all.body.items;
  assert.equal(`${added.actor.name} ${added.sentence}`, 'support added a block to Test Brand: country NG');
  assert.equal(look.sentence, 'set the look – accent colour of Test Brand to #112233');
  assert.deepEqual(look.changes, [{ field: 'look – accent colour', before: null, after: '#112233' }]);
  assert.equal(eyes.sentence, 'turned on four eyes for Test Brand');
  assert.deepEqual(eyes.changes, [{ field: 'four eyes', before: 'off', after: 'on' }]);

  const sentences = async (query: string) =>
    (await owner('GET', `/audit?${query}`)).body.items.map(({ action }: { action: string }) => action);
  assert.deepEqual(await sentences(`actor=${added.actor.id}`), ['block.created', 'user.signed-in']);
  assert.deepEqual(await sentences('action=brand.changed'), ['brand.changed', 'brand.changed']);
  assert.deepEqual(await sentences(`action=brand.changed&until=${between}`), ['brand.changed']);
  assert.deepEqual(await sentences(`action=brand.changed&from=${between}&target=${stage.brand.brandId}`), [
    'brand.changed',
  ]);
  assert.ok((await sentences('actorKind=operator')).every((action: string) => !action.startsWith('user.')));
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await owner('GET', `/audit?limit=2${cursor && `&cursor=${cursor}`}`);
    ids.push(...page.body.items.map(({ id }: { id: string }) => id));
    cursor = page.body.next;
  }
  assert.deepEqual(
    ids,
    all.body.items.map(({ id }: { id: string }) => id),
  );
  const people = (await owner('GET', '/audit/people')).body.items;
  assert.ok(
    people.some(({ id, name }: { id: string; name: string }) => id === added.actor.id && name === 'support'),
  );
});

test('the log of another merchant is 404', async (t) => {
  const stage = await sharedPortalStage(t);
  const stranger = await stage.createBrand();
  await stage.operator('PATCH', `/operator/brands/${stranger.brandId}`, { fourEyes: true });
  const found = await (await stage.as('owner'))('GET', `/audit?target=${stranger.brandId}`);
  assert.deepEqual(found.body, { items: [], next: null });
});

test('the log is exported as CSV and XLSX with the same texts, in the named time zone', async (t) => {
  const stage = await sharedPortalStage(t);
  const approver = await stage.as('finance-approver');
  const csv = await approver('GET', '/audit/export?format=csv&timeZone=Asia/Tokyo&action=user.signed-in');
  assert.equal(csv.status, 200, csv.text);
  const [heading, row] = csv.text.split('\r\n');
  assert.match(heading!, /Time \(Asia\/Tokyo\),Who,What/);
  assert.match(row!, /,"finance-approver","signed in",/);
  assert.match(csv.headers.get('content-disposition')!, /audit-log\.csv/);
  const xlsx = await approver('GET', '/audit/export?format=xlsx');
  assert.equal(xlsx.text.slice(0, 2), 'PK');
  assert.equal((await approver('GET', '/audit/export?format=csv&timeZone=Moon')).status, 400);
});

test('the proof says whether the chain is complete, and which row is wrong', async (t) => {
  const stage = await openPortalStage(t);
  const owner = await stage.as('owner');
  const whole = await owner('GET', '/audit/proof');
  assert.equal(whole.body.ok, true, whole.text);
  assert.ok(whole.body.rows >= 2);
  // Only the owner of the tables can: the gateway's own role may not change a row.
  const owning = openDatabase(asOwner(stage.databaseUrl), { maxConnections: 1 });
  t.after(() => owning.end({ timeout: 1 }));
  await owning`update audit_log set action = 'user.invited'
    where merchant_id = ${stage.brand.merchantId} and sequence = 1`;
  stage.advance(11_000);
  const broken = await owner('GET', '/audit/proof');
  assert.equal(broken.body.ok, false);
  assert.match(broken.body.fault, /^row 1 .* was altered/);
  assert.ok(broken.body.checkedAt > whole.body.checkedAt);
});
