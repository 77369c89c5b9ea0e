// Writes the digests whose moment has come: each tells what waits in a brand, at the hour that the brand has set, in
// its time zone. One commit notes the digest of the day and stores its mails, so only one of several processes writes.
// After a stop the digests of the last day follow.
import { lastDigestAt } from '../../domain/inbox/digest-moment.ts';
import { INBOX_KINDS, KINDS } from '../../domain/inbox/inbox.ts';
import { lineAmount, type MailLine } from '../../domain/inbox/mail.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import { firstIdAt, timeOfId } from '../../domain/transactions/time-ordered-id.ts';
import { withRetries } from '../../storage/database/database.ts';
import { digestsDoneUntil, noteDigestsDone, noteRepeated } from '../../storage/inbox/mail-store.ts';
import { type InboxGroup, isAnythingWaiting, readInbox } from '../../storage/inbox/read-inbox.ts';
import type { Context } from '../context.ts';
import { queueInboxMail } from './queue-inbox-mail.ts';

/** Time zones differ by quarters of an hour, so digests have their moments only then. */
const QUARTER_MS = 15 * 60_000;
const DAY_MS = 86_400_000;
/** Expired invitations belong to no brand, so they alone are no reason for a digest. */
const REASONS = KINDS.filter((kind) => kind !== 'invitation');

type Parts = Pick<Context, 'sql' | 'now' | 'brands'>;

export async function writeDigests(context: Parts): Promise<void> {
  const { sql, now, brands } = context;
  const at = now();
  const quarter = new Date(Math.floor(at.getTime() / QUARTER_MS) * QUARTER_MS);
  const done = timeOfId(await digestsDoneUntil(sql, firstIdAt(quarter)));
  if (done >= quarter) return;
  const since = Math.max(done.getTime(), at.getTime() - DAY_MS);
  for (const brand of brands.all()) {
    const moment = lastDigestAt(brand, at);
    if (moment.getTime() <= since) continue;
    if (await isAnythingWaiting(sql, brand, { now: at, kinds: REASONS }))
      await writeDigest(context, brand, moment);
  }
  await noteDigestsDone(sql, firstIdAt(quarter));
}

async function writeDigest({ sql, now }: Parts, brand: Brand, moment: Date): Promise<void> {
  const groups = await readInbox(sql, brand, { now: now(), kinds: KINDS, most: 1 });
  const lines = groups.map(lineOf);
  await withRetries(() =>
    sql.begin(async (tx) => {
      if (!(await noteRepeated(tx, brand, 'digest', { at: moment, apartMs: 0 }))) return;
      await queueInboxMail(tx, brand, { kind: 'digest', lines, at: now() });
    }),
  );
}

/** `items` has the first one to decide. */
function lineOf({ kind, count, items: [first] }: InboxGroup): MailLine {
  return {
    topic: kind,
    count,
    amount: count === 1 ? lineAmount(first!.amountMinor, first!.currency) : null,
    oldestAt: first!.since.toISOString(),
    until: first!.until?.toISOString() ?? null,
    path: INBOX_KINDS[kind].list,
  };
}
