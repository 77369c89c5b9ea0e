// Writes mails about urgent things of which no mail told yet. One commit notes them as told and stores a mail for each
// user who may decide them and wants it, so only one of several processes writes. Many things make one mail: after a
// mail about a topic, the next one about it comes a quarter of an hour later at the earliest.
import { INBOX_KINDS, kindOf, screenOf, type Topic } from '../../domain/inbox/inbox.ts';
import { lineAmount, type MailLine } from '../../domain/inbox/mail.ts';
import { type SqlTransaction, withRetries } from '../../storage/database/database.ts';
import { noteRepeated, noteTold } from '../../storage/inbox/mail-store.ts';
import { markOf, type Untold, untoldUrgent } from '../../storage/inbox/untold-work.ts';
import type { Context } from '../context.ts';
import { queueInboxMail } from './queue-inbox-mail.ts';

const APART_MS = 15 * 60_000;
const MOST_OF_TOPIC = 500;

export async function writeUrgentMails({ sql, now }: Pick<Context, 'sql' | 'now'>): Promise<void> {
  const untold = await untoldUrgent(sql, now(), { mostOfTopic: MOST_OF_TOPIC, apartMs: APART_MS });
  for (const ofBrand of Map.groupBy(untold, ({ brandId }) => brandId).values())
    await withRetries(() => sql.begin((tx) => writeMails(tx, ofBrand, now())));
}

async function writeMails(tx: SqlTransaction, untold: readonly Untold[], at: Date): Promise<void> {
  const [{ merchantId, brandId }] = untold as [Untold];
  const lines: MailLine[] = [];
  for (const [topic, things] of Map.groupBy(untold, (one) => one.topic)) {
    // Among several processes that found the same things, only the first one comes this far.
    if (!(await noteRepeated(tx, { merchantId, brandId }, markOf(topic), { at, apartMs: APART_MS })))
      continue;
    const keys = things.map(({ what }) => what);
    await noteTold(tx, { merchantId, brandId }, keys, at);
    // A dispute that must be answered now is told once in a mail.
    const isNear = (id: string) =>
      topic === 'dispute' && untold.some((other) => other.topic === 'deadline' && other.id === id);
    const own = things.filter(({ id }) => !isNear(id));
    if (own.length > 0) lines.push(lineOf(topic, own));
  }
  if (lines.length > 0) await queueInboxMail(tx, { merchantId, brandId }, { kind: 'urgent', lines, at });
}

function lineOf(topic: Topic, things: readonly Untold[]): MailLine {
  const kind = kindOf(topic);
  const [first] = things as [Untold];
  const isOne = things.length === 1;
  const until = things.flatMap((one) => (one.until ? [one.until.getTime()] : []));
  return {
    topic,
    count: things.length,
    amount: isOne ? lineAmount(first.amountMinor, first.currency) : null,
    oldestAt: new Date(Math.min(...things.map(({ since }) => since.getTime()))).toISOString(),
    until: until.length === 0 ? null : new Date(Math.min(...until)).toISOString(),
    path: isOne ? screenOf({ kind, ...first }) : INBOX_KINDS[kind].list,
  };
}
