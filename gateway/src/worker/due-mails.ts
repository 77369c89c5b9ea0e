// The loops of mail: one writes what users must hear of, one hands due mails to the SMTP server. Loops of chores.ts, in
// every process with the worker role. A claim is a lease. Where no SMTP server is set they do nothing.
import type { Context } from '../actions/context.ts';
import { sendQueuedMail } from '../actions/inbox/send-queued-mail.ts';
import { writeDigests } from '../actions/inbox/write-digests.ts';
import { writeUrgentMails } from '../actions/inbox/write-urgent-mails.ts';
import { claimDueMails, forgetOldMails, type StoredMail } from '../storage/inbox/mail-store.ts';
import { InFlight } from './in-flight.ts';
import { type TurnResult, turnResultOf } from './turn-result.ts';

/** Longer than the SMTP server may take, which is a minute at most. */
const LEASE_MS = 120_000;
/** Each mail has a connection of its own, and servers allow few. */
export const MOST_MAILS = 5;
const DAY_MS = 86_400_000;

/** One turn. 'more': it claimed its maximum, so there may be more. */
export async function sweepDueMails(
  context: Context,
  inFlight: InFlight = InFlight.untilDone(),
): Promise<TurnResult> {
  if (context.mailer === null) return 'nothing';
  const limit = Math.min(MOST_MAILS, inFlight.room);
  const due = await claimDueMails(context.sql, context.now(), limit, LEASE_MS);
  await inFlight.turn(due.map((mail) => ({ of: 'smtp', run: () => send(context, mail) })));
  return turnResultOf(due.length, MOST_MAILS);
}

/** One mail's fault must not delay the others. */
async function send(context: Context, mail: StoredMail): Promise<void> {
  try {
    await sendQueuedMail(context, mail);
  } catch (error) {
    // It is due again after its lease.
    context.log.error({ err: error, mailId: mail.id }, 'a mail could not be made');
  }
}

export async function writeMails(context: Context): Promise<void> {
  if (context.mailer === null) return;
  await writeUrgentMails(context);
  await writeDigests(context);
}

export async function forgetMails({ sql, now }: Pick<Context, 'sql' | 'now'>): Promise<void> {
  const before = (days: number) => new Date(now().getTime() - days * DAY_MS);
  await forgetOldMails(sql, { toldBefore: before(400), madeBefore: before(8) });
}
