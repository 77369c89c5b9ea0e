// Every account of a brand at a provider in memory, retired ones too, because refunds and notifications of earlier
// charges still use those (contract 13). The routing of each payment reads it and never the database. A loop of
// gateway.ts looks every second for changes (a change reaches every process within 2 s); whoever changes an account
// calls refresh() and then sees the change at once. An account is a frozen object, and each change makes a new object,
// so a registry sees by identity whether its adapter is up to date. It must never log a credential, and one account's
// fault never delays the others.
import type { Credentials, ProviderAccount } from '@tollgate/provider-kit/seam/declaration';
import type { Logger } from 'pino';
import type { Sql } from '../database/database.ts';
import { SealBrokenError, type Vault, WrongMasterKeyError } from '../keys/vault.ts';
import { databaseTime } from './brand-store.ts';
import {
  changedAccounts,
  loadAccounts,
  type SealedAccount,
  writeNotificationTime,
  writeRefusedTime,
} from './provider-account-store.ts';
import { RefreshTurns } from './refresh-turns.ts';
import { openCredentials } from './sealed-credentials.ts';

export interface ProviderDirectoryParts {
  sql: Sql;
  vault: Pick<Vault, 'open'>;
  log: Logger;
}

/**
 * The time of a change is the start of its transaction; no transaction that changes an account takes nearly this long.
 */
const OVERLAP_SECONDS = 60;
const LOAD_AT_ONCE = 1_000;
/** For each account, so that a flood of notifications does not cause a flood of updates. */
const NOTED_EVERY_MS = 1_000;

/** What the directory notes about an account beside its state. */
const NOTES = { authentic: writeNotificationTime, refused: writeRefusedTime } as const;
type Note = keyof typeof NOTES;

/** An account as its notifications name it. */
interface Noted {
  merchantId: string;
  accountId: string;
}

interface NotedTime {
  account: Noted;
  at: Date;
  /** The time of the last written note. */
  writtenMs: number;
}

export class ProviderDirectory {
  readonly #parts: ProviderDirectoryParts;
  readonly #accounts = new Map<string, ProviderAccount>();
  readonly #inUse = new Map<string, readonly ProviderAccount[]>();
  /**
   * The updated_at of each account as text, also of accounts that do not open: a different value means a different
   * state.
   */
  readonly #marks = new Map<string, string>();
  readonly #notes: Record<Note, Map<string, NotedTime>> = { authentic: new Map(), refused: new Map() };
  readonly #turns = new RefreshTurns(() => this.#look());
  #lookedUntil: string | null = null;

  private constructor(parts: ProviderDirectoryParts) {
    this.#parts = parts;
  }

  /** Loads all accounts before it answers. */
  static async open(parts: ProviderDirectoryParts): Promise<ProviderDirectory> {
    const directory = new ProviderDirectory(parts);
    await directory.refresh();
    return directory;
  }

  /** The brand's accounts in use: lower priority first, ties by age. It is the same array until one of them changes. */
  ofBrand(brandId: string): readonly ProviderAccount[] {
    return this.#inUse.get(brandId) ?? NONE;
  }

  /** All accounts, in use and retired. */
  all(): readonly ProviderAccount[] {
    return [...this.#accounts.values()];
  }

  /** Also finds a retired account. After each change it is a new object. */
  byId(accountId: string): ProviderAccount | undefined {
    return this.#accounts.get(accountId);
  }

  /**
   * The same for a caller from outside, whose id another process may have made a moment ago. It looks for unknown ids
   * in the database, at most four times a second. Rejects if the database does not answer.
   */
  async find(accountId: string): Promise<ProviderAccount | undefined> {
    const id = accountId.toLowerCase();
    const known = this.byId(id);
    if (known) return known;
    await this.#turns.refreshForUnknown();
    return this.byId(id);
  }

  /** Resolves when every change committed before the call is in memory. */
  refresh(): Promise<void> {
    return this.#turns.refresh();
  }

  /**
   * Notes that an authentic notification came. It writes at most one a second; the loop that refreshes writes the
   * latest. Never rejects.
   */
  noteNotification(account: Noted, at: Date): Promise<void> {
    return this.#note('authentic', account, at);
  }

  /** Notes that a notification was refused for its signature. */
  noteRefused(account: Noted, at: Date): Promise<void> {
    return this.#note('refused', account, at);
  }

  /** Writes the times that are only in memory so far. */
  async writeNotes(): Promise<void> {
    for (const kind of Object.keys(NOTES) as Note[]) {
      for (const noted of this.#notes[kind].values()) {
        if (noted.at.getTime() > noted.writtenMs) await this.#write(kind, noted);
      }
    }
  }

  async #note(kind: Note, account: Noted, at: Date): Promise<void> {
    const notes = this.#notes[kind];
    const before = notes.get(account.accountId);
    const noted: NotedTime = before ?? { account, at, writtenMs: Number.NEGATIVE_INFINITY };
    if (at > noted.at) noted.at = at;
    notes.set(account.accountId, noted);
    if (noted.at.getTime() - noted.writtenMs < NOTED_EVERY_MS) return;
    await this.#write(kind, noted);
  }

