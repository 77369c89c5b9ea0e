// Key rotation (`npm run keys:rotate`), while processes run. It makes a new seal key and seals everything again under
// it, or wraps the data keys under a new master key. A person may stop it at any time and start it again. It never
// deletes a data key and never changes the hmac key: fingerprints and tokens would stop matching.

import { type Sql, type SqlTransaction, withRetries } from '../database/database.ts';
import { insertKey, sealContext, type Vault } from './vault.ts';

export interface Rotation {
  sealKeyId: string;
  /** Number of values sealed again under the new seal key. */
  resealed: number;
  /** Number of data keys wrapped under the new master key; 0 in a rotation of the seal key. */
  rewrapped: number;
  /** Names the new master key in messages and in data_keys; null in a rotation of the seal key. */
  masterKeyId: string | null;
  /** Whether the former seal keys were retired; false if running processes still sealed under them. */
  retired: boolean;
}

/**
 * With `newMasterKey` (32 bytes) it only re-wraps the data keys. From then on a process starts only with the new key;
 * running processes continue with the keys that they hold. Without `newMasterKey`, it makes a new seal key and waits
 * `settleMs`, until every process has refreshed its vault and seals under it. Then it re-seals the registered columns
 * until a pass finds nothing more.
 */
export async function rotateKeys(
  sql: Sql,
  vault: Vault,
  options: { newMasterKey?: Buffer; settleMs?: number } = {},
): Promise<Rotation> {
  await vault.refresh();
  if (options.newMasterKey) {
    const wrapped = await rewrap(sql, vault, options.newMasterKey);
    return { sealKeyId: vault.activeSealKeyId, resealed: 0, ...wrapped, retired: false };
  }

  // If two keys are in use, an earlier rotation was interrupted. This run finishes it.
  const inUse = await sql`select id from data_keys where purpose = 'seal' and retired_at is null`;
  if (inUse.length === 1) {
    const key = vault.newKey('seal');
    await withRetries(() => insertKey(sql, key));
    await vault.refresh();
    await new Promise((resolve) => setTimeout(resolve, options.settleMs ?? SETTLE_MS));
  }

  let resealed = 0;
  for (let pass = 1; pass <= MAX_PASSES; pass++) {
    const found = await resealAll(sql, vault);
    if (found === 0) {
      const sealKeyId = await retireFormerKeys(sql, vault);
      return { sealKeyId, resealed, rewrapped: 0, masterKeyId: null, retired: true };
    }
    resealed += found;
  }
  return { sealKeyId: vault.activeSealKeyId, resealed, rewrapped: 0, masterKeyId: null, retired: false };
}

const KEY_BESIDE_TRANSACTION = [
  ['merchant_id', 'uuid'],
  ['transaction_id', 'uuid'],
  ['id', 'uuid'],
] as const;

