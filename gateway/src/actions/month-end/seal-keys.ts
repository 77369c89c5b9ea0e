// The key that signs a merchant's month-ends (decision 108). The first month-end makes it; an operator may replace it.
// Its public half is in the audit log from the beginning. Its private half must never leave the vault.
import type { AuditActor, AuditEntry } from '../../domain/audit/audit.ts';
import { fingerprintOf, newSealKeyPair } from '../../domain/month-end/seal-key.ts';
import { timeOrderedId } from '../../domain/transactions/time-ordered-id.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { type SqlTransaction, withRetries } from '../../storage/database/database.ts';
import { sealContext } from '../../storage/keys/vault.ts';
import {
  findSigningKey,
  insertSigningKey,
  listMonthEndKeys,
  type MonthEndKey,
  retireSigningKey,
} from '../../storage/month-end/month-end-keys.ts';
import type { Context } from '../context.ts';

type Vault = Pick<Context['vault'], 'seal' | 'open'>;
interface Making {
  merchantId: string;
  at: Date;
  by: AuditActor;
}

export interface SealingKey {
  id: string;
  publicKey: Buffer;
  privateKey: Buffer;
  /** Rows for the audit log if the key was made just now; they belong to the same commit. */
  made: AuditEntry[];
}

/** Call it within the commit of a month-end. */
export async function sealingKey(tx: SqlTransaction, vault: Vault, making: Making): Promise<SealingKey> {
  const { merchantId } = making;
  const known = await findSigningKey(tx, merchantId);
  const made = known ?? (await makeKey(tx, vault, making));
  // The month-end of another brand may have made the key meanwhile.
  const { id, publicKey, privateSealed } = made ?? (await findSigningKey(tx, merchantId))!;
  const privateKey = await vault.open(privateSealed, sealContext.monthEndKey(merchantId));
  const isNew = known === null && made !== null;
  return { id, publicKey, privateKey, made: isNew ? [entryOf(making, publicKey, null)] : [] };
}

/** The former key never signs again, but its signatures can still be checked. */
export async function rotateMonthEndKey(
  { sql, vault, now }: Pick<Context, 'sql' | 'vault' | 'now'>,
  by: AuditActor,
  merchantId: string,
): Promise<MonthEndKey> {
  const making = { merchantId, at: now(), by };
  return await withRetries(() =>
    sql.begin(async (tx) => {
      const former = await retireSigningKey(tx, merchantId, making.at);
      const made = await makeKey(tx, vault, making);
      if (made) await appendAudit(tx, entryOf(making, made.publicKey, former));
      const [newest] = await listMonthEndKeys(tx, merchantId);
      return newest!;
    }),
  );
}

async function makeKey(tx: SqlTransaction, vault: Vault, { merchantId, at }: Making) {
  const { publicKey, privateKey } = newSealKeyPair();
  const privateSealed = vault.seal(privateKey, sealContext.monthEndKey(merchantId));
  const key = { id: timeOrderedId(at), publicKey, privateSealed, madeAt: at };
  return (await insertSigningKey(tx, merchantId, key)) ? key : null;
}

function entryOf({ merchantId, at, by }: Making, publicKey: Buffer, former: Buffer | null): AuditEntry {
  return {
    merchantId,
    at,
    by,
    action: 'month-end-key.made',
    target: { kind: 'merchant', id: merchantId },
    before: former && { fingerprint: fingerprintOf(former) },
    after: { fingerprint: fingerprintOf(publicKey), publicKey: publicKey.toString('base64') },
  };
}
