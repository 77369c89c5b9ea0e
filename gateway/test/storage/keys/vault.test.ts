// The vault's promises: only the right key and context open a value, starting processes agree on the keys, and keys
// change while processes run without losing a value.

import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import test, { after, before, beforeEach } from 'node:test';
import { inspect } from 'node:util';
import type { Sql, SqlTransaction } from '../../../src/storage/database/database.ts';
import { rotateKeys } from '../../../src/storage/keys/rotate-keys.ts';
import { SealBrokenError, sealContext, Vault, WrongMasterKeyError } from '../../../src/storage/keys/vault.ts';
import {
  asOwner,
  createTestDatabase,
  openTestPool,
  type TestDatabase,
} from '../../stage/harness-database.ts';

const PAN = '4242424242424242';
const masterKey = randomBytes(32);
let database: TestDatabase;
let sql: Sql;

before(async () => {
  database = await createTestDatabase();
  sql = await openTestPool(asOwner(database.databaseUrl), { maxConnections: 4 });
});
after(async () => {
  await sql.end();
  await database.drop();
});

let vault: Vault;
beforeEach(async () => {
  await sql`truncate data_keys, merchants cascade`;
  await sql`truncate cards, open_work, confirmations, provider_notifications, provider_accounts`;
  vault = await Vault.open(sql, masterKey);
});

const keyIdOf = (sealed: Buffer) => sealed.toString('hex', 1, 17);
const keyHex = (id: string) => id.replaceAll('-', '');

test('a sealed value can be opened, only in its context', async () => {
  const context = sealContext.pan('merchant-1');
  for (const plain of [PAN, '', 'Zoë 😀', Buffer.from([0, 255, 1])]) {
    const sealed = vault.seal(plain, context);
    assert.deepEqual(await vault.open(sealed, context), Buffer.from(plain));
    await assert.rejects(vault.open(sealed, sealContext.pan('merchant-2')), SealBrokenError);
    await assert.rejects(vault.open(sealed, ''), SealBrokenError);
  }
});

test('a change of any bit of sealed bytes is detected', async () => {
  const sealed = vault.seal(PAN, 'x');
  for (let bit = 0; bit < sealed.length * 8; bit++) {
    const altered = Buffer.from(sealed);
    altered[bit >> 3]! ^= 1 << (bit & 7);
    await assert.rejects(vault.open(altered, 'x'), SealBrokenError, `bit ${bit}`);
  }
  for (const cut of [0, 1, 17, 44, sealed.length - 1]) {
    await assert.rejects(vault.open(sealed.subarray(0, cut), 'x'), SealBrokenError, `cut at ${cut}`);
  }
});

test('sealing twice gives different bytes, in the documented layout, without the text in them', () => {
  const nonces = new Set<string>();
  for (let i = 0; i < 3000; i++) {
    const sealed = vault.seal(PAN, 'x');
    assert.equal(sealed.length, 1 + 16 + 12 + 16 + PAN.length);
    assert.equal(sealed[0], 1);
    assert.equal(keyIdOf(sealed), keyHex(vault.activeSealKeyId));
    assert.equal(sealed.includes(PAN), false);
    nonces.add(sealed.toString('hex', 17, 29));
  }
  assert.equal(nonces.size, 3000);
});

test('fingerprints and tokens are stable, differ from each other and survive a restart', async () => {
  const again = await Vault.open(sql, masterKey);
  assert.equal(vault.fingerprint('a').length, 32);
  assert.deepEqual(again.fingerprint('a'), vault.fingerprint('a'));
  assert.notDeepEqual(vault.fingerprint('a'), vault.fingerprint('b'));
  assert.match(vault.token('a'), /^tok_[0-9A-Za-z_-]{43}$/);
  assert.equal(again.token('a'), vault.token('a'));
  assert.notEqual(vault.token('a'), vault.token('b'));
});

test('processes that start at once share one set of keys', async () => {
  await sql`truncate data_keys`;
  const vaults = await Promise.all(Array.from({ length: 8 }, () => Vault.open(sql, masterKey)));
  const rows = await sql`select purpose from data_keys order by purpose`;
  assert.deepEqual(
    rows.map((row) => row.purpose),
    ['hmac', 'seal'],
  );
  const sealed = vaults[0]!.seal(PAN, 'x');
  for (const other of vaults) {
    assert.equal((await other.open(sealed, 'x')).toString(), PAN);
    assert.equal(other.token('a'), vaults[0]!.token('a'));
  }
});

