// The demo of the first start (contract 1): complete, and made
// once, whichever process starts first.
import assert from 'node:assert/strict';
import { readFile, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { signIn } from '../../src/actions/access/sign-in.ts';
import { verifyLedger } from '../../src/actions/ledger/verify-ledger.ts';
import { createMerchant } from '../../src/actions/merchants/create-merchant.ts';
import { seedDemo } from '../../src/demo/seed-demo.ts';
import { USER_ROLES } from '../../src/domain/access/user-role.ts';
import { ROOT } from '../../src/domain/audit/audit.ts';
import { balancesOf } from '../../src/storage/ledger/ledger-store.ts';
import { OPERATOR_TOKEN, openTestContext } from '../http/operator/operator-app.ts';

test('the demo has a working brand, money, a user of each role, and a file that only its owner can read', async (t) => {
  const { context } = await openTestContext(t, { env: { PUBLIC_URL: 'http://localhost:4000' } });
  const { sql, brands, config } = context;
  const demo = (await seedDemo(context))!;
  const path = join(config.dataDir, 'demo.json');
  assert.deepEqual(JSON.parse(await readFile(path, 'utf8')), demo);
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  assert.deepEqual(Object.keys(demo), [
    'merchantId',
    'brandId',
    'apiKey',
    'signingSecret',
    'operatorToken',
    'portal',
    'shopUrl',
    'docsUrl',
  ]);
  assert.equal(demo.operatorToken, OPERATOR_TOKEN);
  assert.deepEqual(
    [demo.shopUrl, demo.docsUrl],
    ['http://localhost:4000/shop', 'http://localhost:4000/docs'],
  );
  assert.equal(demo.portal.url, 'http://localhost:4000/portal');
  assert.deepEqual(
    demo.portal.users.map(({ role }) => role),
    USER_ROLES,
  );
  for (const { email, password, role } of demo.portal.users) {
    const { user, step } = await signIn(
      context,
      { email, password },
      { requestId: 'r', ip: '::1', userAgent: null, token: null },
    );
    assert.deepEqual([user.role, step], [role, 'done'], 'a demo user needs no second factor');
  }
  const brand = brands.byApiKey(demo.apiKey)!;
  assert.deepEqual(
    [brand.brandId, brand.active, brand.automaticApproval, brand.enforceSignatures, brand.optionIds],
    [demo.brandId, true, false, false, null],
  );
  assert.equal(brand.signingSecrets[0]!.secret, demo.signingSecret);
  assert.deepEqual(
    await balancesOf(sql, demo.merchantId, demo.brandId),
    ['BRL', 'EUR', 'GBP', 'INR', 'KES', 'USD'].map((currency) => ({
      currency,
      availableMinor: 1_000_000n,
      reservedMinor: 0n,
    })),
  );
  assert.deepEqual((await verifyLedger(sql)).faults, []);
});

test('a second start adds no demo, and neither does a start that finds a merchant', async (t) => {
  const { context } = await openTestContext(t);
  assert.ok(await seedDemo(context));
  assert.equal(await seedDemo(context), null);
  const { context: used } = await openTestContext(t);
  await createMerchant(used, ROOT, { name: 'Example Ltd' });
  assert.equal(await seedDemo(used), null);
});

test('if several processes start at once on one database, one of them makes the demo', async (t) => {
  const { context: first, databaseUrl } = await openTestContext(t);
  const others = await Promise.all([1, 2, 3].map(() => openTestContext(t, { databaseUrl })));
  const demos = await Promise.all([first, ...others.map((one) => one.context)].map(seedDemo));
  assert.equal(demos.filter((demo) => demo !== null).length, 1);
  const [count] = await first.sql`select (select count(*)::int from brands) as brands,
    (select count(*)::int from fundings) as fundings`;
  assert.deepEqual({ ...count }, { brands: 1, fundings: 6 });
});

test('if the file cannot be written, no demo is made, and the next start makes both', async (t) => {
  const { context } = await openTestContext(t);
  const nowhere = { ...context, config: { ...context.config, dataDir: '/nonexistent/folder' } };
  await assert.rejects(seedDemo(nowhere), { code: 'ENOENT' });
  const demo = (await seedDemo(context))!;
  assert.ok(context.brands.byApiKey(demo.apiKey));
  await unlink(join(context.config.dataDir, 'demo.json'));
});

test('production has no demo', async (t) => {
  const { context } = await openTestContext(t);
  const production = { ...context, config: { ...context.config, environment: 'production' as const } };
  assert.equal(await seedDemo(production), null);
  assert.equal((await context.sql`select 1 from merchants`).length, 0);
});
