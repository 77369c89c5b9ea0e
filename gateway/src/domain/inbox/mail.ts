// The mails of the gateway (docs/decisions/0136): who wants which, and what each says, as text and as HTML. Pure. A
// mail must never hold a card number, an account or a name of a person, and only a receipt holds a reference: it is
// stored and read on machines that nobody here controls.

import type { UserRole } from '../access/user-role.ts';
import { directionOf, type Language } from '../errors/error-codes.ts';
import { escapeHtml } from '../escape-html.ts';
import { countedLike, formatMinor } from '../money/money.ts';
import { countText, kindOf, mayDecide, type Topic, titleOf } from './inbox.ts';

/** invitation and password: a link for the user who gets the mail. receipt: for the customer of a payment. */
export type MailKind = 'digest' | 'urgent' | 'invitation' | 'password' | 'receipt';

/** What a user wants about the inbox. */
export const MAIL_CHOICES = ['none', 'digest', 'urgent', 'both'] as const;
export type MailChoice = (typeof MAIL_CHOICES)[number];

export const wants = (choice: MailChoice, kind: 'digest' | 'urgent'): boolean =>
  choice === 'both' || choice === kind;

/** One line of a mail about the inbox, as it is stored. */
export interface MailLine {
  topic: Topic;
  count: number;
  /** Decimal text and currency; null: several things, or a thing without an amount. */
  amount: { value: string; currency: string } | null;
  /** When the oldest began to wait; not shown for several things with `until`, which are in the order of that. */
  oldestAt: string;
  /** The earliest time by which one of them must be decided. */
  until: string | null;
  /** The screen below /portal/b/{brandId}. */
  path: string;
}

/** The lines that are for a role. */
export const linesFor = (role: UserRole, lines: readonly MailLine[]): MailLine[] =>
  lines.filter(({ topic }) => mayDecide(role, kindOf(topic)));

/** null: there is none. */
export const lineAmount = (amountMinor: bigint | null, currency: string | null): MailLine['amount'] =>
  amountMinor === null || currency === null
    ? null
    : { value: formatMinor(amountMinor, countedLike(currency)), currency };

export interface MailText {
  subject: string;
  text: string;
  html: string;
}

interface Addresses {
  /** The brand in the portal: /portal/b/{brandId}, whole. */
  brand: string;
  /** Ends all mail about the inbox. */
  unsubscribe: string;
}

export function inboxMail(
  kind: 'digest' | 'urgent',
  lines: readonly MailLine[],
  { brandName, timeZone, now }: { brandName: string; timeZone: string; now: Date },
  { brand, unsubscribe }: Addresses,
): MailText {
  const all = lines.reduce((sum, { count }) => sum + count, 0);
  const title =
    lines.length === 1
      ? titleOf(lines[0]!.topic, lines[0]!.count)
      : `${countText(all)} things wait for a decision`;
  const shown = lines.map((line) => ({
    title: titleOf(line.topic, line.count),
    detail: detailOf(line, timeZone, now),
    address: `${brand}${line.path}`,
  }));
  const lead =
    kind === 'digest' ? 'This waits for a decision today.' : 'This has just come up and needs a decision.';
  return {
    subject: `${brandName}: ${title}`,
    text: [
      `${brandName}: ${lead}`,
      ...shown.map(({ title, detail, address }) => `- ${title}${detail && `, ${detail}`}\n  ${address}`),
      `Everything that waits: ${brand}/inbox`,
      `Choose which mail you get: ${brand}/account\nNo more mail about the inbox: ${unsubscribe}`,
    ].join('\n\n'),
    html: page(title, [
      `<p style="${DIMMED}">${escapeHtml(brandName)}</p>`,
      `<h1 style="margin:4px 0 8px;font-size:20px;line-height:1.3">${escapeHtml(title)}</h1>`,
      `<p style="margin:0 0 16px">${lead}</p>`,
      TABLE,
      ...shown.map(
        ({ title, detail, address }) =>
          `<tr><td style="padding:12px 0;border-top:1px solid #d0d5dd"><a href="${escapeHtml(address)}" style="color:#1f4fd8;font-weight:600;text-decoration:none">${escapeHtml(title)}</a>${detail && `<br><span style="${DIMMED}">${escapeHtml(detail)}</span>`}</td></tr>`,
      ),
      '</table>',
      button(`${brand}/inbox`, 'Open the inbox'),
      `<p style="${DIMMED};margin-top:24px"><a href="${escapeHtml(`${brand}/account`)}" style="color:#565d6a">Choose which mail you get</a> · <a href="${escapeHtml(unsubscribe)}" style="color:#565d6a">No more mail about the inbox</a></p>`,
    ]),
  };
}

