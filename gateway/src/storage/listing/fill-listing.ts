// Folds the transactions that are older than the listing, in batches in the order of their ids; one worker at a time
// does this. Until it is done, lists read the transactions themselves (IS_FILLED), so the upgrade of a large database
// delays no payment and no list.
import { inPipeline, isOnCitus, type Pipeline, type Sql, withRetries } from '../database/database.ts';
import { foldTransactions, lockHeads } from './fold-changes.ts';

const CHORE = 'fill-listing';
const LEASE_MS = 60_000;
/** Greater than every id. */
const THROUGH = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Condition for a statement that reads the listing: is the listing complete? */
export const IS_FILLED = `(select after_id = '${THROUGH}' from chore_marks where chore = '${CHORE}')`;

/** Fills one batch. 'more': there are transactions left. */
export async function fillListing(
  sql: Sql,
  pipeline: Pipeline,
  now: Date,
  limit: number,
): Promise<'more' | 'done' | 'nothing'> {
  const [mark] = await sql`
    update chore_marks set leased_until = ${new Date(now.getTime() + LEASE_MS)}
    where chore = ${CHORE} and after_id <> ${THROUGH} and (leased_until is null or leased_until <= ${now})
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
    where chore = ${CHORE}`;
  return through ? 'done' : 'more';
}
