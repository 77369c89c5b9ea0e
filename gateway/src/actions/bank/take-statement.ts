// Takes a message of the bank (contract 15): reads it as a stream, stores it with all its entries in one commit, and
// applies them. A message that cannot be read, or that is about another account, leaves nothing stored. The same file
// again gets the first answer; if the file is still being taken, the second request waits for it.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditActor } from '../../domain/audit/audit.ts';
import { BANK_ID, bankAccountOf } from '../../domain/bank/bank-account.ts';
import type { EntryDetails } from '../../domain/bank/bank-entry.ts';
import { detailsOfEntry } from '../../domain/bank/entry-identity.ts';
import { MessageFault, MessageTooLarge } from '../../domain/bank/message-reader.ts';
import { readBooked } from '../../domain/bank/read-booked.ts';
import { type ReadMessage, StatementReader } from '../../domain/bank/statement-entries.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { timeOrderedId } from '../../domain/transactions/time-ordered-id.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { type MoreRow, saveMore } from '../../storage/bank/known-entries.ts';
import {
  type BankStatement,
  ENTRIES_AT_ONCE,
  findStatement,
  insertBalances,
  insertStatement,
  leaseStatement,
  type NewEntryRow,
} from '../../storage/bank/statement-store.ts';
import { insertSums, keepWithStatement, linkEntries } from '../../storage/bank/statement-sums.ts';
import {
  isLockTimeout,
  retryAfterConnectionLoss,
  violates,
  withRetries,
} from '../../storage/database/database.ts';
import { sealContext } from '../../storage/keys/vault.ts';
import type { Context } from '../context.ts';
import { applyStatement, LEASE_MS } from './apply-statement.ts';
import { findNewEntries, type KeyedEntry, type NewEntries } from './find-new-entries.ts';

interface OfBrand {
  merchantId: string;
  brandId: string;
}

export interface TakenStatement {
  statement: BankStatement;
  /** false: we took this file before. */
  isNew: boolean;
}

const LOOK_AGAIN_MS = 100;
/** How often we try while another request holds a lock. Each try waits until the lock times out. */
const LOOKS_AT_LOCKED = 6;
/** How often we try while other files with the same entries are stored. Each try meets at most one such file. */
const LOOKS_AT_OTHERS = 50;

/** Throws Refusal 400 or 413 for a message that it does not take. */
export async function takeStatement(
  context: Context,
  by: AuditActor,
  brand: OfBrand,
  bytes: AsyncIterable<Uint8Array>,
): Promise<TakenStatement> {
  const { message, sha256 } = await read(bytes);
  const accounts = accountsOf(context, brand, message);
  for (let looks = 1; ; looks++) {
    const known = await findStatement(context.sql, brand, sha256);
    if (known) return { statement: await untilTaken(context, known, sha256), isNew: false };
    const newEntries = await findNewEntries(context, brand, message.entries);
    const stored = await store(context, by, brand, { message, sha256, accounts, newEntries }).catch(
      (error) => {
        // Another request is storing a large file: this file, or another one with the same entries.
        const isOther = error instanceof ToldOtherwise || violates(error, 'bank_entries_by_key');
        if (isLockTimeout(error) ? looks < LOOKS_AT_LOCKED : isOther && looks < LOOKS_AT_OTHERS) return null;
        throw error;
      },
    );
    if (stored) return { statement: await applyStatement(context, stored), isNew: true };
  }
}

async function read(bytes: AsyncIterable<Uint8Array>): Promise<{ message: ReadMessage; sha256: string }> {
  const reader = new StatementReader();
  const hash = createHash('sha256');
  try {
    for await (const piece of bytes) {
      hash.update(piece);
      reader.write(piece);
    }
    return { message: reader.close(), sha256: hash.digest('hex') };
  } catch (error) {
    if (error instanceof MessageTooLarge) throw new Refusal(413, [error.message]);
    if (error instanceof MessageFault) throw new Refusal(400, [error.message]);
    throw error;
  }
}

