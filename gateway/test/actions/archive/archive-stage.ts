// For tests of the archive: two merchants with payments of one month, their webhooks and tries, and a clock that
// continues from there.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { archiveMonth } from '../../../src/actions/archive/archive-month.ts';
import { closeMonth } from '../../../src/actions/archive/close-month.ts';
import { restoreMonth } from '../../../src/actions/archive/restore-month.ts';
import { verifyLedger } from '../../../src/actions/ledger/verify-ledger.ts';
import { archivableFrom, closableFrom, monthOf } from '../../../src/domain/archive/month.ts';
import { ROOT } from '../../../src/domain/audit/audit.ts';
import { openPortalStage } from '../../http/portal/portal-stage.ts';
import { aCardPayin, type TestBrand } from '../../stage/harness.ts';
import { asOwner, openTestPool } from '../../stage/harness-database.ts';

/** The error of a write to a closed table; a shard's has a number. */
export const REFUSED = /violates check constraint "closed(_\d+)?"/;

/** Characters that JSON, SQL or a line could change. */
const ODD = 'a\\b "c"\n\td\u001f é 中 \u2028 \'e\' {"f":1}';

export type ArchiveStage = Awaited<ReturnType<typeof openArchiveStage>>;

export async function openArchiveStage(t: TestContext) {
  const gate = await openPortalStage(t, { workers: false });
  const owner = await openTestPool(asOwner(gate.databaseUrl), { maxConnections: 3 });
  t.after(() => owner.end({ timeout: 1 }));
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-archive-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const { context } = gate.gateway;
  const month = monthOf(gate.now());
  const brands = [gate.brand, await gate.createBrand()] as const;
  const archiving = (atStep?: (step: string) => void) => ({ sql: owner, folder, now: gate.now, atStep });
  return {
    gate,
    owner,
    folder,
    context,
    month,
    brands,
    until: (at: Date) => gate.advance(Math.max(0, at.getTime() - gate.now().getTime()) + 1),
    close: () => closeMonth({ sql: owner, now: gate.now }, ROOT, month),
    archive: (atStep?: (step: string) => void) => archiveMonth(archiving(atStep), ROOT, month),
    restore: (atStep?: (step: string) => void) => restoreMonth(archiving(atStep), ROOT, month),
    async pay(brand: TestBrand, merchantReference: string, fields: object = {}, card: object = {}) {
      const body = aCardPayin({ merchantReference, ...fields }, { ...card });
      const headers = { 'idempotency-key': `key of ${merchantReference}` };
      const answer = await gate.call('POST', '/v3/payment', { apiKey: brand.apiKey, headers, body });
      assert.equal(answer.status, 201, answer.text);
      return answer;
    },
    /** Tries undelivered events: gives up the first `givenUp` events and delivers the others. */
    async deliver(givenUp = 0) {
      const at = gate.now();
      await owner`insert into webhook_tries (merchant_id, transaction_id, sequence, try_number, at, url, duration_ms, status_code,
          error, answer_excerpt)
        select merchant_id, transaction_id, sequence, 1, ${at}, 'https://shop.example/hooks', 7, 500, ${ODD}, ${ODD} from webhook_queue`;
      const kept = await owner`update webhook_queue set state = 'abandoned', next_try_at = null, tries = 1
        where (transaction_id, sequence) in (select transaction_id, sequence from webhook_queue order by 1, 2 limit ${givenUp})
        returning 1`;
      assert.equal(kept.length, givenUp);
      await owner`delete from webhook_queue where state <> 'abandoned'`;
    },
    /** Each row of the month as text. */
    async rows() {
      const found: string[] = [];
      for (const table of ['events', 'webhook_tries', 'webhook_queue', 'steps', 'transfers'])
        for (const { row } of await owner.unsafe(`select t::text as row from ${table} t order by 1`))
          found.push(`${table} ${row}`);
      return found;
    },
    /** All files of the archive, as anybody who has them can read them. */
    async archiveText() {
      const names = (await readdir(folder, { recursive: true })).filter((name) =>
        /\.(gz|ndjson|partial)$/.test(name),
      );
      const texts = await Promise.all(
        names.map(async (name) => {
          const bytes = await readFile(join(folder, name));
          return name.endsWith('.gz') ? gunzipSync(bytes).toString() : bytes.toString();
        }),
      );
      return texts.join('\n');
    },
    async ledgerFaults() {
      return (await verifyLedger(owner)).faults;
    },
    closableFrom: closableFrom(month),
    archivableFrom: archivableFrom(month),
  };
}

class Killed extends Error {}

/**
 * Interrupts the work before each of its steps, like a killed process, and lets it finish in the end. Returns the
 * steps.
 */
export async function killedAtEachStep(
  work: (atStep: (step: string) => void) => Promise<unknown>,
): Promise<string[]> {
  const died: string[] = [];
  for (;;) {
    try {
      await work((step) => {
        if (died.includes(step)) return;
        died.push(step);
        throw new Killed(step);
      });
      return died;
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
  }
}
