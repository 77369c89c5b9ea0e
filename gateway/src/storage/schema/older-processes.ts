// Finds processes of older releases that are running. While such a process gave a sign lately, migrate.ts applies no
// migration beside which that process could not work (decision 93). migrate.ts asks under its lock, and a process
// registers under the same lock (process-mark.ts), so no process starts unseen between the look and the migration. It
// never stops a process.
import type { Sql, SqlTransaction } from '../database/database.ts';
import { SchemaError } from './schema-error.ts';

/** In this time a process gives fifteen signs. */
const SEEN_WITHIN = '30 seconds';

export interface OlderProcess {
  release: string;
  role: string;
  startedAt: Date;
  /** Since its last sign. */
  seenMs: number;
}

export class OlderProcessesError extends SchemaError {
  override name = 'OlderProcessesError';
  /** Since the last sign of any of them. */
  readonly seenMs: number;

  constructor(migration: Readonly<{ name: string; pause: string | null }>, older: readonly OlderProcess[]) {
    const seenMs = Math.min(...older.map((one) => one.seenMs));
    const why = migration.pause === null ? '' : ` (${migration.pause})`;
    super(
      `${migration.name} needs a pause${why}, and ${older.length === 1 ? 'a process of an older release is' : `${older.length} processes of an older release are`} at work: ` +
        `${older.map(describeProcess).join('; ')}. Stop them, then run \`npm run migrate -- --pause-confirmed\`: nothing was changed`,
    );
    this.seenMs = seenMs;
  }
}

export function describeProcess({ release, role, startedAt, seenMs }: OlderProcess): string {
  return `release ${release}, role ${role}, since ${startedAt.toISOString()}, seen ${Math.max(0, Math.round(seenMs / 1_000))} s ago`;
}

/** The processes that know fewer than `worksFrom` migrations. */
export async function olderProcesses(tx: Sql | SqlTransaction, worksFrom: number): Promise<OlderProcess[]> {
  if (worksFrom === 0) return [];
  const [made] = await tx`select to_regclass('public.processes') is not null as made`;
  if (!made!.made) return [];
  return await tx<OlderProcess[]>`
    select release, role, started_at as "startedAt",
      extract(epoch from statement_timestamp() - seen_at)::float8 * 1000 as "seenMs"
    from processes where schema_version < ${worksFrom} and seen_at > statement_timestamp() - ${SEEN_WITHIN}::interval
    order by started_at`;
}