test('if two processes start at once with different master keys, exactly one of them is refused', async () => {
  for (let round = 0; round < 10; round++) {
    await sql`truncate data_keys`;
    const opened = await Promise.allSettled([Vault.open(sql, masterKey), Vault.open(sql, randomBytes(32))]);
    const refused = opened.filter((result) => result.status === 'rejected');
    assert.equal(refused.length, 1);
    assert.ok(refused[0]!.reason instanceof WrongMasterKeyError);
  }
});

/** The forms in which a key could appear in printed text. */
const printedForms = (key: Buffer) =>
  [key.toString('hex'), key.toString('base64'), inspect(key).slice('<Buffer '.length)].map((text) =>
    text.slice(0, 20),
  );

test('a wrong master key is refused with a clear message that contains no key', async () => {
  const wrong = randomBytes(32);
  await assert.rejects(Vault.open(sql, wrong), (error: Error) => {
    assert.ok(error instanceof WrongMasterKeyError);
    assert.match(error.message, /MASTER_KEY is wrong for this database/);
    const shown = inspect(error, { depth: 9, showHidden: true });
    for (const form of [wrong, masterKey].flatMap(printedForms))
      assert.equal(shown.includes(form), false, form);
    return true;
  });
  await assert.rejects(Vault.open(sql, randomBytes(16)), /32 bytes, this one 16/);
});

test('a damaged data key is distinguished from a wrong master key', async () => {
  await sql`update data_keys set wrapped_key = ${randomBytes(60)} where purpose = 'seal'`;
  await assert.rejects(Vault.open(sql, masterKey), /is damaged/);
});

test('a printed vault shows no key, and the database has no unwrapped key', async () => {
  const shown = inspect(vault, { depth: 9, showHidden: true });
  for (const form of printedForms(masterKey)) assert.equal(shown.includes(form), false, form);
  // Checks that a key really prints in these forms.
  assert.ok(inspect({ masterKey }).includes(printedForms(masterKey)[2]!));
  const [row] = await sql`select wrapped_key, master_key_id from data_keys where purpose = 'seal'`;
  assert.equal(row!.wrapped_key.length, 12 + 16 + 32);
  assert.match(row!.master_key_id, /^[0-9a-f]{12}$/);
});

interface Stored {
  table:
    | 'cards'
    | 'signing_secrets'
    | 'transactions'
    | 'payment data'
    | 'charge states'
    | 'notifications'
    | 'accounts'
    | 'keys'
    | 'documents';
  plain: string;
  context: string;
}

/** Two batches of a rotation and one row; receipts, which go in smaller batches, too. */
const CARDS = 1001;
const RECEIPTS = 21;

