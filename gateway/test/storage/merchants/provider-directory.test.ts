// The directory of accounts at providers on the real database: order, changes by another process, a broken seal, a
// rotation of keys, and the times of notifications.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import test, { type TestContext } from 'node:test';
import type { Context } from '../../../src/actions/context.ts';
import { createBrand } from '../../../src/actions/merchants/create-brand.ts';
import { createMerchant } from '../../../src/actions/merchants/create-merchant.ts';
import { ROOT } from '../../../src/domain/audit/audit.ts';
import type { KeptAccount } from '../../../src/domain/merchants/place-account.ts';
import { rotateKeys } from '../../../src/storage/keys/rotate-keys.ts';
import { Vault } from '../../../src/storage/keys/vault.ts';
import { touchBrand } from '../../../src/storage/merchants/brand-store.ts';
import {
  insertAccount,
  listAccounts,
  retireAccount,
  updateAccount,
} from '../../../src/storage/merchants/provider-account-store.ts';
import { ProviderDirectory } from '../../../src/storage/merchants/provider-directory.ts';
import { openCredentials, sealCredentials } from '../../../src/storage/merchants/sealed-credentials.ts';
import { startLoop } from '../../../src/worker/loop.ts';
import { openTestContext } from '../../http/operator/operator-app.ts';
import { eventually } from '../../stage/harness.ts';

const AT = new Date('2026-03-01T12:00:00.000Z');
const CREDENTIALS = { secretKey: 'sk_made_up', webhookSecrets: ['whsec_1', 'whsec_2'] };

interface Stage {
  context: Context;
  databaseUrl: string;
  merchantId: string;
  brandId: string;
  store(fields?: Partial<KeptAccount>): Promise<KeptAccount>;
}

async function openStage(t: TestContext): Promise<Stage> {
  const { context, databaseUrl } = await openTestContext(t);
  const { merchantId } = await createMerchant(context, ROOT, { name: 'Example Ltd' });
  const { brandId } = await createBrand(context, ROOT, merchantId, { name: 'Demo Shop' });
  return {
    context,
    databaseUrl,
    merchantId,
    brandId,
    async store(fields) {
      const account: KeptAccount = {
        merchantId,
        brandId,
        id: randomUUIDv7(),
        provider: 'stripe',
        environment: 'test',
        priority: 100,
        optionIds: null,
        cardEntry: 'provider',
        multipleCaptures: false,
        wallets: [],
        endpoint: null,
        merchantAccount: null,
        proven: null,
        credentials: CREDENTIALS,
        createdAt: AT,
        retiredAt: null,
        ...fields,
      };
      await insertAccount(context.sql, sealed(context, account));
      await context.providerAccounts.refresh();
      return account;
    },
  };
}

const sealed = ({ vault }: Context, account: KeptAccount) => ({
  ...account,
  credentialsSealed: sealCredentials(vault, account),
});
const damage = ({ sql }: Context, id: string) => sql`update provider_accounts
  set credentials_sealed = set_byte(credentials_sealed, 40, 255 - get_byte(credentials_sealed, 40)), updated_at = now()
  where id = ${id}`;

test('accounts are sorted by priority and age, and retired accounts are found only by their id', async (t) => {
  const { context, brandId, store } = await openStage(t);
  const { providerAccounts, sql } = context;
  assert.deepEqual(providerAccounts.ofBrand(brandId), []);
  const later = new Date(AT.getTime() + 1);
  const young = await store({ provider: 'one', createdAt: later });
  const old = await store({ provider: 'two' });
  const first = await store({
    provider: 'three',
    priority: 1,
    createdAt: later,
    optionIds: [randomUUIDv7()],
  });
  const ids = () => providerAccounts.ofBrand(brandId).map(({ id }) => id);
  assert.deepEqual(ids(), [first.id, old.id, young.id]);
  const { proven: _, ...expected } = first;
  assert.deepEqual(providerAccounts.byId(first.id), expected);
  assert.equal(providerAccounts.ofBrand(brandId), providerAccounts.ofBrand(brandId));

  await retireAccount(sql, { ...old, retiredAt: later }, null);
  await providerAccounts.refresh();
  assert.deepEqual(ids(), [first.id, young.id]);
  assert.deepEqual(providerAccounts.byId(old.id)?.retiredAt, later);
  assert.equal(providerAccounts.all().length, 3);
  // Restores it.
  await updateAccount(sql, sealed(context, old));
  await providerAccounts.refresh();
  assert.deepEqual(ids(), [first.id, old.id, young.id]);
});

test('a brand has a single account in use at a provider, even if a caller does not retire the former', async (t) => {
  const { store } = await openStage(t);
  await store();
  await assert.rejects(store(), { code: '23505' });
  await store({ retiredAt: null, provider: 'adyen' });
});

