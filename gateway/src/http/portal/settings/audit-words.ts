// The audit log in sentences: who did what to what, and what changed, a line for each field. The list and the export
// share them, so that the two never differ. Every action must have its words here; the type checker enforces it.
import type { AuditAction, AuditRow } from '../../../domain/audit/audit.ts';
import { errorReason, isErrorCode } from '../../../domain/errors/error-codes.ts';
import { SETTINGS } from '../../../domain/merchants/brand-settings.ts';
import { formatMinor, toMinor } from '../../../domain/money/money.ts';
import { findOption } from '../../../domain/options/payment-option.ts';
import { eventWords } from '../transactions/status-words.ts';

/** The name that people read: of a brand or a user, or a payment's reference; null: only the id is known. */
export type NameOf = (target: { kind: string; id: string }) => string | null;

export interface ChangedField {
  field: string;
  before: string | null;
  after: string | null;
}

/**
 * The text after the actor's name. `{target}` is the object of the action, `{provider}` a provider, `{amount}` its
 * amount, with its blank.
 */
const SENTENCES: Record<AuditAction, string> = {
  'merchant.created': 'created the merchant {target}',
  'merchant.renamed': 'renamed the merchant {target}',
  'brand.created': 'created the brand {target}',
  'brand.changed': 'changed settings of {target}',
  'brand.option-set': 'set a payment method of {target}',
  'brand.funded': 'funded {target}{ with amount}',
  'provider-account.connected': 'connected {target} to {provider}',
  'provider-account.changed': 'changed the account of {target} at {provider}',
  'provider-account.retired': 'retired the account of {target} at {provider}',
  'api-key.rotated': 'created a new API key for {target}',
  'api-key.ended': 'ended an API key of {target}',
  'api-key.scopes-changed': 'let an API key of {target} approve payouts',
  'signing-secret.rotated': 'created a new signing secret for {target}',
  'signing-secret.ended': 'ended a signing secret of {target}',
  'webhooks.resumed': 'resumed the webhooks of {target}',
  'webhooks.paused': 'paused the webhooks of {target}',
  'webhooks.replayed': 'replayed webhooks of {target}',
  'webhooks.replay-stopped': 'stopped a replay of webhooks of {target}',
  'webhooks.tested': 'sent test events to the receiver of {target}',
  'user.invited': 'invited {target}',
  'user.role-given': 'got another role from the identity provider',
  'single-sign-on.changed': 'changed the single sign-on of {target}',
  'single-sign-on.removed': 'removed the single sign-on of {target}',
  'user.invitation-withdrawn': 'withdrew the invitation of {target}',
  'user.signed-in': 'signed in',
  'user.signed-out': 'signed out',
  'user.sign-in-failed': 'failed to sign in as {target}',
  'payout.created': 'created the payout {target}{ of amount}',
  'link.created': 'created the payment link {target}{ for amount}',
  'user.joined': 'accepted the invitation of {target}',
  'user.changed': 'changed the user {target}',
  'user.password-changed': 'set a new password for {target}',
  'user.second-factor-added': 'added a second factor to {target}',
  'user.second-factor-removed': 'removed a second factor of {target}',
  'user.second-factor-reset': 'reset the second factor of {target}',
  'user.recovery-codes-made': 'created new recovery codes for {target}',
  'user.sessions-ended': 'ended sessions of {target}',
  'payout.approved': 'approved the payout {target}{ of amount}',
  'payout.declined': 'declined the payout {target}{ of amount}',
  'transaction.cancelled': 'cancelled the transaction {target}{ of amount}',
  'outcome.forced': 'decided the outcome of the transaction {target}',
  'dispute.forced': 'decided a dispute{ of amount} about the transaction {target}',
  'dispute.evidence-given': 'handed in evidence against a dispute{ of amount} about the transaction {target}',
  'dispute.accepted': 'accepted a dispute{ of amount} about the transaction {target}',
  'return.forced': 'returned the transaction {target}{ of amount}',
  'refund.forced': 'decided the outcome of a refund{ of amount} for the transaction {target}',
  'outcome.decided': 'decided the unknown outcome of the transaction {target}',
  'payment.confirmed': 'handed in a confirmation for the transaction {target}',
  'capture.made': 'captured {amount of }the transaction {target}',
  'capture.decided': 'decided the outcome of a capture{ of amount} for the transaction {target}',
  'mandate.revoked': 'revoked a mandate of the transaction {target}',
  'capture.forced': 'captured {amount of }the transaction {target} at the provider',
  'capture.outcome-forced': 'decided the outcome of a capture{ of amount} for the transaction {target}',
  'refund.made': 'refunded {amount of }the transaction {target}',
  'refund.decided': 'decided the outcome of a refund{ of amount} for the transaction {target}',
  'webhook.resent': 'resent a webhook of the transaction {target}',
  'note.added': 'added a note to the transaction {target}',
  'note.removed': 'removed a note from the transaction {target}',
  'tags.changed': 'changed the tags of the transaction {target}',
  'block.created': 'added a block to {target}',
  'block.removed': 'removed a block from {target}',
  'saved-card.removed': 'removed a saved card of {target}',
  'provider-notification.retried': 'retried a provider notification of {target}',
  'provider-notification.dismissed': 'dismissed a provider notification of {target}',
  'bank-file.made': 'created a payment file for {target}',
  'bank-file.downloaded': 'downloaded a payment file of {target}',
  'bank-file.withdrawn': 'withdrew a payment file of {target}',
  'settlement-report.taken': 'imported a settlement report for {target}',
  'settlement-line.assigned': 'assigned a settlement line of {target} to a payment',
  'settlement-line.dismissed': 'dismissed a settlement line of {target}',
  'bank-payout.kept': 'kept the payout {target} in its payment file although the name differs',
  'bank-payout.withdrawn': 'withdrew the payout {target}{ of amount} from its payment file',
  'bank-statement.taken': 'imported a bank statement for {target}',
  'bank-entry.assigned': 'assigned a bank entry of {target} to a payment',
  'bank-entry.dismissed': 'dismissed a bank entry of {target}',
  'bank-entry.taken-back': 'took back the assignment of a bank entry of {target}',
  'month-end.made': 'closed a month of {target}',
  'month-end-key.made': 'created a new key that signs the month-ends of {target}',
  'operator-token.created': 'created an operator token',
  'operator-token.removed': 'removed an operator token',
  'operator.sign-in-failed': 'failed to sign in as an operator',
  'customer.erased': 'erased the personal data of a customer of {target}',
  'personal-data.expired': 'erased personal data of {target} after its retention time',
  'month.closed': 'closed a month',
  'month.archived': 'archived a month',
  'month.restored': 'restored a month from the archive',
  'archive.erased': 'erased the personal data of customers in the archive',
  'demo.seeded': 'created the demo merchant',
};

