// The rows of the audit log (contract 12): who did what to which object. The rows of a merchant are chained, so a row
// that was changed, moved or removed is noticed. Pure. An entry must never hold a secret in clear: see `masked`.
//
// hash = SHA-256 over the UTF-8 bytes of the row without its `hash`, as canonical JSON (RFC 8785): keys sorted, no
// blanks. `previousHash` is part of the row. A chain's first row has `firstPreviousHash`, which names the merchant.
import { createHash } from 'node:crypto';
import type { ReturnChange } from '../after-end/return.ts';
import { toWire } from '../money/money.ts';
import type { Refund, RefundChange } from '../refunds/refund.ts';
import type { Transaction } from '../transactions/transaction.ts';
import type { Change } from '../transactions/transition.ts';

/** Who acts, taken from the authenticated request. */
export interface AuditActor {
  /** user: of the portal. api: the holder of an API key; id and name are the brand's. */
  kind: 'operator' | 'user' | 'api';
  id: string;
  name: string;
  /** null: no request started it. */
  requestId: string | null;
  ip: string | null;
}

export type AuditAction =
  | 'merchant.created'
  | 'merchant.renamed'
  | 'brand.created'
  | 'brand.changed'
  | 'brand.option-set'
  | 'brand.funded'
  | 'provider-account.connected'
  | 'provider-account.changed'
  | 'provider-account.retired'
  | 'api-key.rotated'
  | 'api-key.ended'
  | 'api-key.scopes-changed'
  | 'signing-secret.rotated'
  | 'signing-secret.ended'
  | 'webhooks.resumed'
  | 'webhooks.paused'
  | 'webhooks.replayed'
  | 'webhooks.replay-stopped'
  | 'webhooks.tested'
  | 'user.invited'
  | 'user.role-given'
  | 'single-sign-on.changed'
  | 'single-sign-on.removed'
  | 'user.invitation-withdrawn'
  | 'user.signed-in'
  | 'user.signed-out'
  | 'user.sign-in-failed'
  | 'payout.created'
  | 'user.joined'
  | 'user.changed'
  | 'user.password-changed'
  | 'user.second-factor-added'
  | 'user.second-factor-removed'
  | 'user.second-factor-reset'
  | 'user.recovery-codes-made'
  | 'user.sessions-ended'
  | 'payout.approved'
  | 'payout.declined'
  | 'transaction.cancelled'
  | 'link.created'
  | 'outcome.forced'
  | 'dispute.forced'
  | 'dispute.evidence-given'
  | 'dispute.accepted'
  | 'return.forced'
  | 'refund.forced'
  | 'outcome.decided'
  | 'payment.confirmed'
  | 'refund.made'
  | 'capture.made'
  | 'capture.decided'
  | 'capture.forced'
  | 'capture.outcome-forced'
  | 'mandate.revoked'
  | 'refund.decided'
  | 'webhook.resent'
  | 'note.added'
  | 'note.removed'
  | 'tags.changed'
  | 'block.created'
  | 'block.removed'
  | 'saved-card.removed'
  | 'provider-notification.retried'
  | 'provider-notification.dismissed'
  | 'bank-file.made'
  | 'bank-file.downloaded'
  | 'bank-file.withdrawn'
  | 'bank-payout.kept'
  | 'bank-payout.withdrawn'
  | 'bank-statement.taken'
  | 'bank-entry.assigned'
  | 'bank-entry.dismissed'
  | 'bank-entry.taken-back'
  | 'settlement-report.taken'
  | 'settlement-line.assigned'
  | 'settlement-line.dismissed'
  | 'month-end.made'
  | 'month-end-key.made'
  | 'operator-token.created'
  | 'operator-token.removed'
  | 'operator.sign-in-failed'
  | 'customer.erased'
  | 'personal-data.expired'
  | 'month.closed'
  | 'month.archived'
  | 'month.restored'
  | 'archive.erased'
  | 'demo.seeded';

interface AuditTarget {
  kind: 'merchant' | 'brand' | 'user' | 'transaction' | 'operator-token' | 'address' | 'month';
  id: string;
}

/** Plain JSON values, amounts as in the API. */
export type AuditFacts = Record<string, unknown>;

export interface AuditEntry {
  /** NO_MERCHANT for rows without a merchant. */
  merchantId: string;
  at: Date;
  by: AuditActor;
  action: AuditAction;
  target: AuditTarget;
  /** null: there was nothing before. */
  before: AuditFacts | null;
  /** null: it no longer exists. */
  after: AuditFacts | null;
  /**
   * The facts that name a customer or contain a person's own words. The row gets a salted hash of each; the words are
   * kept beside the row and can be erased (docs/decisions/0085).
   */
  personalFields?: readonly string[];
}

