// Hands a stored mail to the SMTP server. The row says before that the server may have the mail, and leaves when the
// server took it. A mail whose answer was lost is sent once more, with the same Message-ID, and never a third time. It
// must never log an address, a subject or a link.

import { hasJoined } from '../../domain/access/user-state.ts';
import {
  inboxMail,
  linesFor,
  linkMail,
  type MailKind,
  type MailLine,
  type MailText,
  type Receipt,
  receiptMail,
  wants,
} from '../../domain/inbox/mail.ts';
import { unsubscribeToken } from '../../domain/inbox/unsubscribe-token.ts';
import { hashOf } from '../../domain/keys/credentials.ts';
import { findInvitedUser, findUser, type UserRow } from '../../storage/access/user-store.ts';
import { noteHandOver, postponeMail, removeMail, type StoredMail } from '../../storage/inbox/mail-store.ts';
import { sealContext } from '../../storage/keys/vault.ts';
import type { Context } from '../context.ts';

type Parts = Pick<
  Context,
  'sql' | 'now' | 'log' | 'config' | 'vault' | 'brands' | 'mailer' | 'countMail' | 'transactions'
>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const LONGEST_REST_MS = 30 * MINUTE_MS;
/** How long a mail is tried. The next digest replaces a digest that could not be sent. */
const LIFE_MS: Readonly<Record<MailKind, number>> = {
  digest: 20 * HOUR_MS,
  urgent: 3 * DAY_MS,
  invitation: 7 * DAY_MS,
  password: 7 * DAY_MS,
  receipt: 3 * DAY_MS,
};
/** The first time, and once more. */
const MOST_UNANSWERED = 2;

export async function sendQueuedMail(context: Parts, mail: StoredMail): Promise<void> {
  const { sql, now, log, config, mailer, countMail } = context;
  const { id, kind, unanswered, tries } = mail;
  const facts = { mailId: id, mailKind: kind };
  const written = await write(context, mail);
  // Nobody needs it any more.
  if (!written) return await removeMail(sql, mail);
  if (unanswered >= MOST_UNANSWERED) {
    countMail('given_up');
    log.warn(facts, 'a mail was sent twice without an answer and is not sent again');
    return await removeMail(sql, mail);
  }
  if (!(await noteHandOver(sql, mail))) return;
  const { to, headers, ...text } = written;
  const messageId = `${id}@${new URL(config.publicUrl).hostname.replace(/^\[|\]$/g, '')}`;
  const answer = await mailer!.send({ to, messageId, headers, ...text });
  countMail(answer.result);
  if (answer.result === 'sent') return await removeMail(sql, mail);
  const isOver = mail.createdAt.getTime() + LIFE_MS[kind] <= now().getTime();
  if (answer.result === 'refused' || isOver) {
    if (isOver) countMail('given_up');
    log.warn({ ...facts, reason: answer.reason, tries }, 'a mail was not sent, and is not tried again');
    return await removeMail(sql, mail);
  }
  log.warn({ ...facts, reason: answer.reason, tries }, 'a mail could not be sent; it will be tried again');
  const restMs = Math.min(MINUTE_MS * 3 ** Math.min(tries, 8), LONGEST_REST_MS);
  const dueAt = new Date(now().getTime() + restMs);
  await postponeMail(sql, mail, { dueAt, isUnanswered: answer.result === 'unanswered' });
}

type Written = MailText & { to: string; headers: Record<string, string> };

/** null: there is nothing to tell this person any more. */
async function write(context: Parts, mail: StoredMail): Promise<Written | null> {
  if (mail.kind === 'receipt') return await writeReceipt(context, mail);
  const user = await findUser(context.sql, mail.merchantId, mail.userId!);
  if (!user || user.disabledAt !== null) return null;
  return mail.kind === 'digest' || mail.kind === 'urgent'
    ? writeAboutInbox(context, mail, user, mail.kind)
    : await writeLink(context, mail, user, mail.kind);
}

function writeAboutInbox(
  { now, config: { publicUrl }, vault, brands }: Parts,
  { merchantId, brandId, userId, content }: StoredMail,
  user: UserRow,
  kind: 'digest' | 'urgent',
): Written | null {
  const brand = brands.byId(brandId!);
  const lines = linesFor(user.role, JSON.parse(content!) as MailLine[]);
  if (!brand || !hasJoined(user) || !wants(user.mail, kind) || lines.length === 0) return null;
  const token = unsubscribeToken({ merchantId, userId: userId! }, (text) => vault.fingerprint(text));
  const unsubscribe = `${publicUrl}/portal/mail/${token}`;
  const facts = { brandName: brand.name, timeZone: brand.timeZone, now: now() };
  const text = inboxMail(kind, lines, facts, { brand: `${publicUrl}/portal/b/${brandId}`, unsubscribe });
  // RFC 8058.
  const headers = {
    'List-Unsubscribe': `<${unsubscribe}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
  return { ...text, to: user.email, headers };
}

async function writeLink(
  { sql, now, vault }: Parts,
  { merchantId, userId, linkSealed }: StoredMail,
  { merchantName, email: to }: UserRow,
  kind: 'invitation' | 'password',
): Promise<Written | null> {
  const link = (await vault.open(linkSealed!, sealContext.mailedLink(merchantId))).toString();
  const holder = await findInvitedUser(sql, merchantId, hashOf(link.split('/').at(-1)!));
  const isOpen =
    holder?.id === userId && holder.invitationUsedAt === null && holder.invitationExpiresAt! > now();
  return isOpen ? { ...linkMail(kind, { merchantName, link }), to, headers: {} } : null;
}

/** An erased payment has no address any more. */
async function writeReceipt(
  { transactions }: Parts,
  { merchantId, transactionId, content }: StoredMail,
): Promise<Written | null> {
  const to = (await transactions.find(merchantId, transactionId!))?.details.customer?.email;
  return to ? { ...receiptMail(JSON.parse(content!) as Receipt), to, headers: {} } : null;
}
