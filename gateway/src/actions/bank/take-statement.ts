// Takes a message of the bank (contract 15): reads it as a stream, stores it with all its entries in one commit, and applies them. Nothing
// is stored of a message that cannot be read, or that is of another account. The same file again gets the first answer; while
// it is still being taken, it waits for that.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditActor } from '../../domain/audit/audit.ts';
import { BANK_ID, bankAccountOf } from '../../domain/bank/bank-account.ts';
import { readBooked } from '../../domain/bank/booking-day.ts';
import { MessageFault, MessageTooLarge } from '../../domain/bank/message-reader.ts';
import { type BankEntry, type ReadMessage, StatementReader } from '../../domain/bank/statement-entries.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { timeOrderedId } from '../../domain/transactions/time-ordered-id.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import {
  type BankStatement,
  ENTRIES_AT_ONCE,
  findStatement,
  insertBalances,
  insertStatement,
  leaseStatement,
  type NewEntryRow,
} from '../../storage/bank/statement-store.ts';
import {
  isLockTimeout,
  survivingConnectionLoss,
  violates,
  withRetries,
} from '../../storage/database/database.ts';
import { sealContext } from '../../storage/keys/vault.ts';
import type { Context } from '../context.ts';
import { applyStatement, LEASE_MS } from './apply-statement.ts';

interface OfBrand {
  merchantId: string;
  brandId: string;
}

export interface TakenStatement {
  statement: BankStatement;
  /** false: this file had come before. */
  isNew: boolean;
}

const LOOK_AGAIN_MS = 100;
/** Each waits as long as a lock is waited for. */
const LOOKS_AT_LOCKED = 6;

/** Throws Refusal 400 or 413 for a message that is not taken. */
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
    const stored = await store(context, by, brand, { message, sha256, accounts }).catch((error) => {
      // A large file is being stored, this one or one with the same entries.
      if (isLockTimeout(error) && looks < LOOKS_AT_LOCKED) return null;
      throw error;
    });
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

/** The brand's accounts that the message is of, by their IBAN. All must be the brand's; one that was retired counts too. */
function accountsOf(
  { providerAccounts }: Context,
  { brandId }: OfBrand,
  { accounts }: ReadMessage,
): Map<string, string> {
  const own = new Map<string, string>();
  const all = providerAccounts.all().filter((one) => one.brandId === brandId && one.provider === BANK_ID);
  // The one in use last, so that it wins.
  for (const account of all.toSorted((a) => (a.retiredAt === null ? 1 : -1))) {
    const iban = bankAccountOf(account.credentials)?.iban;
    if (iban !== undefined) own.set(iban, account.id);
  }
  if (own.size === 0) throw new Refusal(400, ['the brand has no bank account']);
  if (accounts.some((account) => !own.has(account)))
    throw new Refusal(400, ['body: is of an account that is not the brand’s']);
  return own;
}

interface Reading {
  message: ReadMessage;
  sha256: string;
  accounts: ReadonlyMap<string, string>;
}

/** null: the same file was stored a moment ago. */
async function store(
  context: Context,
  by: AuditActor,
  brand: OfBrand,
  { message, sha256, accounts }: Reading,
): Promise<BankStatement | null> {
  const at = context.now();
  const statement = {
    ...{ ...brand, id: timeOrderedId(at), kind: message.kind, entries: message.entries.length },
    ...{ madeBy: by.name, createdAt: at, sha256, leasedUntil: new Date(at.getTime() + LEASE_MS) },
  };
  const entries = await inOrderOfKeys(context, message.entries);
  const balances = message.balances.map((one) => ({ ...one, accountId: accounts.get(one.account)! }));
  try {
    const known = await withRetries(() =>
      context.sql.begin(async (tx) => {
        const former = await insertStatement(tx, statement, rowsOf(context, statement, entries, accounts));
        await insertBalances(tx, brand, balances);
        await appendAudit(tx, {
          ...{ merchantId: brand.merchantId, at, by, before: null },
          action: 'bank-statement.taken',
          target: { kind: 'brand', id: brand.brandId },
          after: {
            statementId: statement.id,
            kind: message.kind,
            entries: statement.entries,
            known: former,
            sha256,
          },
        });
        return former;
      }),
    );
    return { ...statement, known, counts: null };
  } catch (error) {
    if (violates(error, 'bank_statements_by_hash')) return null;
    throw error;
  }
}

interface OrderedEntry {
  /** In the order of the message. */
  id: string;
  entry: BankEntry;
}

async function inOrderOfKeys(
  { now }: Pick<Context, 'now'>,
  entries: readonly BankEntry[],
): Promise<OrderedEntry[]> {
  const ordered: OrderedEntry[] = [];
  for (const entry of entries) {
    // Payments are taken meanwhile.
    if (ordered.length % ENTRIES_AT_ONCE === ENTRIES_AT_ONCE - 1) await sleep(1);
    ordered.push({ id: timeOrderedId(now()), entry });
  }
  return ordered.sort((a, b) => (a.entry.key < b.entry.key ? -1 : 1));
}

/** Piece by piece, so that one is sealed while another is written, and payments are taken meanwhile. */
async function* rowsOf(
  { vault }: Pick<Context, 'vault'>,
  { merchantId, brandId, id: statementId }: Pick<BankStatement, 'merchantId' | 'brandId' | 'id'>,
  entries: readonly OrderedEntry[],
  accounts: ReadonlyMap<string, string>,
): AsyncGenerator<NewEntryRow[]> {
  const rowOf = ({ id, entry }: OrderedEntry): NewEntryRow => {
    const { key, account, direction, amountMinor, currency, bookedAt, ...said } = entry;
    const booked = readBooked(bookedAt);
    return {
      merchant_id: merchantId,
      id,
      brand_id: brandId,
      statement_id: statementId,
      account_id: account === null ? null : accounts.get(account)!,
      entry_key: key,
      direction,
      amount_minor: amountMinor,
      currency,
      booked_at: booked?.at,
      booked_day: booked?.day,
      details_sealed: vault.seal(JSON.stringify(said), sealContext.bankEntry(merchantId)),
      state: 'waiting',
    };
  };
  for (let at = 0; at < entries.length; at += ENTRIES_AT_ONCE) {
    await sleep(0);
    yield entries.slice(at, at + ENTRIES_AT_ONCE).map(rowOf);
  }
}

/** If the process that took it has died, this one goes on. */
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
    current = (await survivingConnectionLoss(() => findStatement(context.sql, statement, sha256)))!;
  }
  return current;
}
