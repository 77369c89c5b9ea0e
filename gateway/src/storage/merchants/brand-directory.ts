// Every brand in memory, found by API key or id: the hot path asks it once a request and never the database. A loop of
// gateway.ts looks every second for brands that changed (contract 2: a change reaches every process within 2 s) and
// loads those anew; whoever changes a brand calls refresh() and then finds the change at once.
// Measured with 10,000 brands: see test/storage/merchants/brand-directory.test.ts. It never keeps an API key, only its hash, and
// never lets one brand's fault keep the others from their changes.
import { hash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Brand, OptionSetting } from '../../domain/merchants/brand.ts';
import { type Block, BlockList } from '../../domain/risk/block-list.ts';
import { limitsOf, type RiskSetting } from '../../domain/risk/risk.ts';
import type { Sql } from '../database/database.ts';
import { credentialUses, USE_NOTED_EVERY_MS } from '../keys/credential-uses.ts';
import { SealBrokenError, sealContext, type Vault, WrongMasterKeyError } from '../keys/vault.ts';
import { loadBlocks } from '../risk/block-store.ts';
import {
  changedBrands,
  databaseTime,
  loadApiKeys,
  loadBrands,
  loadOptions,
  loadSigningSecrets,
  type SigningSecretRow,
} from './brand-store.ts';

export interface BrandDirectory {
  /** Undefined for an unknown key and for one that has expired. The use of a key is noted, with the caller's address. */
  byApiKey(key: string, caller?: { readonly ip: string }): Brand | undefined;
  byId(brandId: string): Brand | undefined;
  /** Resolves when every change committed before the call is in memory. */
  refresh(): Promise<void>;
  /** A request was signed rightly with this secret of the brand. */
  noteSecretUse(brand: Brand, secretId: string, caller: { readonly ip: string }): void;
  /** Writes down which keys and secrets were used; the loop that refreshes calls it. */
  writeUses(): Promise<void>;
}

export interface BrandDirectoryParts {
  sql: Sql;
  vault: Pick<Vault, 'open'>;
  now: () => Date;
  log: Logger;
  /** Of brands that have set nothing. */
  defaultRisk: RiskSetting;
}

/** A change carries the time its transaction began; no transaction that changes a brand lasts nearly this long. */
const OVERLAP_SECONDS = 60;
const LOAD_AT_ONCE = 1_000;

interface Entry {
  brand: Brand;
  /** The brand's updated_at as text, to the microsecond: any other value means another state. */
  mark: string;
  keyHashes: string[];
}

interface Key {
  id: string;
  expiresAtMs: number;
  /** When its use was noted last: once a minute is enough. */
  notedMs: number;
}