export function linkMail(
  kind: 'invitation' | 'password',
  { merchantName, link }: { merchantName: string; link: string },
): MailText {
  const isNew = kind === 'invitation';
  const title = isNew
    ? `Your invitation to ${merchantName}`
    : `Your link for a new password at ${merchantName}`;
  const what = isNew
    ? `You are invited to the payments portal of ${merchantName}. Open the link within a week and choose a password.`
    : `Open the link within a week and choose a new password for the payments portal of ${merchantName}.`;
  const rest = 'The link works once. Whoever has it can sign in as you, so do not pass it on.';
  const unknown = 'If you do not expect this mail, delete it.';
  return {
    subject: title,
    text: [what, link, rest, unknown].join('\n\n'),
    html: page(title, [
      `<h1 style="margin:0 0 8px;font-size:20px;line-height:1.3">${escapeHtml(title)}</h1>`,
      `<p style="margin:0 0 8px">${escapeHtml(what)}</p>`,
      button(link, isNew ? 'Accept the invitation' : 'Choose a new password'),
      `<p style="${DIMMED};margin-top:24px">${rest} ${unknown}</p>`,
    ]),
  };
}

/** What a receipt says, in the language of the cashier's page that asked for it. As it is stored. */
export interface Receipt {
  language: Language;
  title: string;
  lines: { label: string; value: string }[];
  /** In test: no money moved. */
  note: string | null;
}

export function receiptMail({ language, title, lines, note }: Receipt): MailText {
  return {
    subject: title,
    text: [
      title,
      lines.map(({ label, value }) => `${label}: ${value}`).join('\n'),
      ...(note === null ? [] : [note]),
    ].join('\n\n'),
    html: page(
      title,
      [
        `<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escapeHtml(title)}</h1>`,
        TABLE,
        ...lines.map(
          ({ label, value }) =>
            `<tr><td style="${CELL};color:#565d6a">${escapeHtml(label)}</td><td style="${CELL};text-align:end;font-weight:600">${escapeHtml(value)}</td></tr>`,
        ),
        '</table>',
        ...(note === null ? [] : [`<p style="${DIMMED};margin-top:16px">${escapeHtml(note)}</p>`]),
      ],
      language,
    ),
  };
}

function detailOf({ count, amount, oldestAt, until }: MailLine, timeZone: string, now: Date): string {
  const age = ageText(now.getTime() - Date.parse(oldestAt));
  const day = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'long', timeStyle: 'short' });
  return [
    amount && `${amount.value} ${amount.currency}`,
    count === 1 ? age : until === null && `the oldest ${age}`,
    until && `${count === 1 ? 'until' : 'the first until'} ${day.format(new Date(until))} (${timeZone})`,
  ]
    .filter(Boolean)
    .join(', ');
}

const MINUTE_MS = 60_000;
const UNITS = [
  [1_440, 'day'],
  [60, 'hour'],
  [1, 'minute'],
] as const;

/** "for 3 days". */
function ageText(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  const unit = UNITS.find(([length]) => minutes >= length);
  if (!unit) return 'for less than a minute';
  const count = Math.floor(minutes / unit[0]);
  return `for ${count} ${unit[1]}${count === 1 ? '' : 's'}`;
}

/** Mail programs know few styles, and only on the element itself. */
const DIMMED = 'margin:0;color:#565d6a;font-size:13px';
const TABLE =
  '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse">';
const CELL = 'padding:10px 0;border-top:1px solid #d0d5dd;vertical-align:top';

const button = (address: string, label: string) =>
  `<p style="margin:20px 0 0"><a href="${escapeHtml(address)}" style="display:inline-block;padding:10px 16px;color:#ffffff;background:#1f4fd8;border-radius:6px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`;

const page = (title: string, parts: readonly string[], language: Language = 'en') => `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f6f7f9">
<div style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #e2e5ea;border-radius:8px;color:#14181f;font:15px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
${parts.join('\n')}
</div>
</body></html>
`;
