// The audit log in the database (contract 12). Rows are appended in the transaction of their change, chained by hash
// for each merchant, and never changed; a gateway with a role of its own has no right to change them (app-role.ts).
// Every change by a person or over the API calls `appendAudit`, or in a group `lockAuditHeads` and `insertAudit`. Every
// writer takes its locks in the same order: brands, balances, transactions, and heads of the log last.

import { randomBytes } from 'node:crypto';
import type { Row } from 'postgres';
import {
  type AuditAction,
  type AuditEntry,
  type AuditRow,
  canonicalJson,
  firstPreviousHash,
  hashOfRow,
  separateWords,
  wordsMatchHashes,
} from '../../domain/audit/audit.ts';
import { timeOrderedId } from '../../domain/transactions/time-ordered-id.ts';
import { type AnyTransaction, type Sql, type SqlTransaction, send } from '../database/database.ts';
import { givenRows, insertRows } from '../database/row-statements.ts';
import { Recordset, type RowOf } from '../pipeline/recordset.ts';

/** The ends of some merchants' chains, while nobody else can append to them. */
export type AuditHeads = Map<string, AuditHead>;

interface AuditHead {
  sequence: bigint;
  /** In hexadecimal digits. */
  hash: string;
}

/** Writes the rows of a change; the last step of the change's transaction. */
export async function appendAudit(tx: AnyTransaction, ...entries: AuditEntry[]): Promise<void> {
  await Promise.all(insertAudit(tx, await lockAuditHeads(tx, entries), entries));
}

/**
 * Locks the ends of the entries' chains, in the order of their keys. The answer arrives with the answers of the
 * statements sent before, so a group of changes sends this with its last query and needs no further round trip.
 */
export async function lockAuditHeads(
  tx: AnyTransaction,
  entries: readonly Pick<AuditEntry, 'merchantId'>[],
): Promise<AuditHeads> {
  const merchantIds = [...new Set(entries.map((entry) => entry.merchantId))].sort();
  const locked = await Promise.all(
    merchantIds.map((merchantId) =>
      // Makes the head of a new chain, or locks the existing one. Both return its latest state.
      send(
        tx,
        `insert into audit_heads as h (merchant_id, sequence, hash) values ($1, 0, $2)
         on conflict (merchant_id) do update set sequence = h.sequence
         returning sequence, encode(hash, 'hex') as hash`,
        [merchantId, Buffer.from(firstPreviousHash(merchantId), 'hex')],
      ),
    ),
  );
  return new Map(
    merchantIds.map((merchantId, i) => [
      merchantId,
      { sequence: locked[i]![0]!.sequence, hash: locked[i]![0]!.hash },
    ]),
  );
}

/** Chains the entries in their order and sends them; the committing code waits for the answers. Moves the heads on. */
export function insertAudit(
  tx: AnyTransaction,
  heads: AuditHeads,
  entries: readonly AuditEntry[],
): Promise<unknown>[] {
  if (entries.length === 0) return [];
  // Ids made in the same millisecond have no order, so we sort them: then their order is that of the chain.
  const ids = entries.map((entry) => timeOrderedId(entry.at)).sort();
  const words: WordsRow[] = [];
  const rows = entries.map((entry, i) => {
    const head = heads.get(entry.merchantId)!;
    const row = chained(entry, ids[i]!, head.hash, words);
    head.sequence += 1n;
    head.hash = row.hash;
    return toStored(entry, head.sequence, row);
  });
  const touched = [...new Set(entries.map((entry) => entry.merchantId))];
  const ends = touched.map((merchantId) => {
    const { sequence, hash } = heads.get(merchantId)!;
    return { merchant_id: merchantId, sequence, hash: bytea(hash) };
  });
  const { from, sameMerchant, parameters } = givenRows(tx, ENDS, ends);
  const move = `update audit_heads h set sequence = r.sequence, hash = r.hash from ${from}
    where ${sameMerchant('h.merchant_id')}`;
  return [
    insertRows(tx, { into: 'audit_log' }, ROWS, rows),
    send(tx, move, parameters),
    ...(words.length > 0 ? [insertRows(tx, { into: 'audit_words' }, WORDS, words)] : []),
  ];
}