test('a change in one process reaches another process, and an account made a moment ago is found', async (t) => {
  const { context, databaseUrl, brandId, store } = await openStage(t);
  const { context: there } = await openTestContext(t, { databaseUrl });
  const made = await store();
  const [...found] = await Promise.all(
    [1, 2, 3].map(() => there.providerAccounts.find(made.id.toUpperCase())),
  );
  assert.deepEqual(
    found.map((one) => one?.id),
    [made.id, made.id, made.id],
  );
  assert.equal(await there.providerAccounts.find(randomUUIDv7()), undefined);

  const work = () => there.providerAccounts.refresh();
  const loop = startLoop(there, { name: 'refresh brands', everyMs: 1_000, longestRestMs: 1_000, work });
  t.after(() => loop.stop());
  const before = there.providerAccounts.byId(made.id);
  await updateAccount(context.sql, sealed(context, { ...made, priority: 3 }));
  await eventually(() => there.providerAccounts.byId(made.id)?.priority === 3);
  assert.notEqual(there.providerAccounts.byId(made.id), before);
  await retireAccount(context.sql, { ...made, retiredAt: AT }, null);
  await eventually(() => there.providerAccounts.ofBrand(brandId).length === 0);
});

test('a flood of unknown ids causes only a few reads', async (t) => {
  const { context } = await openStage(t);
  let looks = 0;
  const sql = new Proxy(context.sql, {
    apply(target, self, parameters) {
      if (/from provider_accounts/.test(parameters[0].raw?.[0] ?? '')) looks++;
      return Reflect.apply(target, self, parameters);
    },
  });
  const directory = await ProviderDirectory.open({ ...context, sql });
  looks = 0;
  // Each wave waits until it may look.
  for (const _ of ['first wave', 'second wave']) {
    await Promise.all(Array.from({ length: 50 }, () => directory.find(randomUUIDv7())));
  }
  assert.equal(looks, 2);
});

test('a change whose transaction commits late, after younger changes were seen, is not missed', async (t) => {
  const { context, store } = await openStage(t);
  const { providerAccounts, sql } = context;
  const slow = await store({ provider: 'slow' });
  const quick = await store({ provider: 'quick' });
  await sql.begin(async (tx) => {
    await tx`update provider_accounts set priority = 7, updated_at = now() where id = ${slow.id}`;
    await updateAccount(sql, sealed(context, { ...quick, priority: 8 }));
    await providerAccounts.refresh();
    assert.equal(providerAccounts.byId(quick.id)!.priority, 8);
    assert.equal(providerAccounts.byId(slow.id)!.priority, 100);
  });
  await providerAccounts.refresh();
  assert.equal(providerAccounts.byId(slow.id)!.priority, 7);
});

test('two changes at the same time of the database have two marks', async (t) => {
  const { context, merchantId, brandId, store } = await openStage(t);
  const { id } = await store();
  await context.sql.begin(async (tx) => {
    const marks = new Set<string>();
    // now() is the same in the whole transaction, as in two transactions that begin within one microsecond.
    for (let change = 0; change < 3; change++) {
      await retireAccount(tx, { merchantId, id, retiredAt: AT }, null);
      await touchBrand(tx, merchantId, brandId);
      const [account] = await tx`select updated_at::text as mark from provider_accounts where id = ${id}`;
      const [brand] = await tx`select updated_at::text as mark from brands where brand_id = ${brandId}`;
      marks.add(`account ${account!.mark}`).add(`brand ${brand!.mark}`);
    }
    assert.equal(marks.size, 6);
  });
});

test('credentials that do not open affect only their own account, neither the start nor the others', async (t) => {
  const { context, brandId, store } = await openStage(t);
  const broken = await store({ provider: 'broken' });
  const well = await store({ provider: 'well' });
  await damage(context, broken.id);
  const changed = sealed(context, { ...well, priority: 3 });
  await updateAccount(context.sql, changed);
  const lines: Record<string, unknown>[] = [];
  const log = { error: (line: Record<string, unknown>) => lines.push(line) } as never;
  const started = await ProviderDirectory.open({ ...context, log });
  assert.deepEqual(
    lines.map(({ accountId }) => accountId),
    [broken.id],
  );
  assert.ok(!JSON.stringify(lines).includes('sk_made_up'));
  assert.equal(started.byId(broken.id), undefined);
  assert.deepEqual(
    started.ofBrand(brandId).map(({ id }) => id),
    [well.id],
  );
  // The process does not read the account again until it changes.
  await started.refresh();
  assert.equal(lines.length, 1);

  // A process that opened the credentials before continues with them, and still hears of changes, also of the account
  // itself.
  await context.sql`update provider_accounts set priority = 9, updated_at = now() where id = ${broken.id}`;
  await context.providerAccounts.refresh();
  const known = context.providerAccounts.byId(broken.id)!;
  assert.deepEqual([known.priority, known.credentials], [9, CREDENTIALS]);
  assert.equal(context.providerAccounts.byId(well.id)!.priority, 3);

  // New credentials repair the account.
  await updateAccount(context.sql, sealed(context, { ...broken, credentials: { secretKey: 'new' } }));
  await started.refresh();
  assert.deepEqual(started.byId(broken.id)!.credentials, { secretKey: 'new' });
});