/**
 * The brand's accounts that the message is about, by IBAN. All accounts must belong to the brand; retired ones count
 * too.
 */
function accountsOf(
  { providerAccounts }: Context,
  { brandId }: OfBrand,
  { accounts }: ReadMessage,
): Map<string, string> {
  const own = new Map<string, string>();
  const all = providerAccounts.all().filter((one) => one.brandId === brandId && one.provider === BANK_ID);
  // The account in use comes last, so that it wins.
  for (const account of all.toSorted((a) => (a.retiredAt === null ? 1 : -1))) {
    const iban = bankAccountOf(account.credentials)?.iban;
    if (iban !== undefined) own.set(iban, account.id);
  }
  if (own.size === 0) throw new Refusal(400, ['the brand has no bank account']);
  if (accounts.some((account) => !own.has(account)))
    throw new Refusal(400, ['body: the statement belongs to another account']);
  return own;
}

interface Reading {
  message: ReadMessage;
  sha256: string;
  accounts: ReadonlyMap<string, string>;
  newEntries: NewEntries;
}

/** Another file changed an entry meanwhile, and this file adds details to the same entry. */
class ToldOtherwise extends Error {}

/** null: the same file was stored a moment ago. */
async function store(
  context: Context,
  by: AuditActor,
  brand: OfBrand,
  { message, sha256, accounts, newEntries }: Reading,
): Promise<BankStatement | null> {
  const at = context.now();
  const { kind, fault } = message;
  const count = message.entries.length;
  const statement = {
    ...brand,
    id: timeOrderedId(at),
    kind,
    fault,
    entries: count,
    known: count - newEntries.fresh.length - newEntries.more.length,
    madeBy: by.name,
    createdAt: at,
    sha256,
    leasedUntil: new Date(at.getTime() + LEASE_MS),
  };
  const entries = await inOrderOfKeys(context, newEntries.fresh);
  const balances = message.balances.map((one) => ({ ...one, accountId: accounts.get(one.account)! }));
  const sums = message.sums.map(({ account, ...sum }) => ({ ...sum, accountId: accounts.get(account)! }));
  const more = await moreRows(context, statement, newEntries.more);
  try {
    await withRetries(() =>
      context.sql.begin(async (tx) => {
        await insertStatement(tx, statement, rowsOf(context, statement, entries, accounts));
        const { id: statementId, known } = statement;
        const own = { ...brand, statementId };
        for (const piece of more) {
          const ids = piece.map(({ id }) => id!);
          await keepWithStatement(tx, brand, ids);
          if ((await saveMore(tx, piece)) < piece.length) throw new ToldOtherwise();
        }
        await linkEntries(tx, own, newEntries.known);
        await insertSums(tx, own, sums);
        await insertBalances(tx, brand, balances);
        await appendAudit(tx, {
          merchantId: brand.merchantId,
          at,
          by,
          before: null,
          action: 'bank-statement.taken',
          target: { kind: 'brand', id: brand.brandId },
          after: { statementId, kind, entries: count, known, sha256, ...(fault !== null && { fault }) },
        });
      }),
    );
    return { ...statement, counts: null };
  } catch (error) {
    if (violates(error, 'bank_statements_by_hash')) return null;
    throw error;
  }
}

type FreshEntry = NewEntries['fresh'][number] & { id: string };

/** Sorted by key; the ids follow the order of the message. */
async function inOrderOfKeys(
  { now }: Pick<Context, 'now'>,
  fresh: NewEntries['fresh'],
): Promise<FreshEntry[]> {
  const inMessage = fresh.toSorted((a, b) => a.place - b.place);
  const ordered: FreshEntry[] = [];
  for (const entry of inMessage) {
    // Lets payments run in between.
    if (ordered.length % ENTRIES_AT_ONCE === ENTRIES_AT_ONCE - 1) await sleep(1);
    ordered.push({ ...entry, id: timeOrderedId(now()) });
  }
  const sorted: FreshEntry[] = [];
  const parts = Map.groupBy(ordered, ({ key }) => key.slice(0, 2));
  for (const part of [...parts.keys()].sort()) {
    await sleep(0);
    sorted.push(...parts.get(part)!.sort((a, b) => (a.key < b.key ? -1 : 1)));
  }
  return sorted;
}