export const AUDIT_ACTIONS = Object.keys(SENTENCES) as AuditAction[];

export function actorWords({ kind, name }: AuditRow['actor']): string {
  if (kind === 'operator') return `${name} (operator of the gateway)`;
  return kind === 'api' ? `${name} (over the API)` : name;
}

/** Words for actions that mean something special with these facts; null: the usual sentence is right. */
function specialWords(action: string, facts: Facts): string | null {
  if (action === 'user.sign-in-failed' && facts.during === 'confirmation')
    return 'failed to confirm the identity of {target}';
  if (action === 'user.joined' && facts.by === 'single sign-on')
    return 'signed in as {target} with single sign-on for the first time';
  return null;
}

export function sentenceOf(row: AuditRow, nameOf: NameOf): string {
  const target = nameOf(row.target) ?? row.target.id;
  const { before, after } = row as { before: Facts | null; after: Facts | null };
  const facts = { ...before, ...after };
  if (row.action === 'brand.changed' || row.action === 'user.changed') return changeWords(row, target);
  const words = specialWords(row.action, facts) ?? SENTENCES[row.action as AuditAction] ?? 'changed {target}';
  const amount = amountWords(facts);
  const detail = detailOf(row.action, facts, nameOf);
  return (
    words
      // If there is no amount, the words around it are left out too.
      .replaceAll(/\{([^{}]*)\}/g, (braces, inside: string) => {
        if (!inside.includes('amount')) return braces;
        return amount ? inside.replace('amount', () => amount) : '';
      })
      .replace('{provider}', () => providerWords(facts, nameOf))
      .replace('{target}', () => target) + (detail ? `: ${detail}` : '')
  );
}

type Facts = Record<string, unknown>;

function providerWords({ provider }: Facts, nameOf: NameOf): string {
  if (typeof provider !== 'string') return 'a provider';
  return nameOf({ kind: 'provider', id: provider }) ?? provider;
}

