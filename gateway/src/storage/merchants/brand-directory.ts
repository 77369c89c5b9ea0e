// Every brand in memory, found by API key or id: each request reads it once and never the database. A loop of
// gateway.ts checks every second for brands that changed (contract 2: a change reaches every process within 2 s) and
// loads those again; whoever changes a brand calls refresh() and then sees the change at once. Measured with 10,000
// brands: see test/storage/merchants/brand-directory.test.ts. It never keeps an API key, only its hash, and one brand's
// fault never delays the changes of others.
import { hash } from 'node:crypto';
import type { Logger } from 'pino';
import { KEY_SCOPES, type KeyScope, makerOfPayouts } from '../../domain/keys/key-scopes.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import type { OptionSetting } from '../../domain/options/option-limits.ts';
import { BlockList } from '../../domain/risk/block-list.ts';
import { limitsOf, type RiskSetting } from '../../domain/risk/risk.ts';
import type { Maker } from '../../domain/transactions/transaction.ts';
import { placesOf, type Sql } from '../database/database.ts';
import { CredentialUses, USE_NOTED_EVERY_MS } from '../keys/credential-uses.ts';
import { blockHash, SealBrokenError, sealContext, type Vault, WrongMasterKeyError } from '../keys/vault.ts';
import { loadBlocks } from '../risk/block-store.ts';
import {
  type ApiKeyRow,
  changedBrands,
  databaseTime,
  loadApiKeys,
  loadBrands,
  loadOptions,
  loadSigningSecrets,
  type OptionRow,
  type SigningSecretRow,
} from './brand-store.ts';
import { RefreshTurns } from './refresh-turns.ts';

export interface BrandDirectoryParts {
  sql: Sql;
  vault: Pick<Vault, 'open' | 'fingerprint'>;
  now: () => Date;
  log: Logger;
  /** For brands without risk settings of their own. */
  defaultRisk: RiskSetting;
}

/** The time of a change is the start of its transaction; no transaction that changes a brand takes nearly this long. */
const OVERLAP_SECONDS = 60;
const LOAD_AT_ONCE = 1_000;

interface Entry {
  brand: Brand;
  /** The brand's updated_at as text, to the microsecond: a different value means a different state. */
  mark: string;
  keyHashes: string[];
}

interface Key {
  id: string;
  /** null: all. */
  scopes: readonly KeyScope[] | null;
  /** The user who counts as the maker of this key's payouts; null: the merchant's server. */
  maker: Maker | null;
  expiresAtMs: number;
  /** When the directory last noted a use; it notes one a minute. */
  notedMs: number;
}

/** A brand's key with its brand, both in their present state. */
export interface KnownKey {
  readonly entry: { readonly brand: Brand };
  readonly key: Readonly<Pick<Key, 'scopes' | 'maker'>>;
}

type HashedKey = Key & { keyHash: string };

export class BrandDirectory {
  readonly #parts: BrandDirectoryParts;
  readonly #entries = new Map<string, Entry>();
  readonly #keys = new Map<string, { entry: Entry; key: Key }>();
  readonly #secretsNotedMs = new Map<string, number>();
  readonly #uses = new CredentialUses();
  readonly #turns = new RefreshTurns(() => this.#look());
  #lookedUntil: string | null = null;

  private constructor(parts: BrandDirectoryParts) {
    this.#parts = parts;
  }

  /** Loads all brands before it answers. */
  static async open(parts: BrandDirectoryParts): Promise<BrandDirectory> {
    const directory = new BrandDirectory(parts);
    await directory.refresh();
    return directory;
  }

  /** Undefined for an unknown key and for an expired one. It notes the use of the key, with the caller's address. */
  byApiKey(key: string, caller?: { readonly ip: string }): Brand | undefined {
    return this.findKey(key, caller)?.entry.brand;
  }

