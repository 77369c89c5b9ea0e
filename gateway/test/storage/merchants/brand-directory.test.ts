// The brand directory on the real database: what one process
// changes, another knows; and ten thousand brands.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import { rotateApiKey } from '../../../src/actions/keys/rotate-api-key.ts';
import { rotateSigningSecret } from '../../../src/actions/keys/rotate-signing-secret.ts';
import { changeBrand } from '../../../src/actions/merchants/change-brand.ts';
import { createBrand } from '../../../src/actions/merchants/create-brand.ts';
import { createMerchant } from '../../../src/actions/merchants/create-merchant.ts';
import { ROOT } from '../../../src/domain/audit/audit.ts';
import { hashOf } from '../../../src/domain/keys/credentials.ts';
import { BrandDirectory } from '../../../src/storage/merchants/brand-directory.ts';
import { startLoop } from '../../../src/worker/loop.ts';
import { openTestContext } from '../../http/operator/operator-app.ts';
import { eventually } from '../../stage/harness.ts';

test('a change in one process reaches another process, including keys and secrets', async (t) => {
  const { context: here, databaseUrl } = await openTestContext(t);
  const { context: there } = await openTestContext(t, { databaseUrl });
  const loop = startLoop(there, { name: 'brands', everyMs: 1_000, work: () => there.brands.refresh() });
  t.after(() => loop.stop());
  const { merchantId } = await createMerchant(here, ROOT, { name: 'Example Ltd' });
  const { brandId, apiKey } = await createBrand(here, ROOT, merchantId, { name: 'Demo Shop' });
  await eventually(() => there.brands.byApiKey(apiKey)?.name === 'Demo Shop');

  await changeBrand(here, ROOT, brandId, { name: 'New Name', active: false });
  await eventually(() => there.brands.byApiKey(apiKey)?.name === 'New Name');
  assert.equal(there.brands.byId(brandId)!.active, false);

  const { apiKey: second } = await rotateApiKey(here, ROOT, brandId, { expirePreviousInSeconds: 0 });
  await eventually(() => there.brands.byApiKey(second) !== undefined);
  assert.equal(there.brands.byApiKey(apiKey), undefined);
});

test('a change whose transaction commits late, after younger changes were seen, is not missed', async (t) => {
  const { context } = await openTestContext(t);
  const { merchantId } = await createMerchant(context, ROOT, { name: 'Example Ltd' });
  const slow = await createBrand(context, ROOT, merchantId, { name: 'Slow' });
  const quick = await createBrand(context, ROOT, merchantId, { name: 'Quick' });
  await context.sql.begin(async (tx) => {
    await tx`update brands set name = 'Slow 2', updated_at = now() where brand_id = ${slow.brandId}`;
    await new Promise((resolve) => setTimeout(resolve, 20));
    await changeBrand(context, ROOT, quick.brandId, { name: 'Quick 2' });
    assert.equal(context.brands.byId(quick.brandId)!.name, 'Quick 2');
    assert.equal(context.brands.byId(slow.brandId)!.name, 'Slow');
  });
  await context.brands.refresh();
  assert.equal(context.brands.byId(slow.brandId)!.name, 'Slow 2');
});

test('each of several simultaneous refreshes sees earlier commits', async (t) => {
  const { context } = await openTestContext(t);
  const { merchantId } = await createMerchant(context, ROOT, { name: 'Example Ltd' });
  const names = Array.from({ length: 20 }, (_, i) => `Brand ${i}`);
  await Promise.all(
    names.map(async (name) => {
      const { apiKey } = await createBrand(context, ROOT, merchantId, { name });
      assert.equal(context.brands.byApiKey(apiKey)?.name, name);
    }),
  );
});

test('if the database is unreachable, a refresh fails and the known brands stay', async (t) => {
  const { context, databaseUrl } = await openTestContext(t);
  const { context: other } = await openTestContext(t, { databaseUrl });
  const { merchantId } = await createMerchant(context, ROOT, { name: 'Example Ltd' });
  const { apiKey } = await createBrand(context, ROOT, merchantId, { name: 'Demo Shop' });
  let broken = false;
  const sql = new Proxy(context.sql, {
    apply: (target, self, parameters) =>
      broken ? Promise.reject(new Error('away')) : Reflect.apply(target, self, parameters),
  });
  const { vault, now, log } = context;
  const directory = await BrandDirectory.open({ sql, vault, now, log, defaultRisk: 'off' });
  broken = true;
  await assert.rejects(directory.refresh(), /away/);
  assert.ok(directory.byApiKey(apiKey));
  await createBrand(other, ROOT, merchantId, { name: 'Made meanwhile' });
  broken = false;
  await directory.refresh();
  const [made] = await other.sql`select brand_id from brands where name = 'Made meanwhile'`;
  assert.ok(directory.byId(made!.brand_id));
});