/** Every column with sealed bytes, its table's primary key and the context of its values. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: 'signing_secrets',
    column: 'secret_sealed',
    key: [
      ['merchant_id', 'uuid'],
      ['id', 'uuid'],
    ],
    bound: 'brand_id',
    contextOf: (row) => sealContext.signingSecret(row.brand_id!),
  },
  {
    table: 'provider_accounts',
    column: 'credentials_sealed',
    key: [
      ['merchant_id', 'uuid'],
      ['id', 'uuid'],
    ],
    contextOf: (row) => sealContext.providerAccount(row.id!),
  },
  {
    table: 'cards',
    column: 'pan_sealed',
    key: [
      ['merchant_id', 'uuid'],
      ['brand_id', 'uuid'],
      ['token', 'text'],
    ],
    contextOf: (row) => sealContext.pan(row.merchant_id),
  },
  {
    table: 'open_work',
    column: 'pan_sealed',
    key: [
      ['merchant_id', 'uuid'],
      ['transaction_id', 'uuid'],
    ],
    contextOf: (row) => sealContext.pan(row.merchant_id),
  },
  {
    table: 'open_work',
    column: 'payment_data_sealed',
    key: [
      ['merchant_id', 'uuid'],
      ['transaction_id', 'uuid'],
    ],
    contextOf: (row) => sealContext.paymentData(row.merchant_id),
  },
  {
    table: 'open_work',
    column: 'charge_state_sealed',
    key: [
      ['merchant_id', 'uuid'],
      ['transaction_id', 'uuid'],
    ],
    contextOf: (row) => sealContext.chargeState(row.merchant_id),
  },
  {
    table: 'mandates',
    column: 'pan_sealed',
    key: [
      ['merchant_id', 'uuid'],
      ['id', 'uuid'],
    ],
    contextOf: (row) => sealContext.pan(row.merchant_id),
  },
  {
    table: 'mandates',
    column: 'stored_sealed',
    key: [
      ['merchant_id', 'uuid'],
      ['id', 'uuid'],
    ],
    contextOf: (row) => sealContext.mandate(row.merchant_id),
  },
  {
    table: 'provider_notifications',
    column: 'body_sealed',
    key: [
      ['merchant_id', 'uuid'],
      ['id', 'uuid'],
    ],
    contextOf: (row) => sealContext.notification(row.merchant_id),
  },
  {
    table: 'mails',
    column: 'link_sealed',
    key: [
      ['merchant_id', 'uuid'],
      ['id', 'uuid'],
    ],
    contextOf: (row) => sealContext.mailedLink(row.merchant_id),
  },
  {
    table: 'bank_files',
    column: 'content_sealed',
    key: [
      ['merchant_id', 'uuid'],
      ['id', 'uuid'],
    ],
    contextOf: (row) => sealContext.bankFile(row.merchant_id),
    batchRows: 10,
  },
  {
    table: 'dispute_evidence',
    column: 'content_sealed',
    key: KEY_BESIDE_TRANSACTION,
    contextOf: (row) => sealContext.evidence(row.merchant_id),
    batchRows: 5,
  },
  {
    table: 'bank_entries',
    column: 'details_sealed',
    key: [
      ['merchant_id', 'uuid'],
      ['id', 'uuid'],
    ],
    contextOf: (row) => sealContext.bankEntry(row.merchant_id),
  },
  {
    table: 'confirmations',
    column: 'keys_sealed',
    key: KEY_BESIDE_TRANSACTION,
    contextOf: (row) => sealContext.confirmation(row.merchant_id),
  },
  {
    table: 'confirmations',
    column: 'document_sealed',
    key: KEY_BESIDE_TRANSACTION,
    contextOf: (row) => sealContext.confirmation(row.merchant_id),
    batchRows: 10,
  },
  {
    table: 'payment_links',
    column: 'token_sealed',
    key: [
      ['merchant_id', 'uuid'],
      ['brand_id', 'uuid'],
      ['transaction_id', 'uuid'],
    ],
    contextOf: (row) => sealContext.linkToken(row.merchant_id),
  },
  {
    table: 'single_sign_on',
    column: 'secret_sealed',
    key: [['merchant_id', 'uuid']],
    contextOf: (row) => sealContext.singleSignOn(row.merchant_id),
  },
  {
    table: 'month_end_keys',
    column: 'private_sealed',
    key: [
      ['merchant_id', 'uuid'],
      ['id', 'uuid'],
    ],
    contextOf: (row) => sealContext.monthEndKey(row.merchant_id),
  },
  {
    table: 'users',
    column: 'totp_sealed',
    key: [
      ['merchant_id', 'uuid'],
      ['id', 'uuid'],
    ],
    contextOf: (row) => sealContext.totp(row.id!),
  },
  {
    table: 'portal_sessions',
    column: 'totp_sealed',
    key: [
      ['merchant_id', 'uuid'],
      ['id', 'uuid'],
    ],
    bound: 'user_id',
    contextOf: (row) => sealContext.totp(row.user_id!),
  },
];

type SealedRow = Record<string, string> & { merchant_id: string };

interface SealedColumn {
  table: string;
  column: string;
  key: readonly (readonly [column: string, type: 'uuid' | 'text'])[];
  /** A further column that the context needs. */
  bound?: string;
  contextOf(row: SealedRow): string;
  /** Smaller than usual for large values: a receipt may have 2 MB. */
  batchRows?: number;
}