  /** The same, with what the key may do. */
  findKey(key: string, caller?: { readonly ip: string }): KnownKey | undefined {
    // The look-up uses the key's SHA-256. Its duration reveals nothing about a key, because nobody can choose where its
    // hash begins to differ. So no comparison in constant time is needed (contract 3, spec 5.1).
    const found = this.#keys.get(hash('sha256', key, 'base64'));
    if (!found) return undefined;
    const at = this.#parts.now();
    if (found.key.expiresAtMs <= at.getTime()) return undefined;
    const { brand } = found.entry;
    if (at.getTime() - found.key.notedMs >= USE_NOTED_EVERY_MS && caller !== undefined) {
      found.key.notedMs = at.getTime();
      const use = { merchantId: brand.merchantId, id: found.key.id, at, source: caller.ip };
      this.#uses.note('api-key', use);
    }
    return found;
  }

  byId(brandId: string): Brand | undefined {
    return this.#entries.get(brandId)?.brand;
  }

  *all(): Generator<Brand> {
    for (const { brand } of this.#entries.values()) yield brand;
  }

  /** One for each brand. */
  *merchantIds(): Generator<string> {
    for (const { brand } of this.#entries.values()) yield brand.merchantId;
  }

  /** Notes that a caller signed a request correctly with this secret of the brand. */
  noteSecretUse({ merchantId }: Brand, secretId: string, caller: { readonly ip: string }): void {
    const at = this.#parts.now();
    if (at.getTime() - (this.#secretsNotedMs.get(secretId) ?? 0) < USE_NOTED_EVERY_MS) return;
    this.#secretsNotedMs.set(secretId, at.getTime());
    this.#uses.note('signing-secret', { merchantId, id: secretId, at, source: caller.ip });
  }

  /** Writes the uses of keys and secrets; the loop that refreshes calls it. */
  writeUses(): Promise<void> {
    return this.#uses.write(this.#parts.sql);
  }

  /** Resolves when every change committed before the call is in memory. */
  refresh(): Promise<void> {
    return this.#turns.refresh();
  }

  /**
   * For a caller with a key that is unknown here: another process may have made it a moment ago. Resolves when every
   * key committed before the call is in memory, however many wrong keys come (refresh-turns.ts).
   */
  lookForNewKeys(): Promise<void> {
    return this.#turns.refreshForUnknown();
  }

  async #look(): Promise<void> {
    const { sql } = this.#parts;
    const nextFrom = await databaseTime(sql, OVERLAP_SECONDS);
    const changed = await changedBrands(sql, this.#lookedUntil);
    const stale = changed.filter(({ brandId, mark }) => this.#entries.get(brandId)?.mark !== mark);
    for (let i = 0; i < stale.length; i += LOAD_AT_ONCE) {
      await this.#load(stale.slice(i, i + LOAD_AT_ONCE).map((one) => one.brandId));
    }
    this.#lookedUntil = nextFrom;
  }

  async #load(brandIds: string[]): Promise<void> {
    const { sql, now, defaultRisk, vault } = this.#parts;
    // Brands first: their keys and secrets are then at least as new as their mark, never older.
    const brands = await loadBrands(sql, brandIds);
    const merchantIds = [...new Set(brands.map((brand) => brand.merchantId))];
    // On Citus the place is known before the brand's first payment, which then shares the groups of its shard.
    const placeOf = placesOf(sql);
    for (const merchantId of merchantIds) placeOf?.(merchantId);
    const [keyRows, secretRows, optionRows, blockRows] = await Promise.all([
      loadApiKeys(sql, merchantIds, brandIds),
      loadSigningSecrets(sql, merchantIds, brandIds, now()),
      loadOptions(sql, merchantIds, brandIds),
      loadBlocks(sql, merchantIds, brandIds, now()),
    ]);
    const keys = keysByBrand(keyRows, now());
    const secrets = await this.#openSecrets(secretRows);
    const options = optionsByBrand(optionRows);
    const blocks = Map.groupBy(blockRows, (row) => row.brandId);
    // No await from here on, so that no caller sees half a change.
    for (const { mark, ...row } of brands) {
      const { brandId } = row;
      const optionSettings = options.get(brandId) ?? NO_OPTIONS;
      const signingSecrets = secrets.get(brandId) ?? [];
      const risk = limitsOf(row.risk ?? defaultRisk);
      const blockList = blocks.has(brandId)
        ? new BlockList(blocks.get(brandId), blockHash(vault, brandId))
        : NO_BLOCKS;
      const brand: Brand = { ...row, risk, blocks: blockList, optionSettings, signingSecrets };
      // Without a secret the gateway cannot sign an answer or an event. So no key works then: better than a charge
      // whose result cannot be delivered.
      this.#replace(brand, mark, signingSecrets.length > 0 ? (keys.get(brandId) ?? []) : []);
    }
  }

  /** By brand, newest first. */
  async #openSecrets(rows: SigningSecretRow[]): Promise<Map<string, Brand['signingSecrets']>> {
    const secrets = new Map<string, Brand['signingSecrets']>();
    for (const row of rows.sort(newestFirst)) {
      const secret = await this.#openSecret(row);
      if (secret === null) continue;
      const ofBrand = secrets.get(row.brandId) ?? [];
      secrets.set(row.brandId, [...ofBrand, { id: row.id, secret, expiresAt: row.expiresAt }]);
    }
    return secrets;
  }

  /** If a secret does not open, it keeps its last opened value; null: this process never opened it. */
  async #openSecret({ brandId, id, secretSealed }: SigningSecretRow): Promise<string | null> {
    const { vault, log } = this.#parts;
    try {
      return (await vault.open(secretSealed, sealContext.signingSecret(brandId))).toString();
    } catch (error) {
      if (!(error instanceof SealBrokenError || error instanceof WrongMasterKeyError)) throw error;
      const known = this.byId(brandId)?.signingSecrets.find((one) => one.id === id);
      const words = known ? 'continuing with its last known value' : 'the brand is served without it';
      log.error(
        { err: error, brandId, signingSecretId: id },
        `a signing secret cannot be decrypted; ${words}`,
      );
      return known?.secret ?? null;
    }
  }

  #replace(brand: Brand, mark: string, keys: readonly HashedKey[]): void {
    const { brandId } = brand;
    for (const old of this.#entries.get(brandId)?.keyHashes ?? []) this.#keys.delete(old);
    const entry = { brand, mark, keyHashes: keys.map(({ keyHash }) => keyHash) };
    for (const { keyHash, ...key } of keys) this.#keys.set(keyHash, { entry, key });
    this.#entries.set(brandId, entry);
  }
}

const NO_OPTIONS: Brand['optionSettings'] = new Map();
const NO_BLOCKS = new BlockList();

/** The keys that have not expired, by brand. */
function keysByBrand(rows: readonly ApiKeyRow[], now: Date): Map<string, HashedKey[]> {
  const keys = new Map<string, HashedKey[]>();
  for (const row of rows) {
    const { brandId, id, keyHash, scopes: given, expiresAt, lastUsedAt } = row;
    const expiresAtMs = expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
    if (expiresAtMs <= now.getTime()) continue;
    const notedMs = lastUsedAt?.getTime() ?? 0;
    const ofBrand = keys.get(brandId) ?? [];
    const scopes = KEY_SCOPES.every((one) => given.includes(one)) ? null : given;
    keys.set(brandId, [
      ...ofBrand,
      { id, keyHash: keyHash.toString('base64'), scopes, maker: makerOfPayouts(row), expiresAtMs, notedMs },
    ]);
  }
  return keys;
}

function optionsByBrand(rows: readonly OptionRow[]): Map<string, Brand['optionSettings']> {
  const options = new Map<string, Brand['optionSettings']>();
  for (const { brandId, optionId, ...setting } of rows) {
    const settings = options.get(brandId) ?? new Map<string, OptionSetting>();
    options.set(brandId, settings.set(optionId, setting));
  }
  return options;
}

/** The secret without an end is the newest, whatever the clocks of the processes that made them showed. */
function newestFirst(a: SigningSecretRow, b: SigningSecretRow): number {
  if ((a.expiresAt === null) !== (b.expiresAt === null)) return a.expiresAt === null ? -1 : 1;
  return b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1);
}