test('if the database is unreachable, a refresh fails and the known accounts stay', async (t) => {
  const { context, brandId, store } = await openStage(t);
  const account = await store();
  let broken = false;
  const sql = new Proxy(context.sql, {
    apply: (target, self, parameters) =>
      broken ? Promise.reject(new Error('away')) : Reflect.apply(target, self, parameters),
  });
  const warnings: unknown[] = [];
  const log = { warn: (_: unknown, message: string) => warnings.push(message) } as never;
  const directory = await ProviderDirectory.open({ ...context, sql, log });
  broken = true;
  await assert.rejects(directory.refresh(), /away/);
  await assert.rejects(directory.find(randomUUIDv7()), /away/);
  assert.equal(directory.ofBrand(brandId)[0]!.id, account.id);
  const noted = { merchantId: account.merchantId, accountId: account.id };
  await directory.noteRefused(noted, AT);
  assert.deepEqual(warnings, ['could not store the time of a notification (refused)']);
  // The loop writes it when the database is back.
  broken = false;
  await directory.writeNotes();
  assert.deepEqual((await listAccounts(context.sql, account))[0]!.lastRefusedAt, AT);
});

test('the times of notifications are written once a second and do not count as changes of the account', async (t) => {
  const { context, store } = await openStage(t);
  const account = await store();
  const { providerAccounts, sql } = context;
  const noted = { merchantId: account.merchantId, accountId: account.id };
  const [{ mark }] = await sql<[{ mark: string }]>`select updated_at::text as mark from provider_accounts`;
  const at = (ms: number) => new Date(AT.getTime() + ms);
  const times = async () => {
    const [row] = await listAccounts(sql, account);
    return [row!.lastNotificationAt?.getTime(), row!.lastRefusedAt?.getTime()].map(
      (time) => time && time - AT.getTime(),
    );
  };
  await providerAccounts.noteNotification(noted, at(0));
  await providerAccounts.noteNotification(noted, at(999));
  assert.deepEqual(await times(), [0, undefined]);
  await providerAccounts.noteRefused(noted, at(5));
  assert.deepEqual(await times(), [0, 5]);
  // The loop writes the rest, and nothing is written twice.
  await providerAccounts.writeNotes();
  assert.deepEqual(await times(), [999, 5]);
  await providerAccounts.noteNotification(noted, at(1_998));
  assert.deepEqual(await times(), [999, 5]);
  await providerAccounts.noteNotification(noted, at(1_999));
  assert.deepEqual(await times(), [1_999, 5]);
  // An earlier time from another process changes nothing.
  const other = await ProviderDirectory.open(context);
  await other.noteNotification(noted, at(500));
  assert.deepEqual(await times(), [1_999, 5]);
  const [after] = await sql<[{ mark: string }]>`select updated_at::text as mark from provider_accounts`;
  assert.equal(after.mark, mark);
});

test('a rotation of keys seals the credentials again, and no process notices', async (t) => {
  const { context, store } = await openStage(t);
  const { sql, vault, providerAccounts } = context;
  const account = await store({ proven: { secretKey: 'before' } });
  const known = providerAccounts.byId(account.id);
  const { resealed, sealKeyId } = await rotateKeys(sql, vault, { settleMs: 0 });
  assert.equal(resealed, 2); // And the brand's signing secret.
  const [row] = await listAccounts(sql, account);
  assert.equal(row!.credentialsSealed.toString('hex', 1, 17), sealKeyId.replaceAll('-', ''));
  const reader = await Vault.open(sql, Buffer.alloc(32, 5));
  assert.deepEqual(await openCredentials(reader, row!), {
    credentials: CREDENTIALS,
    proven: { secretKey: 'before' },
  });
  await providerAccounts.refresh();
  assert.equal(providerAccounts.byId(account.id), known);
  // Credentials are bound to their account: the bytes of one do not open as another's.
  await assert.rejects(openCredentials(reader, { ...row!, id: randomUUIDv7() }), /another context/);
});