/** Loads all brands before it answers. */
export async function openBrandDirectory(parts: BrandDirectoryParts): Promise<BrandDirectory> {
  const { sql, now, log } = parts;
  const entries = new Map<string, Entry>();
  const keys = new Map<string, { entry: Entry; key: Key }>();
  const secretsNotedMs = new Map<string, number>();
  const uses = credentialUses();
  const noOptions: Brand['optionSettings'] = new Map();
  let lookedUntil: string | null = null;
  let running: Promise<void> | null = null;
  let queued: Promise<void> | null = null;

  async function look(): Promise<void> {
    const nextFrom = await databaseTime(sql, OVERLAP_SECONDS);
    const changed = await changedBrands(sql, lookedUntil);
    const stale = changed.filter(({ brandId, mark }) => entries.get(brandId)?.mark !== mark);
    for (let i = 0; i < stale.length; i += LOAD_AT_ONCE) {
      await load(stale.slice(i, i + LOAD_AT_ONCE).map((one) => one.brandId));
    }
    lookedUntil = nextFrom;
  }

  async function load(brandIds: string[]): Promise<void> {
    // Brands first: what belongs to them is then at least as new as their mark, never older.
    const brands = await loadBrands(sql, brandIds);
    const merchantIds = [...new Set(brands.map((brand) => brand.merchantId))];
    const [keyRows, secretRows, optionRows, blockRows] = await Promise.all([
      loadApiKeys(sql, merchantIds, brandIds),
      loadSigningSecrets(sql, merchantIds, brandIds, now()),
      loadOptions(sql, merchantIds, brandIds),
      loadBlocks(sql, merchantIds, brandIds, now()),
    ]);
    secretRows.sort(newestFirst);
    const secrets = new Map<string, Brand['signingSecrets']>();
    for (const row of secretRows) {
      const secret = await secretOf(row);
      if (secret !== null)
        listIn(secrets, row.brandId).push({ id: row.id, secret, expiresAt: row.expiresAt });
    }
    const options = new Map<string, Map<string, OptionSetting>>();
    for (const { brandId, optionId, ...setting } of optionRows) {
      const settings = options.get(brandId) ?? new Map<string, OptionSetting>();
      options.set(brandId, settings.set(optionId, setting));
    }
    const blocks = new Map<string, Block[]>();
    for (const row of blockRows) listIn(blocks, row.brandId).push(row);
    const hashes = new Map<string, (Key & { keyHash: string })[]>();
    for (const { brandId, id, keyHash, expiresAt, lastUsedAt } of keyRows) {
      const expiresAtMs = expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
      if (expiresAtMs <= now().getTime()) continue;
      const notedMs = lastUsedAt?.getTime() ?? 0;
      listIn(hashes, brandId).push({ id, keyHash: keyHash.toString('base64'), expiresAtMs, notedMs });
    }
    // From here on without a pause, so that nobody meets half a change.
    for (const { mark, ...row } of brands) {
      const { brandId } = row;
      const optionSettings = options.get(brandId) ?? noOptions;
      const signingSecrets = secrets.get(brandId) ?? [];
      const risk = limitsOf(row.risk ?? parts.defaultRisk);
      const blockList = blocks.has(brandId) ? new BlockList(blocks.get(brandId)) : NO_BLOCKS;
      const brand: Brand = { ...row, risk, blocks: blockList, optionSettings, signingSecrets };
      // Without any secret no answer and no event can be signed: better no key than a charge that cannot be told of.
      replace({ brand, mark, keyHashes: [] }, signingSecrets.length > 0 ? (hashes.get(brandId) ?? []) : []);
    }
  }

  /** One that does not open is what it was when it last did; null: it never did here. */
  async function secretOf({ brandId, id, secretSealed }: SigningSecretRow): Promise<string | null> {
    try {
      return (await parts.vault.open(secretSealed, sealContext.signingSecret(brandId))).toString();
    } catch (error) {
      if (!(error instanceof SealBrokenError || error instanceof WrongMasterKeyError)) throw error;
      const known = entries.get(brandId)?.brand.signingSecrets.find((one) => one.id === id);
      const words = known ? 'going on with what is known of it' : 'the brand goes without it';
      log.error({ err: error, brandId, signingSecretId: id }, `a signing secret does not open; ${words}`);
      return known?.secret ?? null;
    }
  }

  function replace(entry: Entry, hashes: (Key & { keyHash: string })[]): void {
    for (const old of entries.get(entry.brand.brandId)?.keyHashes ?? []) keys.delete(old);
    for (const { keyHash, ...key } of hashes) {
      entry.keyHashes.push(keyHash);
      keys.set(keyHash, { entry, key });
    }
    entries.set(entry.brand.brandId, entry);
  }

  /** One look at a time; callers that come during one share the next, because theirs may have missed their change. */
  function refresh(): Promise<void> {
    if (!running) {
      running = look().finally(() => {
        running = null;
      });
      return running;
    }
    queued ??= running
      .catch(() => {})
      .then(() => {
        queued = null;
        return refresh();
      });
    return queued;
  }

  await refresh();
  return {
    byApiKey(key, caller) {
      // Found by the key's SHA-256: how long the look-up takes tells nothing about a key, because nobody can choose
      // where its hash begins to differ. So no comparison in constant time is needed (contract 3, spec 5.1).
      const found = keys.get(hash('sha256', key, 'base64'));
      if (!found) return undefined;
      const at = now();
      if (found.key.expiresAtMs <= at.getTime()) return undefined;
      const { brand } = found.entry;
      if (at.getTime() - found.key.notedMs >= USE_NOTED_EVERY_MS && caller !== undefined) {
        found.key.notedMs = at.getTime();
        uses.note('api-key', brand.merchantId, found.key.id, at, caller.ip);
      }
      return brand;
    },
    byId: (brandId) => entries.get(brandId)?.brand,
    refresh,
    noteSecretUse({ merchantId }, secretId, caller) {
      const at = now();
      if (at.getTime() - (secretsNotedMs.get(secretId) ?? 0) < USE_NOTED_EVERY_MS) return;
      secretsNotedMs.set(secretId, at.getTime());
      uses.note('signing-secret', merchantId, secretId, at, caller.ip);
    },
    writeUses: () => uses.write(sql),
  };
}

const NO_BLOCKS = new BlockList();

/** The one without an end is the newest, whatever the clocks of two processes said when they were made. */
function newestFirst(a: SigningSecretRow, b: SigningSecretRow): number {
  if ((a.expiresAt === null) !== (b.expiresAt === null)) return a.expiresAt === null ? -1 : 1;
  return b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1);
}

function listIn<T>(map: Map<string, T[]>, key: string): T[] {
  const list = map.get(key) ?? [];
  map.set(key, list);
  return list;
}