function chained(entry: AuditEntry, id: string, previousHash: string, wordRows: WordsRow[]): StoredRow {
  const { merchantId, at, by, action, target } = entry;
  const salt = entry.personalFields ? randomBytes(16).toString('hex') : '';
  const { before, after, words } = separateWords(entry, salt);
  if (words) {
    wordRows.push({
      merchant_id: merchantId,
      audit_id: id,
      transaction_id: target.kind === 'transaction' ? target.id : null,
      brand_id: target.kind === 'brand' ? target.id : null,
      salt: bytea(salt),
      words: JSON.stringify(words),
    });
  }
  const row = {
    id,
    at: at.toISOString(),
    actor: { kind: by.kind, id: by.id, name: by.name },
    action,
    target: { kind: target.kind, id: target.id },
    before,
    after,
    requestId: by.requestId,
    ip: by.ip,
    previousHash,
  };
  return { ...row, hash: hashOfRow(row) };
}

const ROWS = new Recordset({
  merchant_id: 'uuid',
  sequence: 'bigint',
  id: 'uuid',
  at: 'timestamptz',
  actor_kind: 'text',
  actor_id: 'text',
  actor_name: 'text',
  action: 'text',
  target_kind: 'text',
  target_id: 'text',
  before: 'text',
  after: 'text',
  request_id: 'text',
  ip: 'text',
  previous_hash: 'bytea',
  hash: 'bytea',
});
const COLUMNS = ROWS.names;
const WORD_COLUMNS = {
  merchant_id: 'uuid',
  audit_id: 'uuid',
  transaction_id: 'uuid',
  brand_id: 'uuid',
  salt: 'bytea',
  words: 'text',
} as const;
const WORDS = new Recordset(WORD_COLUMNS);
type WordsRow = RowOf<typeof WORD_COLUMNS>;
const ENDS = new Recordset({ merchant_id: 'uuid', sequence: 'bigint', hash: 'bytea' });

type StoredRow = Omit<AuditRow, 'words'>;

function toStored({ merchantId }: AuditEntry, sequence: bigint, row: StoredRow) {
  return {
    merchant_id: merchantId,
    sequence,
    id: row.id,
    at: new Date(row.at),
    actor_kind: row.actor.kind,
    actor_id: row.actor.id,
    actor_name: row.actor.name,
    action: row.action,
    target_kind: row.target.kind,
    target_id: row.target.id,
    before: row.before === null ? null : canonicalJson(row.before),
    after: row.after === null ? null : canonicalJson(row.after),
    request_id: row.requestId,
    ip: row.ip,
    previous_hash: bytea(row.previousHash),
    hash: bytea(row.hash),
  };
}

const bytea = (hexadecimal: string) => Buffer.from(hexadecimal, 'hex');

/** All columns of a row. The time is also shown with digits below the millisecond, which our rows do not have. */
export const SHOWN = `${COLUMNS}, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at_text,
  encode(salt, 'hex') || words as words`;
/** Rows with their words. It is a join, because on Citus a subquery would ask all shards. */
export const AUDIT_LOG = `audit_log
  left join (select merchant_id, audit_id as id, salt, words from audit_words) w using (merchant_id, id)`;
/** Hexadecimal digits, before the words. */
const SALT_LENGTH = 32;

/** A row as stored, even after tampering. Throws SyntaxError if its facts are not JSON any more. */
export function fromStored(row: Row): AuditRow {
  return {
    id: row.id,
    at: row.at_text.replace(/000Z$/, 'Z'),
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    action: row.action,
    target: { kind: row.target_kind, id: row.target_id },
    before: row.before === null ? null : JSON.parse(row.before),
    after: row.after === null ? null : JSON.parse(row.after),
    requestId: row.request_id,
    ip: row.ip,
    words: row.words === null ? null : JSON.parse(row.words.slice(SALT_LENGTH)),
    previousHash: row.previous_hash.toString('hex'),
    hash: row.hash.toString('hex'),
  };
}

export interface AuditQuery {
  merchantId: string | null;
  /** The id of a target. */
  target: string | null;
  /** The id of a row: the rows after it. */
  after: string | null;
  limit: number;
}

/**
 * Oldest first. For one merchant, in the order of its chain: no row is ever inserted before a row that somebody has
 * read. For all merchants, in the order of the rows' ids. Null if `after` names no such row.
 */