/** One merchant with sealed values in each registered column. */
async function storeSealedValues(): Promise<Stored[]> {
  const merchantId = randomUUID();
  const brandId = randomUUID();
  const at = new Date();
  const secretContext = sealContext.signingSecret(brandId);
  const panContext = sealContext.pan(merchantId);
  await sql`insert into merchants values (${merchantId}, 'm', ${at})`;
  await sql`
    insert into brands (merchant_id, brand_id, name, active, enforce_signatures, automatic_approval,
      payment_facilitator, four_eyes, ip_allow_list, domains, created_at, updated_at)
    values (${merchantId}, ${brandId}, 'b', true, false, false, false, false, '{}', '{}', ${at}, ${at})`;
  await sql`
    insert into signing_secrets (merchant_id, brand_id, id, secret_sealed, created_at, expires_at) values
      (${merchantId}, ${brandId}, ${randomUUID()}, ${vault.seal('tgs_1', secretContext)}, ${at}, null)`;
  const numbers = Array.from({ length: CARDS }, (_, i) => i);
  await Promise.all(
    numbers.map(
      (i) => sql`
        insert into cards values
          (${merchantId}, ${brandId}, ${`tok_${i}`}, 'u', ${vault.seal(`42${i}`, panContext)}, '{}', ${at})`,
    ),
  );
  const dataContext = sealContext.paymentData(merchantId);
  const proofContext = sealContext.confirmation(merchantId);
  const stateContext = sealContext.chargeState(merchantId);
  const noticeContext = sealContext.notification(merchantId);
  const accountId = randomUUID();
  const accountContext = sealContext.providerAccount(accountId);
  for (const panSealed of [vault.seal(PAN, panContext), null]) {
    const id = randomUUID();
    const data = panSealed === null ? vault.seal('an iban', dataContext) : null;
    const state = panSealed === null ? vault.seal('a state', stateContext) : null;
    await sql`
      insert into open_work (merchant_id, transaction_id, brand_id, status, pan_sealed, payment_data_sealed,
        charge_state_sealed, created_at)
      values (${merchantId}, ${id}, ${brandId}, 'PROCESSING', ${panSealed}, ${data}, ${state}, ${at})`;
  }
  await sql`
    insert into provider_notifications (merchant_id, id, brand_id, account_id, provider, item_key, kind, received_at,
      foreign_account, body_sealed)
    values (${merchantId}, ${randomUUID()}, ${brandId}, ${accountId}, 'adyen', 'k', 'AUTHORISATION', ${at}, false,
      ${vault.seal('a notification', noticeContext)})`;
  await sql`
    insert into provider_accounts (merchant_id, brand_id, id, provider, environment, priority, card_entry,
      credentials_sealed, created_at, updated_at)
    values (${merchantId}, ${brandId}, ${accountId}, 'adyen', 'test', 100, 'tollgate',
      ${vault.seal('credentials', accountContext)}, ${at}, ${at})`;
  const receipts = Array.from({ length: RECEIPTS }, (_, i) => `receipt ${i}`);
  for (const receipt of [null, ...receipts]) {
    await sql`
      insert into confirmations (merchant_id, transaction_id, id, keys_sealed, document_sealed, created_at)
      values (${merchantId}, ${randomUUID()}, ${randomUUID()}, ${vault.seal('a utr', proofContext)},
        ${receipt && vault.seal(receipt, proofContext)}, ${at})`;
  }
  return [
    ...receipts.flatMap((plain) => [
      { table: 'documents' as const, plain, context: proofContext },
      { table: 'keys' as const, plain: 'a utr', context: proofContext },
    ]),
    { table: 'keys', plain: 'a utr', context: proofContext },
    { table: 'payment data', plain: 'an iban', context: dataContext },
    { table: 'charge states', plain: 'a state', context: stateContext },
    { table: 'notifications', plain: 'a notification', context: noticeContext },
    { table: 'accounts', plain: 'credentials', context: accountContext },
    { table: 'signing_secrets', plain: 'tgs_1', context: secretContext },
    ...Array.from({ length: 1001 }, (_, i) => ({
      table: 'cards' as const,
      plain: `42${i}`,
      context: panContext,
    })),
    { table: 'transactions', plain: PAN, context: panContext },
  ];
}

async function sealedValues(): Promise<{ table: string; sealed: Buffer }[]> {
  return sql<{ table: string; sealed: Buffer }[]>`
    select 'cards' as table, pan_sealed as sealed from cards
    union all select 'signing_secrets', secret_sealed from signing_secrets
    union all select 'transactions', pan_sealed from open_work where pan_sealed is not null
    union all select 'payment data', payment_data_sealed from open_work where payment_data_sealed is not null
    union all select 'charge states', charge_state_sealed from open_work where charge_state_sealed is not null
    union all select 'notifications', body_sealed from provider_notifications
    union all select 'accounts', credentials_sealed from provider_accounts
    union all select 'keys', keys_sealed from confirmations
    union all select 'documents', document_sealed from confirmations where document_sealed is not null`;
}

async function assertAllOpen(reader: Vault, stored: Stored[]): Promise<void> {
  const contexts = new Map(stored.map(({ table, context }) => [table as string, context]));
  const rows = await sealedValues();
  const opened = await Promise.all(
    rows.map(({ table, sealed }) => reader.open(sealed, contexts.get(table)!)),
  );
  const found = opened.map((plain, i) => `${rows[i]!.table} ${plain}`).sort();
  assert.deepEqual(found, stored.map(({ table, plain }) => `${table} ${plain}`).sort());
}

test('a rotation seals everything again, and a running process reads and then seals with the new key', async () => {
  const stored = await storeSealedValues();
  const running = await Vault.open(sql, masterKey);
  const formerId = vault.activeSealKeyId;

  const rotation = await rotateKeys(sql, vault, { settleMs: 0 });
  assert.equal(rotation.resealed, stored.length);
  assert.equal(rotation.retired, true);
  assert.notEqual(rotation.sealKeyId, formerId);
  for (const { sealed } of await sealedValues()) assert.equal(keyIdOf(sealed), keyHex(rotation.sealKeyId));

  // The running process has never seen the new key. It fetches the key, and still opens what it sealed itself.
  const straggler = running.seal('late', 'x');
  assert.equal(keyIdOf(straggler), keyHex(formerId));
  await assertAllOpen(running, stored);
  assert.equal(running.activeSealKeyId, rotation.sealKeyId);
  assert.equal((await running.open(straggler, 'x')).toString(), 'late');
  const started = await Vault.open(sql, masterKey);
  assert.equal((await started.open(straggler, 'x')).toString(), 'late');
  assert.deepEqual(started.fingerprint('a'), vault.fingerprint('a'));
});

