// The tokens of named operators (contract 12): found by their hash, listed, made, removed. Every call looks its token
// up, so a removed or expired token stops working in every process at once; http/auth/seen-tokens.ts says what holds
// while the database is away. This file never sees a token in clear.
import type { Row } from 'postgres';
import type { OperatorScope } from '../../domain/keys/operator-scopes.ts';
import { isUnavailable, type Sql, type SqlTransaction } from '../database/database.ts';

export interface OperatorTokenRow {
  id: string;
  name: string;
  scopes: OperatorScope[];
  createdAt: Date;
  /** null: valid until somebody removes it. */
  expiresAt: Date | null;
  /** Rounded to the minute. */
  lastUsedAt: Date | null;
}

const COLUMNS = 'id, name, scopes, created_at, expires_at, last_used_at';
/** How exactly the last use is stored: a write for each call would be too much. */
const USE_NOTED_EVERY_MS = 60_000;

/**
 * The token with this hash, unless it has expired. The hash is the SHA-256 of 32 random bytes. The time of the lookup
 * reveals nothing about a token, because nobody can choose where the hash begins to differ (docs/decisions/0071).
 */
export async function findOperatorToken(
  sql: Sql,
  tokenHash: Buffer,
  now: Date,
): Promise<OperatorTokenRow | null> {
  const [row] = await sql`select ${sql.unsafe(COLUMNS)} from operator_tokens
    where token_hash = ${tokenHash} and (expires_at is null or expires_at > ${now})`;
  if (!row) return null;
  const found = fromRow(row);
  if (found.lastUsedAt === null || now.getTime() - found.lastUsedAt.getTime() >= USE_NOTED_EVERY_MS) {
    await noteUse(sql, found.id, now);
  }
  return found;
}

/** A database that accepts no writes can still identify the token. */
async function noteUse(sql: Sql, id: string, now: Date): Promise<void> {
  try {
    await sql`update operator_tokens set last_used_at = ${now} where id = ${id}`;
  } catch (error) {
    if (!isUnavailable(error)) throw error;
  }
}

/** Oldest first, including expired ones. */
export async function listOperatorTokens(sql: Sql): Promise<OperatorTokenRow[]> {
  const rows = await sql`select ${sql.unsafe(COLUMNS)} from operator_tokens order by created_at, id`;
  return rows.map(fromRow);
}

export async function insertOperatorToken(
  tx: SqlTransaction,
  token: Pick<OperatorTokenRow, 'id' | 'name' | 'scopes' | 'expiresAt'> & { tokenHash: Buffer },
  at: Date,
): Promise<void> {
  await tx`insert into operator_tokens (id, name, scopes, token_hash, created_at, expires_at)
    values (${token.id}, ${token.name}, ${token.scopes}, ${token.tokenHash}, ${at}, ${token.expiresAt})`;
}

/** The removed token; null: there is none with this id. */
export async function deleteOperatorToken(tx: SqlTransaction, id: string): Promise<OperatorTokenRow | null> {
  const [row] = await tx`delete from operator_tokens where id = ${id} returning ${tx.unsafe(COLUMNS)}`;
  return row ? fromRow(row) : null;
}

function fromRow(row: Row): OperatorTokenRow {
  return {
    id: row.id,
    name: row.name,
    scopes: row.scopes,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  };
}
