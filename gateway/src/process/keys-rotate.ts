// The command keys:rotate: seals everything under a new key, or wraps the keys under the master key that NEW_MASTER_KEY
// holds. A rotation that was interrupted is finished first. It never prints a key.
import type { Sql } from '../storage/database/database.ts';
import { WrongMasterKeyError } from '../storage/keys/vault.ts';
import { type Config, decodeMasterKey } from './config.ts';
import { ConfigError, EnvironmentReader } from './environment-reader.ts';
import { weaknessOfKey } from './secret-strength.ts';
import {
  adoptNextMasterKey,
  masterKeyPath,
  nextMasterKey,
  resolveSecrets,
  storeNextMasterKey,
} from './secrets.ts';
import { UsageError } from './usage.ts';

interface Parts {
  configure(): Config;
  withDatabase(work: (sql: Sql) => Promise<number>): Promise<number>;
  print(line: string): void;
}

export async function runKeysRotate({ configure, withDatabase, print }: Parts): Promise<number> {
  const read = new EnvironmentReader(process.env, ['NEW_MASTER_KEY']);
  const given = read.given('NEW_MASTER_KEY');
  const newMasterKey = decodeMasterKey(given) ?? undefined;
  if (given !== null && newMasterKey === undefined)
    read.fault('NEW_MASTER_KEY', '32 bytes in Base64, for example from: openssl rand -base64 32', null, {
      secret: true,
    });
  if (read.faults.length > 0) throw new ConfigError(read.faults);
  const config = configure();
  const weakness = newMasterKey && weaknessOfKey(newMasterKey, given!);
  const isStrict = config.environment === 'production' && !config.trustWeakSettings;
  if (isStrict && read.openFiles.length > 0) throw new ConfigError(read.openFiles);
  if (weakness && isStrict) {
    throw new UsageError(
      `NEW_MASTER_KEY holds ${weakness} (not shown); make it with: openssl rand -base64 32`,
    );
  }
  const { Vault } = await import('../storage/keys/vault.ts');
  const { rotateKeys } = await import('../storage/keys/rotate-keys.ts');
  return withDatabase(async (sql) => {
    await settleMasterKey(config, sql);
    const vault = await Vault.open(sql, (await resolveSecrets(config)).masterKey);
    if (newMasterKey === undefined) {
      const { resealed, retired } = await rotateKeys(sql, vault);
      const former = retired ? 'retired' : 'still in use by a running process';
      print(`${resealed} values sealed again; the former keys are ${former}`);
      return 0;
    }
    const kept = config.masterKey === null;
    if (kept) await storeNextMasterKey(config, newMasterKey);
    const { rewrapped, masterKeyId } = await rotateKeys(sql, vault, { newMasterKey });
    if (kept) await adoptNextMasterKey(config);
    print(`${rewrapped} keys wrapped under the new master key`);
    print(
      kept
        ? `every start from now on needs master key ${masterKeyId}, which is now in ${masterKeyPath(config)}`
        : `every start from now on needs master key ${masterKeyId}: set MASTER_KEY to the value of NEW_MASTER_KEY`,
    );
    return 0;
  });
}

/**
 * Finishes an interrupted rotation of the stored master key: a rotation stores the new key, commits, and puts the key
 * in its place. If it was interrupted after the commit, only the next key opens the data. If before, nothing has
 * changed, and the next key stays, because the rotation may still be running.
 */
export async function settleMasterKey(config: Config, sql: Sql): Promise<void> {
  const next = await nextMasterKey(config);
  if (next === null) return;
  const { Vault } = await import('../storage/keys/vault.ts');
  const opens = (masterKey: Buffer) =>
    Vault.open(sql, masterKey).then(
      () => true,
      (error) => {
        if (error instanceof WrongMasterKeyError) return false;
        throw error;
      },
    );
  if (await opens((await resolveSecrets(config)).masterKey)) return;
  if (await opens(next)) await adoptNextMasterKey(config);
}