/** Facts that are kept beside their row, by name. */
export interface AuditWords {
  before?: AuditFacts;
  after?: AuditFacts;
}

/** A row in the form that is answered and hashed. */
export interface AuditRow {
  id: string;
  /** RFC 3339, UTC, milliseconds. */
  at: string;
  actor: Pick<AuditActor, 'kind' | 'id' | 'name'>;
  action: string;
  target: { kind: string; id: string };
  before: unknown;
  after: unknown;
  requestId: string | null;
  ip: string | null;
  /** Not hashed: the words behind the facts named `sha256:…`; null: there are none, or they were erased. */
  words: AuditWords | null;
  /** Both in hexadecimal digits. */
  previousHash: string;
  hash: string;
}

/** The chain of rows without a merchant. */
export const NO_MERCHANT = '00000000-0000-0000-0000-000000000000';

/** OPERATOR_TOKEN's holder (contract 12), for use without a request. */
export const ROOT: AuditActor = { kind: 'operator', id: 'root', name: 'root', requestId: null, ip: null };

/** `previousHash` of a chain's first row: the SHA-256 of the merchant's id in lower case. */
export function firstPreviousHash(merchantId: string): string {
  return sha256(merchantId.toLowerCase());
}

export function hashOfRow(
  row: Omit<AuditRow, 'hash' | 'words'> & { hash?: string; words?: unknown },
): string {
  const { hash: _, words: __, ...hashed } = row;
  return sha256(canonicalJson(hashed));
}

/** The facts as the row stores them, and the words kept beside it; null: there are none. */
export function separateWords(
  { before, after, personalFields = [] }: Pick<AuditEntry, 'before' | 'after' | 'personalFields'>,
  salt: string,
): { before: AuditFacts | null; after: AuditFacts | null; words: AuditWords | null } {
  const words: AuditWords = {};
  const hashed = (side: 'before' | 'after', facts: AuditFacts | null): AuditFacts | null => {
    const own = personalFields.filter((name) => facts?.[name] != null);
    if (facts === null || own.length === 0) return facts;
    words[side] = Object.fromEntries(own.map((name) => [name, facts[name]]));
    const hashes = own.map((name) => [name, `sha256:${sha256(salt + canonicalJson(facts[name]))}`]);
    return { ...facts, ...Object.fromEntries(hashes) };
  };
  const row = { before: hashed('before', before), after: hashed('after', after) };
  return { ...row, words: Object.keys(words).length > 0 ? words : null };
}

/** Whether the words beside a row are the ones it was written with. Erased words are right, too. */
export function wordsMatchHashes(row: Pick<AuditRow, 'before' | 'after' | 'words'>, salt: string): boolean {
  if (row.words === null) return true;
  const facts = withWords(row) as { before: AuditFacts | null; after: AuditFacts | null };
  const names = [...Object.keys(row.words.before ?? {}), ...Object.keys(row.words.after ?? {})];
  const again = separateWords({ ...facts, personalFields: names }, salt);
  return canonicalJson([again.before, again.after]) === canonicalJson([row.before, row.after]);
}

const HASH_OF_WORDS = /^sha256:[0-9a-f]{64}$/;

/** For people: each fact in its own words. Erased facts say that they were erased. */
export function withWords<R extends Pick<AuditRow, 'before' | 'after' | 'words'>>(row: R): R {
  const factsOf = (side: 'before' | 'after') => {
    const facts = row[side] as AuditFacts | null;
    if (facts === null || typeof facts !== 'object') return facts;
    return Object.fromEntries(
      Object.entries(facts).map(([name, fact]) => {
        const isApart = typeof fact === 'string' && HASH_OF_WORDS.test(fact);
        return [name, isApart ? (row.words?.[side]?.[name] ?? ERASED_WORDS) : fact];
      }),
    );
  };
  return { ...row, before: factsOf('before'), after: factsOf('after') };
}

const ERASED_WORDS = '(erased)';

/** RFC 8785: JavaScript already writes strings and numbers as the standard requires. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((one) => canonicalJson(one ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, one]) => one !== undefined);
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, one]) => `${JSON.stringify(name)}:${canonicalJson(one)}`).join(',')}}`;
}

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/**
 * A credential in the form that may be shown: its beginning tells the kind, its last four characters which one it is.
 */
export function masked(credential: string): string {
  const kind = /^([a-z]+_)+/.exec(credential)?.[0] ?? '';
  return `${kind}…${credential.slice(-4)}`;
}

/** The members that differ between two states, in the form that may be shown; null: none differs. */
export function differences(
  before: AuditFacts,
  after: AuditFacts,
): { before: AuditFacts; after: AuditFacts } | null {
  const names = Object.keys(after).filter(
    (name) => canonicalJson(before[name] ?? null) !== canonicalJson(after[name] ?? null),
  );
  if (names.length === 0) return null;
  const pick = (state: AuditFacts) => Object.fromEntries(names.map((name) => [name, state[name] ?? null]));
  return { before: shown(pick(before)), after: shown(pick(after)) };
}