test('a signing secret that cannot be opened affects only its own brand, neither the start nor other brands', async (t) => {
  const { context } = await openTestContext(t);
  const { sql, vault, now } = context;
  const { merchantId } = await createMerchant(context, ROOT, { name: 'Example Ltd' });
  const [broken, rotated, well] = await Promise.all(
    ['Broken', 'Rotated', 'Well'].map((name) => createBrand(context, ROOT, merchantId, { name })),
  );
  const known = await BrandDirectory.open({ sql, vault, now, log: context.log, defaultRisk: 'off' });
  await rotateSigningSecret(context, ROOT, rotated!.brandId);
  for (const { brandId } of [broken!, rotated!]) {
    await sql`update signing_secrets set secret_sealed = set_byte(secret_sealed, 40, 255 - get_byte(secret_sealed, 40))
      where brand_id = ${brandId} and expires_at is null`;
    await sql`update brands set updated_at = now() where brand_id = ${brandId}`;
  }
  const lines: Record<string, unknown>[] = [];
  const log = { error: (line: Record<string, unknown>) => lines.push(line) } as never;
  const started = await BrandDirectory.open({ sql, vault, now, log, defaultRisk: 'off' });
  assert.deepEqual(lines.map((line) => line.brandId).sort(), [broken!.brandId, rotated!.brandId].sort());
  assert.equal(started.byApiKey(well!.apiKey)!.signingSecrets[0]!.secret, well!.signingSecret);
  // The former secret stays valid for a while.
  assert.equal(started.byApiKey(rotated!.apiKey)!.signingSecrets[0]!.secret, rotated!.signingSecret);
  // The gateway could sign nothing for this brand.
  assert.equal(started.byApiKey(broken!.apiKey), undefined);

  // A process that read the secret before the damage continues with it, and still hears of changes.
  await changeBrand(context, ROOT, broken!.brandId, { name: 'Broken 2' });
  await known.refresh();
  const brand = known.byApiKey(broken!.apiKey)!;
  assert.deepEqual([brand.name, brand.signingSecrets[0]!.secret], ['Broken 2', broken!.signingSecret]);

  // Rotating the secret repairs the brand.
  const { signingSecret } = await rotateSigningSecret(context, ROOT, broken!.brandId);
  await started.refresh();
  assert.equal(started.byApiKey(broken!.apiKey)!.signingSecrets[0]!.secret, signingSecret);
});

test('ten thousand brands are loaded, found and refreshed', async (t) => {
  const { context } = await openTestContext(t);
  const { sql, vault, now, log } = context;
  const { merchantId } = await createMerchant(context, ROOT, { name: 'Example Ltd' });
  const count = 10_000;
  const brands = Array.from({ length: count }, (_, i) => ({ id: randomUUID(), key: `tg_test_${i}` }));
  await sql`
    insert into brands (merchant_id, brand_id, name, active, enforce_signatures, automatic_approval,
      payment_facilitator, four_eyes, ip_allow_list, domains, created_at, updated_at)
    select ${merchantId}, id, 'Brand', true, false, false, false, false, '{}', '{}', now(), now()
    from unnest(${brands.map((one) => one.id)}::uuid[]) as id`;
  const hashes = brands.map((one) => hashOf(one.key).toString('hex'));
  await sql`
    insert into api_keys (merchant_id, brand_id, key_hash, created_at)
    select ${merchantId}, id, decode(hash, 'hex'), now()
    from unnest(${brands.map((one) => one.id)}::uuid[], ${hashes}::text[]) as keys (id, hash)`;
  const sealed = brands.map((one) => vault.seal(`tgs_${one.id}`, `signing-secret:${one.id}`).toString('hex'));
  await sql`
    insert into signing_secrets (merchant_id, brand_id, id, secret_sealed, created_at)
    select ${merchantId}, id, gen_random_uuid(), decode(sealed, 'hex'), now()
    from unnest(${brands.map((one) => one.id)}::uuid[], ${sealed}::text[]) as secrets (id, sealed)`;

  const began = performance.now();
  const directory = await BrandDirectory.open({ sql, vault, now, log, defaultRisk: 'off' });
  const loadMs = performance.now() - began;
  for (const i of [0, 1, 999, 1000, count - 1]) {
    const brand = directory.byApiKey(brands[i]!.key)!;
    assert.equal(brand.brandId, brands[i]!.id);
    assert.equal(brand.signingSecrets[0]!.secret, `tgs_${brands[i]!.id}`);
  }
  assert.equal(directory.byApiKey('tg_test_10001'), undefined);
  const refreshBegan = performance.now();
  await directory.refresh();
  const refreshMs = performance.now() - refreshBegan;
  const lookupsBegan = performance.now();
  for (let i = 0; i < count; i++) directory.byApiKey(brands[i]!.key);
  const lookupUs = ((performance.now() - lookupsBegan) * 1_000) / count;
  t.diagnostic(
    `load ${loadMs.toFixed(0)} ms, refresh ${refreshMs.toFixed(0)} ms, look-up ${lookupUs.toFixed(1)} µs`,
  );
});