type OfStatement = Pick<BankStatement, 'merchantId' | 'brandId' | 'id'>;

/** The columns for an entry, whether it is new or says more. */
function columnsOf(
  { vault }: Pick<Context, 'vault'>,
  { merchantId, id: statementId }: OfStatement,
  { entry, bookingKey, saidKey }: KeyedEntry,
  said: EntryDetails,
) {
  const { direction, amountMinor, currency } = entry;
  return {
    merchant_id: merchantId,
    statement_id: statementId,
    booking_key: bookingKey,
    said_key: saidKey,
    direction,
    amount_minor: amountMinor,
    currency,
    details_sealed: vault.seal(JSON.stringify(said), sealContext.bankEntry(merchantId)),
  };
}

/** In pieces: one piece is sealed while another piece is written, and payments run in between. */
async function* rowsOf(
  context: Pick<Context, 'vault'>,
  statement: OfStatement,
  entries: readonly FreshEntry[],
  accounts: ReadonlyMap<string, string>,
): AsyncGenerator<NewEntryRow[]> {
  const rowOf = (one: FreshEntry): NewEntryRow => {
    const { account, bookedAt } = one.entry;
    const booked = readBooked(bookedAt);
    return {
      ...columnsOf(context, statement, one, detailsOfEntry(one.entry)),
      id: one.id,
      brand_id: statement.brandId,
      account_id: account === null ? null : accounts.get(account)!,
      entry_key: one.key,
      booked_at: booked?.at,
      booked_day: booked?.day,
      state: 'waiting',
    };
  };
  for (let at = 0; at < entries.length; at += ENTRIES_AT_ONCE) {
    await sleep(0);
    yield entries.slice(at, at + ENTRIES_AT_ONCE).map(rowOf);
  }
}

const SAYS_MORE = 'it arrived again with more details';

/**
 * Entries that say more are judged again. An entry that a person had dismissed goes back to a person. In pieces, in the
 * order of their ids.
 */
async function moreRows(
  context: Pick<Context, 'vault'>,
  statement: OfStatement,
  more: NewEntries['more'],
): Promise<MoreRow[][]> {
  const sorted = more.toSorted((a, b) => (a.known.id < b.known.id ? -1 : 1));
  const pieces: MoreRow[][] = [];
  for (let at = 0; at < sorted.length; at += ENTRIES_AT_ONCE) {
    await sleep(0);
    pieces.push(
      sorted.slice(at, at + ENTRIES_AT_ONCE).map(({ known, said, ...one }) => {
        const isDismissed = known.state === 'dismissed';
        return {
          ...columnsOf(context, statement, one, said),
          id: known.id,
          state: isDismissed ? 'conflict' : 'waiting',
          reason: isDismissed ? `${SAYS_MORE}, after it was ${known.reason}` : SAYS_MORE,
          former_state: known.state,
          former_reason: known.reason,
        };
      }),
    );
  }
  return pieces;
}

/** If the process that took the file has died, this one continues. */
async function untilTaken(
  context: Context,
  statement: BankStatement,
  sha256: string,
): Promise<BankStatement> {
  let current = statement;
  while (current.counts === null) {
    const now = context.now();
    const until = new Date(now.getTime() + LEASE_MS);
    const left = await leaseStatement(context.sql, current, { now, until });
    if (left) return await applyStatement(context, left);
    await sleep(LOOK_AGAIN_MS);
    current = (await retryAfterConnectionLoss(() => findStatement(context.sql, statement, sha256)))!;
  }
  return current;
}
