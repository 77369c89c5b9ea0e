// The last use of API keys and signing secrets, rounded to the minute. Each request notes its use in memory, without a
// query; the loop that refreshes brands writes the notes. A crash may lose a use; the next use is noted again. It keeps
// ids, times and addresses, never a key.

import { type Sql, send, withRetries } from '../database/database.ts';
import { eachShard, givenRows } from '../database/row-statements.ts';
import { Recordset } from '../pipeline/recordset.ts';
import { CREDENTIAL_TABLES, type CredentialKind } from './credential-store.ts';

/** How exactly the last use is kept. */
export const USE_NOTED_EVERY_MS = 60_000;

export interface Use {
  merchantId: string;
  id: string;
  at: Date;
  source: string;
}

const USES = new Recordset({ merchant_id: 'uuid', id: 'uuid', at: 'timestamptz', source: 'text' });

export class CredentialUses {
  readonly #waiting: Record<CredentialKind, Map<string, Use>> = {
    'api-key': new Map(),
    'signing-secret': new Map(),
  };

  note(kind: CredentialKind, use: Use): void {
    this.#waiting[kind].set(use.id, use);
  }

  /** Writes the notes since the last call. Notes that cannot be written are kept. */
  async write(sql: Sql): Promise<void> {
    await this.#writeOf(sql, 'api-key');
    await this.#writeOf(sql, 'signing-secret');
  }

  async #writeOf(sql: Sql, kind: CredentialKind): Promise<void> {
    const uses = this.#waiting[kind];
    if (uses.size === 0) return;
    this.#waiting[kind] = new Map();
    // In one order everywhere, so that two processes cannot deadlock.
    const rows = [...uses.values()]
      .map(({ merchantId, ...use }) => ({ merchant_id: merchantId, ...use }))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    try {
      await eachShard(sql, rows, (own) => withRetries(() => this.#writeRows(sql, kind, own)));
    } catch (error) {
      this.#waiting[kind] = new Map([...uses, ...this.#waiting[kind]]);
      throw error;
    }
  }

  async #writeRows(sql: Sql, kind: CredentialKind, rows: Parameters<typeof USES.parameters>[0]) {
    const { from, sameMerchant, parameters } = givenRows(sql, USES, rows);
    return await send(
      sql,
      `update ${CREDENTIAL_TABLES[kind]} c set last_used_at = r.at, last_used_from = r.source from ${from}
       where ${sameMerchant('c.merchant_id')} and c.id = r.id and (c.last_used_at is null or c.last_used_at < r.at)`,
      parameters,
    );
  }
}