  async #write(kind: Note, noted: NotedTime): Promise<void> {
    const { at, account, writtenMs } = noted;
    // Set before the statement, so that calls during the statement do not write too.
    noted.writtenMs = at.getTime();
    try {
      await NOTES[kind](this.#parts.sql, account, at);
    } catch (error) {
      noted.writtenMs = writtenMs;
      this.#parts.log.warn(
        { err: error, accountId: account.accountId },
        `could not store the time of a notification (${kind})`,
      );
    }
  }

  async #look(): Promise<void> {
    const { sql } = this.#parts;
    const nextFrom = await databaseTime(sql, OVERLAP_SECONDS);
    const changed = await changedAccounts(sql, this.#lookedUntil);
    const stale = changed.filter(({ id, mark }) => this.#marks.get(id) !== mark).map(({ id }) => id);
    for (let i = 0; i < stale.length; i += LOAD_AT_ONCE) await this.#load(stale.slice(i, i + LOAD_AT_ONCE));
    this.#lookedUntil = nextFrom;
  }

  async #load(ids: readonly string[]): Promise<void> {
    const rows = await loadAccounts(this.#parts.sql, ids);
    const opened: (ProviderAccount | null)[] = [];
    for (const row of rows) opened.push(await this.#open(row));
    // No await from here on, so that no caller sees an account together with the account that it replaced.
    const brandIds = new Set<string>();
    for (const [i, { id, brandId, mark }] of rows.entries()) {
      this.#marks.set(id, mark);
      const account = opened[i];
      if (account) this.#accounts.set(id, account);
      brandIds.add(brandId);
    }
    this.#sortOut(brandIds);
  }

  /** Frozen down to the last list; null: it does not open, and never did. */
  async #open({ credentialsSealed, mark: _, ...row }: SealedAccount & { mark: string }) {
    const credentials = await this.#openCredentials({ ...row, credentialsSealed });
    if (credentials === null) return null;
    const optionIds = row.optionIds && Object.freeze([...row.optionIds]);
    return Object.freeze({ ...row, optionIds, credentials });
  }

  /** If credentials do not open, they keep their last opened values. */
  async #openCredentials(row: Pick<SealedAccount, 'id' | 'brandId' | 'credentialsSealed'>) {
    const { vault, log } = this.#parts;
    try {
      return frozen((await openCredentials(vault, row)).credentials);
    } catch (error) {
      if (!(error instanceof SealBrokenError || error instanceof WrongMasterKeyError)) throw error;
      const known = this.byId(row.id)?.credentials;
      const words = known ? 'continuing with their last known values' : 'the account is not used';
      const where = { err: error, brandId: row.brandId, accountId: row.id };
      log.error(where, `the credentials of a provider account cannot be decrypted; ${words}`);
      return known ?? null;
    }
  }

  #sortOut(brandIds: ReadonlySet<string>): void {
    const inUse = [...this.#accounts.values()].filter((one) => one.retiredAt === null);
    const byBrand = Map.groupBy(inUse, (one) => one.brandId);
    for (const brandId of brandIds) {
      const own = byBrand.get(brandId);
      if (own) this.#inUse.set(brandId, Object.freeze(own.sort(inOrder)));
      else this.#inUse.delete(brandId);
    }
  }
}

const NONE: readonly ProviderAccount[] = Object.freeze([]);

function frozen(credentials: Credentials): Credentials {
  for (const value of Object.values(credentials)) Object.freeze(value);
  return Object.freeze(credentials);
}

/** Contract 13: lower priority first, ties by age. */
function inOrder(a: ProviderAccount, b: ProviderAccount): number {
  return a.priority - b.priority || a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);
}