test('a rotation that was interrupted is finished by the next one', async () => {
  const stored = await storeSealedValues();
  let batches = 0;
  const dying: Sql = new Proxy(sql, {
    get(target, property) {
      if (property === 'begin' && ++batches > 2) throw new Error('killed');
      return Reflect.get(target, property);
    },
  });
  await assert.rejects(rotateKeys(dying, vault, { settleMs: 0 }), /killed/);
  const half = await sealedValues();
  assert.equal(new Set(half.map(({ sealed }) => keyIdOf(sealed))).size, 2);
  const restarted = await Vault.open(sql, masterKey);
  await assertAllOpen(restarted, stored);

  const rotation = await rotateKeys(sql, restarted, { settleMs: 0 });
  assert.equal(rotation.sealKeyId, vault.activeSealKeyId);
  assert.ok(rotation.resealed > 0 && rotation.resealed < stored.length);
  await assertAllOpen(vault, stored);
  const [{ inUse }] = await sql<[{ inUse: number }]>`
    select count(*)::int as "inUse" from data_keys where purpose = 'seal' and retired_at is null`;
  assert.equal(inUse, 1);
});

test('a rotation repeats a transaction that the database asks it to repeat', async () => {
  const stored = await storeSealedValues();
  // Every other statement and transaction gets a deadlock error.
  let asked = 0;
  const deadlock = () => Object.assign(new Error('deadlock detected'), { code: '40P01' });
  const crowded: Sql = new Proxy(sql, {
    apply(target, self, parameters) {
      const [{ raw }] = parameters as [{ raw: string[] }];
      const writes = /insert|update/.test(raw[0]!);
      return writes && asked++ % 2 === 0
        ? Promise.reject(deadlock())
        : Reflect.apply(target, self, parameters);
    },
    get(target, property) {
      if (property !== 'begin') return Reflect.get(target, property);
      return (work: (tx: SqlTransaction) => Promise<unknown>) =>
        target.begin(async (tx) => {
          const answer = await work(tx);
          if (asked++ % 2 === 0) throw deadlock();
          return answer;
        });
    },
  });
  const rotation = await rotateKeys(crowded, vault, { settleMs: 0 });
  assert.equal(rotation.resealed, stored.length);
  assert.equal(rotation.retired, true);
  await assertAllOpen(vault, stored);
  asked = 0;
  assert.equal((await rotateKeys(crowded, vault, { newMasterKey: randomBytes(32) })).rewrapped, 3);
  assert.equal(asked, 2);
});

test('with a new master key all values stay readable, the old key no longer starts, and running processes continue', async () => {
  const newMasterKey = randomBytes(32);
  await rotateKeys(sql, vault, { settleMs: 0 });
  const running = await Vault.open(sql, masterKey);
  const sealed = vault.seal(PAN, 'x');

  const rotation = await rotateKeys(sql, vault, { newMasterKey });
  assert.equal(rotation.rewrapped, 3);
  await assert.rejects(Vault.open(sql, masterKey), WrongMasterKeyError);
  const started = await Vault.open(sql, newMasterKey);
  assert.equal((await started.open(sealed, 'x')).toString(), PAN);
  assert.equal(started.token('a'), vault.token('a'));
  await running.refresh();
  assert.equal((await running.open(started.seal('y', 'x'), 'x')).toString(), 'y');
});

test('a card is recognised only at its brand, and never without the key', async () => {
  const key = vault.cardKey('brand-1', PAN);
  assert.equal(key.length, 16);
  assert.deepEqual(vault.cardKey('brand-1', PAN), key);
  const beside = await Vault.open(sql, masterKey);
  assert.deepEqual(beside.cardKey('brand-1', PAN), key);
  const newMasterKey = randomBytes(32);
  await rotateKeys(sql, vault, { settleMs: 0 });
  await rotateKeys(sql, vault, { newMasterKey });
  assert.deepEqual((await Vault.open(sql, newMasterKey)).cardKey('brand-1', PAN), key);

  await sql`truncate data_keys`;
  const stranger = await Vault.open(sql, masterKey);
  const others = [
    vault.cardKey('brand-2', PAN),
    vault.cardKey('brand-1', '4242424242424243'),
    stranger.cardKey('brand-1', PAN),
    vault.fingerprint(`brand-1 ${PAN}`).subarray(0, 16),
  ];
  for (const other of others) assert(!other.equals(key));
});