/** Twice the interval in which a running process refreshes its vault (worker/chores.ts). */
const SETTLE_MS = 10_000;
const BATCH_ROWS = 500;
const MAX_PASSES = 5;
const BEFORE_ALL = { uuid: '00000000-0000-0000-0000-000000000000', text: '' };

async function resealAll(sql: Sql, vault: Vault): Promise<number> {
  let found = 0;
  for (const sealed of SEALED_COLUMNS) {
    let after: string[] | null = sealed.key.map(([, type]) => BEFORE_ALL[type]);
    while (after !== null) {
      const from: string[] = after;
      const rows = await withRetries(() => sql.begin((tx) => resealBatch(tx, vault, sealed, from)));
      found += rows.length;
      const last = rows.length === (sealed.batchRows ?? BATCH_ROWS) ? rows.at(-1)! : null;
      after = last && sealed.key.map(([column]) => last[column]!);
    }
  }
  return found;
}

/**
 * Handles one batch after `after`, in key order, the order in which all writers lock rows. Answers the rows it read.
 */
async function resealBatch(
  tx: SqlTransaction,
  vault: Vault,
  { table, column, key, bound, contextOf, batchRows }: SealedColumn,
  after: string[],
): Promise<SealedRow[]> {
  // The last batch reads to the end of the table, which may take long: for a patient connection.
  await tx`set local statement_timeout = 0`;
  const keyColumns = key.map(([name]) => name).join(', ');
  // An erased value is null, or has no bytes where null is not allowed.
  const places = key.map(([, type], i) => `$${i + 2}::${type}`).join(', ');
  const rows = await tx.unsafe<(SealedRow & { sealed: Buffer })[]>(
    `select ${keyColumns}${bound ? `, ${bound}` : ''}, ${column} as sealed from ${table}
     where (${keyColumns}) > (${places}) and octet_length(${column}) > 0 and substring(${column} from 2 for 16) <> $1
     order by ${keyColumns} limit ${batchRows ?? BATCH_ROWS}`,
    [Buffer.from(vault.activeSealKeyId.replaceAll('-', ''), 'hex'), ...after],
  );
  const isRow = key.map(([name, type], i) => `${name} = $${i + 3}::${type}`).join(' and ');
  const updates: Promise<unknown>[] = [];
  for (const row of rows) {
    const context = contextOf(row);
    const resealed = vault.seal(await vault.open(row.sealed, context), context);
    // If the value has changed since this read it, its writer sealed it again; the next pass checks it.
    updates.push(
      tx.unsafe(`update ${table} set ${column} = $1 where ${isRow} and ${column} = $2`, [
        resealed,
        row.sealed,
        ...key.map(([name]) => row[name]!),
      ]),
    );
  }
  await Promise.all(updates);
  return rows;
}

/**
 * Retired keys seal nothing new, but they stay and can still open: a process that was suspended during the rotation may
 * still use a retired key.
 */
async function retireFormerKeys(sql: Sql, vault: Vault): Promise<string> {
  const sealKeyId = vault.activeSealKeyId;
  // Citus allows no clock in an update. The time is text, because a JavaScript date has no microseconds.
  const [clock] = await sql`select clock_timestamp()::text as now`;
  await withRetries(
    () => sql`
      update data_keys set retired_at = ${clock!.now}::text::timestamptz
      where purpose = 'seal' and retired_at is null and id <> ${sealKeyId}
        and created_at <= (select created_at from data_keys where id = ${sealKeyId})`,
  );
  return sealKeyId;
}

async function rewrap(
  sql: Sql,
  vault: Vault,
  newMasterKey: Buffer,
): Promise<{ rewrapped: number; masterKeyId: string }> {
  const keys = vault.rewrapped(newMasterKey);
  await withRetries(() =>
    sql.begin(async (tx) => {
      for (const key of keys) {
        await tx`
          update data_keys set wrapped_key = ${key.wrappedKey}, master_key_id = ${key.masterKeyId}
          where id = ${key.id}`;
      }
    }),
  );
  return { rewrapped: keys.length, masterKeyId: keys[0]!.masterKeyId };
}
