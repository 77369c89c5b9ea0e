// Folds the transactions that are older than the listing, in batches in the order of their ids; one worker at a time
// does this. Until it is done, lists read the transactions themselves (IS_FILLED), so the upgrade of a large database
// delays no payment and no list. Afterwards it folds all transactions again for search terms that a release added
// (DIGITS). The listing serves meanwhile, and former rows are found by the new terms once they are folded.
import { inPipeline, isOnCitus, type Pipeline, type Sql, withRetries } from '../database/database.ts';
import { foldTransactions, lockHeads } from './fold-changes.ts';

const FILL = 'fill-listing';
/** The digits in references (docs/decisions/0137). Terms of a later release need a chore with another name. */
const DIGITS = 'list-digits';
const LEASE_MS = 60_000;
/** Smaller than every id. */
const FROM = '00000000-0000-0000-0000-000000000000';
/** Greater than every id. */
const THROUGH = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Condition for a statement that reads the listing: is the listing complete? */
export const IS_FILLED = `(select after_id = '${THROUGH}' from chore_marks where chore = '${FILL}')`;

type Progress = 'more' | 'done' | 'nothing';

/** Fills one batch. 'more': there are transactions left. */
export async function fillListing(sql: Sql, pipeline: Pipeline, now: Date, limit: number): Promise<Progress> {
  const filled = await foldBatch(FILL, sql, pipeline, { now, limit });
  if (filled !== 'nothing') return filled;
  await sql`insert into chore_marks (chore, after_id) values (${DIGITS}, ${FROM}) on conflict do nothing`;
  return await foldBatch(DIGITS, sql, pipeline, { now, limit });
}

async function foldBatch(
  chore: string,
  sql: Sql,
  pipeline: Pipeline,
  { now, limit }: { now: Date; limit: number },
): Promise<Progress> {
  const [mark] = await sql`
    update chore_marks set leased_until = ${new Date(now.getTime() + LEASE_MS)}
    where chore = ${chore} and after_id <> ${THROUGH} and (leased_until is null or leased_until <= ${now})
    returning after_id`;
  if (!mark) return 'nothing';
  const rows = await sql<{ merchant_id: string; id: string }[]>`
    select merchant_id, id from openings where id > ${mark.after_id} order by id limit ${limit}`;
  for (const [merchantId, own] of Map.groupBy(rows, (row) => row.merchant_id)) {
    const noted = own.map(({ id }) => ({ merchantId, id }));
    await withRetries(() =>
      inPipeline(pipeline, async (tx) => {
        await lockHeads(tx, [merchantId], '');
        const folded = foldTransactions(tx, noted);
        if (isOnCitus(tx)) await folded;
        return { last: [folded], answer: null };
      }),
    );
  }
  // Transactions that were opened after this batch's last one have left notes.
  const through = rows.length < limit;
  await sql`update chore_marks set after_id = ${through ? THROUGH : rows.at(-1)!.id}, leased_until = null
    where chore = ${chore}`;
  return through ? 'done' : 'more';
}