/** A payout or a link that a user made in the portal. */
export function makingEntry(
  { merchantId, id, currency, amountMinor, merchantReference, createdAt }: Transaction,
  { by, action }: { by: AuditActor; action: 'payout.created' | 'link.created' },
): AuditEntry {
  const amount = toWire(amountMinor, currency);
  const target = { kind: 'transaction', id } as const;
  const after = { currency, amount, merchantReference };
  return { merchantId, at: createdAt, by, action, target, before: null, after };
}

/** A person's decision on a transaction, in the words of the log. */
export interface Decision {
  by: AuditActor;
  action: Extract<
    AuditAction,
    | 'payout.approved'
    | 'payout.declined'
    | 'transaction.cancelled'
    | 'outcome.forced'
    | 'outcome.decided'
    | 'payment.confirmed'
    | 'bank-payout.withdrawn'
  >;
  /** In the words of the person who decided. */
  reason?: string | null;
}

export function decisionEntry({ before, after }: Change, { by, action, reason }: Decision): AuditEntry {
  const { merchantId, id, status, errorCode, currency, amountMinor, updatedAt } = after;
  return {
    merchantId,
    at: updatedAt,
    by,
    action,
    target: { kind: 'transaction', id },
    before: { status: before.status },
    after: { status, errorCode, currency, amount: toWire(amountMinor, currency), ...(reason && { reason }) },
    personalFields: ['reason'],
  };
}

/**
 * A person decided how a refund ended without the provider's answer. The row belongs to the pay-in, like the refund.
 */
export function refundDecisionEntry(
  { refund }: RefundChange,
  { by, reason }: { by: AuditActor; reason: string },
): AuditEntry {
  const { merchantId, transactionId, id: refundId, currency, status, updatedAt } = refund;
  const amount = toWire(refund.amountMinor, currency);
  return {
    merchantId,
    at: updatedAt,
    by,
    action: 'refund.decided',
    target: { kind: 'transaction', id: transactionId },
    before: { refundId, status: 'PENDING' },
    after: { refundId, status, currency, amount, reason },
    personalFields: ['reason'],
  };
}

/** A merchant's developer forced how a refund ended, in the sandbox (contract 13). */
export function forcedRefundEntry(refund: Refund, { after, refund: ended }: RefundChange, by: AuditActor) {
  const { id: refundId, currency, status: former, amountMinor } = refund;
  const amount = toWire(amountMinor, currency);
  return forcedEntry(after, by, {
    action: 'refund.forced',
    before: { refundId, status: former },
    after: { refundId, status: ended.status, currency, amount },
  });
}

/** A merchant's developer forced the return of a payout or debit, in the sandbox. */
export function forcedReturnEntry({ after }: ReturnChange, by: AuditActor): AuditEntry {
  const { currency, amountMinor, returned } = after;
  return forcedEntry(after, by, {
    action: 'return.forced',
    before: null,
    after: { currency, amount: toWire(amountMinor, currency), reason: returned?.reason ?? null },
    personalFields: ['reason'],
  });
}

export function forcedEntry(
  { merchantId, id, updatedAt: at }: Transaction,
  by: AuditActor,
  facts: Pick<AuditEntry, 'action' | 'before' | 'after' | 'personalFields'>,
): AuditEntry {
  return { merchantId, at, by, target: { kind: 'transaction', id }, ...facts };
}

/** The row belongs to the pay-in: whoever looks up the pay-in finds its refunds. */
export function refundEntry(
  { before, after, refund }: RefundChange,
  by: AuditActor,
  { despiteDispute = false } = {},
): AuditEntry {
  const { merchantId, transactionId, id: refundId, currency, refundReference, reason, createdAt } = refund;
  const refunded = ({ amountRefundedMinor }: typeof after) => toWire(amountRefundedMinor, currency);
  const amount = toWire(refund.amountMinor, currency);
  return {
    merchantId,
    at: createdAt,
    by,
    action: 'refund.made',
    target: { kind: 'transaction', id: transactionId },
    before: { amountRefunded: refunded(before) },
    after: {
      amountRefunded: refunded(after),
      refundId,
      currency,
      amount,
      refundReference,
      reason,
      ...(despiteDispute && { despiteDispute }),
    },
  };
}

/** Facts without possible secrets: it leaves out the query of a webhook address. */
export function shown(facts: AuditFacts): AuditFacts {
  const { notificationUrl } = facts;
  if (typeof notificationUrl !== 'string' || !notificationUrl.includes('?')) return facts;
  return { ...facts, notificationUrl: `${notificationUrl.split('?', 1)[0]}?…` };
}
