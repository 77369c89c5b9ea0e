// The audit log in sentences: who did what to what, and what changed, one line a field. Used by the portal's list of it and by
// its export, so that the two never differ. Every action there is has its words here; the type checker sees to it.
import type { AuditAction, AuditRow } from '../../../domain/audit.ts';

/** What a person would call it: a brand's name, a user's address; null: only its id is known. */
export type NameOf = (target: { kind: string; id: string }) => string | null;

export interface ChangedField {
  field: string;
  before: string | null;
  after: string | null;
}

/** What follows the actor's name. `{target}` is what it was done to, `{fact.x}` what the row says after or before. */
const SENTENCES: Record<AuditAction, string> = {
  'merchant.created': 'created the merchant {target}',
  'brand.created': 'created the brand {target}',
  'brand.changed': 'changed settings of {target}',
  'brand.option-set': 'set a payment method of {target}',
  'brand.funded': 'funded {target}',
  'api-key.rotated': 'made a new API key for {target}',
  'api-key.ended': 'ended an API key of {target}',
  'signing-secret.rotated': 'made a new signing secret for {target}',
  'signing-secret.ended': 'ended a signing secret of {target}',
  'webhooks.resumed': 'resumed the webhooks of {target}',
  'webhooks.paused': 'paused the webhooks of {target}',
  'webhooks.replayed': 'replayed webhooks of {target}',
  'webhooks.replay-stopped': 'stopped a replay of webhooks of {target}',
  'webhooks.tested': 'sent test events to the receiver of {target}',
  'user.invited': 'invited {target}',
  'user.signed-in': 'signed in',
  'user.signed-out': 'signed out',
  'user.sign-in-failed': 'failed to sign in as {target}',
  'payout.created': 'made the payout {target}',
  'link.created': 'made the payment link {target}',
  'user.joined': 'accepted the invitation of {target}',
  'user.changed': 'changed the user {target}',
  'user.password-changed': 'set a new password for {target}',
  'user.second-factor-added': 'added a second factor to {target}',
  'user.second-factor-removed': 'removed a second factor of {target}',
  'user.second-factor-reset': 'reset the second factor of {target}',
  'user.recovery-codes-made': 'made new recovery codes for {target}',
  'user.sessions-ended': 'ended sessions of {target}',
  'payout.approved': 'approved the payout {target}',
  'payout.declined': 'declined the payout {target}',
  'transaction.cancelled': 'cancelled the transaction {target}',
  'outcome.forced': 'decided the outcome of the transaction {target}',
  'outcome.decided': 'decided the unknown outcome of the transaction {target}',
  'payment.confirmed': 'handed in a confirmation of the transaction {target}',
  'refund.made': 'refunded the transaction {target}',
  'refund.decided': 'decided how a refund of the transaction {target} ended',
  'webhook.resent': 'sent a webhook of the transaction {target} again',
  'note.added': 'wrote a note on the transaction {target}',
  'note.removed': 'removed a note from the transaction {target}',
  'tags.changed': 'changed the tags of the transaction {target}',
  'block.created': 'added a block to {target}',
  'block.removed': 'removed a block of {target}',
  'operator-token.created': 'made an operator token',
  'operator-token.removed': 'removed an operator token',
  'operator.sign-in-failed': 'failed to sign in as an operator',
  'demo.seeded': 'made the demo merchant',
};

export const AUDIT_ACTIONS = Object.keys(SENTENCES) as AuditAction[];

export function actorWords({ kind, name }: AuditRow['actor']): string {
  if (kind === 'operator') return `${name} (operator of the gateway)`;
  return kind === 'api' ? `${name} (over the API)` : name;
}

export function sentenceOf(row: AuditRow, nameOf: NameOf): string {
  const words = SENTENCES[row.action as AuditAction] ?? `did “${row.action}” to {target}`;
  const { before, after } = row as { before: Facts | null; after: Facts | null };
  const detail = detailOf(row.action, { ...before, ...after });
  return words.replace('{target}', () => nameOf(row.target) ?? row.target.id) + (detail ? `: ${detail}` : '');
}

type Facts = Record<string, unknown>;

/** What tells one such row from the next. */
function detailOf(action: string, facts: Facts): string | null {
  switch (action) {
    case 'brand.changed':
    case 'user.changed':
      return Object.keys(facts).map(fieldWords).join(', ');
    case 'refund.made':
    case 'payout.approved':
    case 'payout.declined':
    case 'brand.funded':
      return facts.amount === undefined ? null : `${String(facts.currency)} ${String(facts.amount)}`;
    case 'block.created':
    case 'block.removed':
      return `${fieldWords(String(facts.kind))} ${String(facts.value)}`;
    case 'user.invited':
      return facts.role === undefined ? null : `as ${String(facts.role)}`;
    case 'outcome.forced':
      return facts.status === undefined ? null : String(facts.status);
    default:
      return null;
  }
}

/** One line for each leaf that differs; of a thing that is new or gone all of them. */
export function changesOf({ before, after }: Pick<AuditRow, 'before' | 'after'>): ChangedField[] {
  const [was, is] = [leaves(before), leaves(after)];
  return (
    [...new Set([...was.keys(), ...is.keys()])]
      .map((path) => ({
        field: path.split('.').map(fieldWords).join(' – '),
        before: before === null ? null : (was.get(path) ?? 'none'),
        after: after === null ? null : (is.get(path) ?? 'none'),
      }))
      // Of a thing that is new or gone, what it never had is not worth a line.
      .filter(
        ({ before: b, after: a }) =>
          b !== a && !(b === null && a === 'none') && !(a === null && b === 'none'),
      )
  );
}

function leaves(value: unknown, path = ''): Map<string, string> {
  const found = new Map<string, string>();
  if (typeof value !== 'object' || value === null) {
    if (path !== '') found.set(path, valueWords(value));
    return found;
  }
  if (Array.isArray(value) && path !== '') return found.set(path, listWords(value));
  for (const [name, one] of Object.entries(value)) {
    for (const [inner, text] of leaves(one, path === '' ? name : `${path}.${name}`)) found.set(inner, text);
  }
  return found;
}

function listWords(list: unknown[]): string {
  if (list.length === 0) return 'none';
  return list.map((one) => (typeof one === 'object' ? JSON.stringify(one) : valueWords(one))).join(', ');
}

function valueWords(value: unknown): string {
  if (value === null || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return String(value);
}

const FIELD_WORDS: Record<string, string> = {
  apiKey: 'API key',
  bin: 'card numbers beginning with',
  email: 'e-mail address',
  hash: 'file',
  ip: 'network address',
  ipAllowList: 'address list',
  notificationUrl: 'notification address',
  enforceSignatures: 'signatures enforced',
  signAllRequests: 'strict signing',
  userId: 'customer',
};

/** `automaticApproval` → “automatic approval”. */
function fieldWords(name: string): string {
  if (Object.hasOwn(FIELD_WORDS, name)) return FIELD_WORDS[name]!;
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('-', ' ')
    .toLowerCase();
}