export async function listAudit(sql: Sql, query: AuditQuery): Promise<AuditRow[] | null> {
  const { merchantId, target, after, limit } = query;
  let sequence = 0n;
  if (after !== null) {
    const [row] = await sql`select sequence from audit_log where id = ${after}
      ${merchantId === null ? sql`` : sql`and merchant_id = ${merchantId}`}`;
    if (!row) return null;
    sequence = row.sequence;
  }
  const ofTarget = target === null ? sql`` : sql`and target_id = ${target}`;
  const rows =
    merchantId === null
      ? await sql`select ${sql.unsafe(SHOWN)} from ${sql.unsafe(AUDIT_LOG)}
          where ${after === null ? sql`true` : sql`id > ${after}`} ${ofTarget} order by id limit ${limit}`
      : await sql`select ${sql.unsafe(SHOWN)} from ${sql.unsafe(AUDIT_LOG)}
          where merchant_id = ${merchantId} and sequence > ${sequence} ${ofTarget} order by sequence limit ${limit}`;
  return rows.map(fromStored);
}

/** The end of a chain according to its head; null if there is no head. */
export interface AuditChain {
  merchantId: string;
  head: AuditHead | null;
}

/** A row of a chain; null if it is unreadable or its words have changed since it was written. */
export interface AuditLink {
  sequence: bigint;
  id: string;
  row: AuditRow | null;
}

export interface AuditSnapshot {
  /**
   * The chains of all heads and of all rows, in the order of their merchants. So nobody can remove a head or the rows
   * unnoticed.
   */
  chains(): Promise<AuditChain[]>;
  /** The end of one merchant's chain. */
  chain(merchantId: string): Promise<AuditChain>;
  /** Up to a thousand rows of a chain after number `sequence`. */
  links(merchantId: string, sequence: bigint): Promise<AuditLink[]>;
}

/** The log at one moment, for a long read on a patient connection (database.ts). */
export async function readAuditSnapshot<T>(
  sql: Sql,
  read: (snapshot: AuditSnapshot) => Promise<T>,
): Promise<T> {
  const answer = await sql.begin('isolation level repeatable read read only', async (tx) => {
    await tx`set local statement_timeout = 0`;
    return await read({
      async chains() {
        const rows = await tx`
          select merchant_id, max(sequence) as sequence, max(hash) as hash from (
            select merchant_id, sequence, encode(hash, 'hex') as hash from audit_heads
            union all select distinct merchant_id, null::bigint, null from audit_log) as ends
          group by merchant_id order by merchant_id`;
        return rows.map(({ merchant_id: merchantId, sequence, hash }) => ({
          merchantId,
          head: hash === null ? null : { sequence, hash },
        }));
      },
      async chain(merchantId) {
        const [row] = await tx`select sequence, encode(hash, 'hex') as hash from audit_heads
          where merchant_id = ${merchantId}`;
        return { merchantId, head: row ? { sequence: row.sequence, hash: row.hash } : null };
      },
      async links(merchantId, sequence) {
        const rows = await tx`select ${tx.unsafe(SHOWN)} from ${tx.unsafe(AUDIT_LOG)}
          where merchant_id = ${merchantId} and sequence > ${sequence} order by sequence limit 1000`;
        return rows.map((row) => ({ sequence: row.sequence, id: row.id, row: readable(row) }));
      },
    });
  });
  return answer as T;
}

function readable(row: Row): AuditRow | null {
  try {
    const read = fromStored(row);
    return wordsMatchHashes(read, row.words?.slice(0, SALT_LENGTH) ?? '') ? read : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The end of a merchant's chain; null: the merchant has none. */
export async function auditHeadOf(sql: SqlTransaction, merchantId: string): Promise<AuditHead | null> {
  const [row] = await sql`
    select sequence, encode(hash, 'hex') as hash from audit_heads where merchant_id = ${merchantId}`;
  return row ? { sequence: row.sequence, hash: row.hash } : null;
}

/** Rows of one kind, in the order of the chain. */
export async function auditRowsOf(
  sql: Sql | SqlTransaction,
  merchantId: string,
  { action, target }: { action: AuditAction; target: string },
): Promise<AuditRow[]> {
  const rows = await sql`select ${sql.unsafe(SHOWN)} from ${sql.unsafe(AUDIT_LOG)}
    where merchant_id = ${merchantId} and action = ${action} and target_id = ${target} order by sequence`;
  return rows.map(fromStored);
}