/** "20.90 EUR". */
function amountWords({ amount, currency }: Facts): string | null {
  if (typeof amount !== 'number' || typeof currency !== 'string') return null;
  const exact = toMinor(amount, currency);
  return `${'minor' in exact ? formatMinor(exact.minor, currency) : amount} ${currency}`;
}

/** Describes one change in full; for several changes it names only the fields. */
function changeWords(row: AuditRow, target: string): string {
  const whose = row.target.kind === 'user' && row.actor.id === row.target.id ? 'their' : null;
  const changes = changesOf(row);
  const [only] = changes;
  const of = (field: string) => (whose ? `${whose} ${field}` : `the ${field} of ${target}`);
  if (changes.length !== 1 || !only || !isShort(only))
    return `changed settings of ${target}: ${changes.map(({ field }) => field).join(', ')}`;
  const { field, before, after } = only;
  const [leaf] = changedLeaves(row);
  if (leaf?.after?.isSwitch) return `turned ${after} ${field} for ${target}`;
  if (!leaf?.before) return `set ${of(field)} to ${after}`;
  if (!leaf.after) return `removed ${of(field)}, which was ${before}`;
  return `changed ${of(field)} from ${before} to ${after}`;
}

const LONGEST = 80;
const isShort = ({ before, after }: ChangedField) =>
  [before, after].every((text) => (text ?? '').length <= LONGEST && !/^\{|\{"/.test(text ?? ''));

/** The fact that distinguishes a row from other rows of the same action. */
function detailOf(action: string, facts: Facts, nameOf: NameOf): string | null {
  switch (action) {
    case 'refund.made':
      return facts.reason == null ? null : valueWords(action, 'reason', facts.reason);
    case 'block.created':
    case 'block.removed':
      return `${fieldWords(String(facts.kind))} ${String(facts.value)}`;
    case 'saved-card.removed':
      return [facts.card, facts.userId].filter((one) => one != null).join(', ') || null;
    case 'provider-account.connected':
      return connectedWords(facts);
    case 'provider-account.changed':
      return accountChanges(facts, nameOf);
    case 'provider-notification.retried':
    case 'provider-notification.dismissed':
      return [facts.kind, facts.reference].filter((one) => one != null).join(' ') || null;
    case 'user.invited':
    case 'user.role-given':
      return facts.role === undefined ? null : `as ${valueWords(action, 'role', facts.role)}`;
    case 'customer.erased':
    case 'personal-data.expired':
      return `${facts.transactions} transactions, ${facts.cards} saved cards`;
    case 'outcome.forced':
    case 'outcome.decided':
    case 'dispute.forced':
    case 'refund.forced':
    case 'refund.decided':
    case 'capture.decided':
    case 'capture.outcome-forced':
      return facts.status === undefined ? null : valueWords(action, 'status', facts.status);
    case 'webhook.resent':
      return facts.eventType === undefined ? null : eventWords(String(facts.eventType));
    default:
      return null;
  }
}

function connectedWords({ merchantAccount, environment, acceptUntried }: Facts): string | null {
  const untried = acceptUntried === true ? 'although it was not tried' : null;
  return [merchantAccount, environment, untried].filter((one) => one != null).join(', ') || null;
}

/** Names the changed settings and credentials; the rows below the sentence show how they changed. */
function accountChanges(
  { provider, accountId: __, credentials, ...settings }: Facts,
  nameOf: NameOf,
): string | null {
  const secrets = Object.keys(Object(credentials)).map((name) => credentialWords(provider, name, nameOf));
  return [...Object.keys(settings).map(fieldWords), ...secrets].join(', ') || null;
}

/** As its provider labels it. */
const credentialWords = (provider: unknown, name: string, nameOf: NameOf): string =>
  nameOf({ kind: 'credential', id: `${provider}.${name}` }) ?? fieldWords(name);

type Changes = Pick<AuditRow, 'action' | 'before' | 'after'>;

/** A line for each leaf that differs; for a new or removed value, a line for each leaf that is not empty. */
export function changesOf(row: Changes, nameOf: NameOf = () => null): ChangedField[] {
  const { provider } = { ...(row.before as Facts | null), ...(row.after as Facts | null) } as Facts;
  const words = (part: string, at: number, parts: readonly string[]) =>
    at > 0 && parts[at - 1] === 'credentials' ? credentialWords(provider, part, nameOf) : fieldWords(part);
  return changedLeaves(row).map(({ path, before, after }) => ({
    field: path.split('.').map(words).join(' – '),
    before: before?.text ?? null,
    after: after?.text ?? null,
  }));
}

/** The content of a field; null: nothing. */
type Leaf = { text: string; isSwitch: boolean } | null;

interface ChangedLeaf {
  path: string;
  before: Leaf;
  after: Leaf;
}

function changedLeaves({ action, before, after }: Changes): ChangedLeaf[] {
  const [was, is] = [leaves(action, before), leaves(action, after)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((path) => ({ path, before: was.get(path) ?? null, after: is.get(path) ?? null }))
    .filter((one) => one.before?.text !== one.after?.text);
}

function leaves(action: string, value: unknown, path = ''): Map<string, Leaf> {
  const found = new Map<string, Leaf>();
  if (typeof value !== 'object' || value === null) {
    if (path !== '') found.set(path, leafOf(action, path, value));
    return found;
  }
  if (Array.isArray(value) && path !== '') return found.set(path, listLeaf(action, path, value));
  for (const [name, one] of Object.entries(value)) {
    for (const [inner, leaf] of leaves(action, one, path === '' ? name : `${path}.${name}`))
      found.set(inner, leaf);
  }
  return found;
}

function leafOf(action: string, path: string, value: unknown): Leaf {
  if (path === 'optionIds' && value === null) return { text: 'all methods of the provider', isSwitch: false };
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return { text: value ? 'on' : 'off', isSwitch: true };
  return { text: valueWords(action, path, value), isSwitch: false };
}

function listLeaf(action: string, path: string, list: unknown[]): Leaf {
  if (list.length === 0) return null;
  const texts = list.map((one) =>
    typeof one === 'object' ? JSON.stringify(one) : valueWords(action, path, one),
  );
  return { text: texts.join(', '), isSwitch: false };
}

/** Replaces words only in a known field of an action: text that a person wrote elsewhere stays unchanged. */
function valueWords(action: string, path: string, value: unknown): string {
  const field = path.split('.').at(-1)!;
  const words = WORDS_OF[`${action} ${field}`] ?? WORDS_OF[field];
  const text = String(value);
  if (field === 'errorCode' && isErrorCode(text)) return errorReason(text);
  if (field === 'optionIds') return optionName(text);
  return words && Object.hasOwn(words, text) ? words[text]! : text;
}

function optionName(id: string): string {
  const found = findOption(id);
  return found?.suboption?.name ?? found?.option.name ?? id;
}

/** By field; if the same field is free text in other actions, by action and field. */
const WORDS_OF: Record<string, Record<string, string>> = {
  'refund.made reason': {
    CUSTOMER_REQUEST: 'the customer asked for it',
    RETURN: 'goods came back',
    DUPLICATE: 'paid twice',
    FRAUD: 'fraud',
    OTHER: 'goodwill or other',
  },
  status: {
    COMPLETED: 'completed',
    DECLINED: 'declined',
    FAILED: 'failed',
    PENDING: 'waiting',
    PROCESSING: 'on its way',
    INIT: 'opened',
    ERROR: 'failed technically',
  },
  cardEntry: { tollgate: 'on our page', provider: "on the provider's page" },
  role: {
    'finance-maker': 'finance, creates payouts',
    'finance-approver': 'finance, approves payouts',
    'read-only': 'read only',
  },
};

const FIELD_WORDS: Record<string, string> = {
  acceptUntried: 'accepted as not tried',
  accountId: 'account',
  apiKey: 'API key',
  bin: 'card numbers beginning with',
  email: 'e-mail address',
  cardEntry: 'where cards are entered',
  multipleCaptures: 'several captures of one payment',
  wallets: 'wallets',
  hash: 'file',
  optionIds: 'methods',
  errorCode: 'reason',
  refundId: 'refund',
  eventId: 'event',
  sessionId: 'session',
  ip: 'IP address',
  userId: 'customer',
  ...Object.fromEntries(
    SETTINGS.flatMap(([name, { auditWords }]) => (auditWords ? [[name, auditWords]] : [])),
  ),
};

/** `automaticApproval` → “automatic approval”. */
function fieldWords(name: string): string {
  if (Object.hasOwn(FIELD_WORDS, name)) return FIELD_WORDS[name]!;
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('-', ' ')
    .toLowerCase();
}
