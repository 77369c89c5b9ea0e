// The statements of one-by-one.ts, which write the rows of one payment at a time. They are those of a gateway that
// opens a payment, asks its provider and writes the outcome, or that approves a payout under the lock of its balance.
// The values come from the sample that the gateway itself wrote; ids and references are new. The tables are fixed
// (cluster.ts) and do not follow the gateway's changes.
import type { ApplyJob } from '../../gateway/src/storage/transactions/apply-changes.ts';
import { toRow } from '../../gateway/src/storage/transactions/transaction-row.ts';
import type { ApprovalSample, Sample } from '../gateway-process.ts';
import { USERS } from '../payments.ts';
import { asText } from '../seeds/seed-million.ts';

/** A statement, with :name where a value goes. */
export type Statement = string;

export interface Script {
  name: string;
  /** Each is one database transaction; a single statement needs no begin. */
  commits: Statement[][];
  /** Values that are the same each time. */
  constants: Record<string, string>;
  /** Its transactions exist before the run, under the ids of `seededId`. */
  seeded: boolean;
}

// 128 bits from two numbers of the script, in the order of time like a UUIDv7.
const ID = `(lpad(to_hex(:hi::bigint), 16, '0') || lpad(to_hex(:lo::bigint), 16, '0'))::uuid`;
const USER = `'user-' || lpad(:user::text, 6, '0')`;
const TOKEN = `rpad('tok_user-' || lpad(:user::text, 6, '0'), 47, '0')`;

/** The id of a client's n-th transaction in a run with seeded transactions. */
export function seededId(run: number, client: number, n: number): string {
  const hex = [BigInt(run) * 4_294_967_296n + BigInt(n), BigInt(client + 1)]
    .map((half) => half.toString(16).padStart(16, '0'))
    .join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** The columns of the tables that (a) writes. */
export const COLUMN_NAMES =
  `merchant_id, id, brand_id, session_id, type, origin, status, sequence, version, merchant_reference, reference_country, country,
  currency, amount_minor, amount_refunded_minor, user_id, option_id, details, card, card_key, recipient, pan_sealed,
  payment_data_sealed, money_reserved, three_ds, result_type, status_code, result, error_code, provider, provider_reference,
  late_success, idempotency_key, request_fingerprint, answer, inquiries, attempts, attempted_at, cashier_token_hash,
  cashier_expires_at, due_at, expires_at, created_at, updated_at, completed_at`.split(/,\s+/);

/** Columns that an outcome does not change. */
const FIXED = new Set(
  `merchant_id, id, brand_id, session_id, type, origin, merchant_reference, reference_country, currency, amount_minor,
   amount_refunded_minor, user_id, details, idempotency_key, request_fingerprint, created_at`.split(/,\s+/),
);

/** Values that are parameters, and SQL for those that differ. */
class Values {
  readonly constants: Record<string, string> = {};
  readonly #own: Record<string, string>;
  readonly timeOrderedId: string;

  constructor(postgresMajor: number) {
    this.timeOrderedId = postgresMajor >= 18 ? 'uuidv7()' : 'gen_random_uuid()';
    this.#own = {
      id: ID,
      session_id: this.timeOrderedId,
      merchant_reference: `'order-' || :run::text || '-' || lpad(:client_id::text, 3, '0') || lpad(:n::text, 8, '0')`,
      amount_minor: ':amount',
      user_id: USER,
      idempotency_key: 'gen_random_uuid()::text',
      due_at: `now() + interval '20 seconds'`,
      created_at: 'now()',
      updated_at: 'now()',
      completed_at: 'now()',
    };
  }

  constant(name: string, value: unknown): string {
    if (value === null || value === undefined) return 'null';
    this.constants[name] = asText(value);
    return `:${name}`;
  }

  cell(row: Record<string, unknown>, column: string, prefix: string): string {
    const value = row[column];
    if (value === null || value === undefined) return 'null';
    if (this.#own[column] !== undefined) return this.#own[column];
    if (column !== 'card') return this.constant(`${prefix}${column}`, value);
    const card = this.constant(`${prefix}card`, { ...(value as object), token: undefined });
    return `${card}::jsonb || jsonb_build_object('token', ${TOKEN})`;
  }
}

/** A transaction that is opened, then its provider's answer: two commits. */
export function requestScript(name: string, { open, apply }: Sample, postgresMajor: number): Script {
  const values = new Values(postgresMajor);
  const { key, fingerprint } = open.idempotency ?? {};
  const before = { ...toRow(open.transaction), idempotency_key: key, request_fingerprint: fingerprint };
  const inserted = COLUMN_NAMES.map((column) => values.cell(before, column, 'b_'));
  const opening = [
    `insert into transactions (${COLUMN_NAMES.join(', ')}) values (${inserted.join(', ')}) on conflict do nothing`,
    `insert into customers (merchant_id, brand_id, user_id, profile, updated_at)
     values (:b_merchant_id, :b_brand_id, ${USER}, ${values.constant('profile', open.profile)}, now())
     on conflict (merchant_id, brand_id, user_id) do update
       set profile = customers.profile || excluded.profile, updated_at = excluded.updated_at
       where customers.profile is distinct from customers.profile || excluded.profile`,
  ];
  if (open.check) opening.push(countStatement(open.check.subjects.length));
  const outcome = [updateStatement(values, apply, 'a_'), ...traces(values, apply)];
  const [movement] = apply.change.movements;
  if (movement) {
    outcome.push(
      `insert into balance_changes (merchant_id, brand_id, currency, id, available_minor, reserved_minor)
       values (:b_merchant_id, :b_brand_id, '${open.transaction.currency}', ${values.timeOrderedId}, :amount, 0)`,
    );
  }
  const { card } = apply.change.after;
  if (card?.token) {
    const pan = values.constant('pan', apply.change.before.panSealed);
    const shown = values.cell({ card }, 'card', 'a_');
    outcome.push(
      `insert into cards (merchant_id, brand_id, token, user_id, pan_sealed, card, created_at)
       values (:b_merchant_id, :b_brand_id, ${TOKEN}, ${USER}, ${pan}, ${shown}, now())
       on conflict (merchant_id, brand_id, token) do update set card = excluded.card
         where cards.card is distinct from excluded.card`,
    );
  }
  return { name, commits: [opening, outcome], constants: values.constants, seeded: false };
}

/**
 * Counts the attempt of a card, and checks its declines against the rules (gateway/src/storage/risk/risk-counters.ts).
 */
function countStatement(rules: number): Statement {
  const subjects = Array.from({ length: rules }, (_, rule) => `'rule-${rule}:' || :user::text`).join(', ');
  return `insert into risk_attempts as kept
       (merchant_id, brand_id, card_key, marks, since, most, refused_by, expires_at)
     select :b_merchant_id::uuid, :b_brand_id::uuid, decode(md5(:user::text), 'hex'), array[${ID}],
       '00000000-0000-0000-0000-000000000000'::uuid, 10, case when count(*) >= 10 then 'declines' end,
       now() + interval '1 hour'
     from risk_declines
     where merchant_id = :b_merchant_id::uuid and brand_id = :b_brand_id::uuid and subject = any (array[${subjects}])
     on conflict (merchant_id, brand_id, card_key) do update
       set marks = case when cardinality(kept.marks) < 10 then kept.marks || excluded.marks else kept.marks end,
         expires_at = excluded.expires_at`;
}

/**
 * The approval of a waiting payout; all payouts are of one brand. It reads the payout, locks the row of the balance,
 * and changes the row with everything that belongs to the approval. After the provider's answer it writes the payout
 * once more.
 */
export function approvalScript(
  name: string,
  { approve, apply }: ApprovalSample,
  postgresMajor: number,
): Script {
  const values = new Values(postgresMajor);
  const { merchantId, brandId, currency } = approve.change.before;
  const merchant = values.constant('b_merchant_id', merchantId);
  const brand = values.constant('b_brand_id', brandId);
  const balance = `merchant_id = ${merchant} and brand_id = ${brand} and currency = '${currency}'`;
  const approval = [
    `select available_minor, reserved_minor from balances where ${balance} for update`,
    `update balances set available_minor = available_minor - :amount, reserved_minor = reserved_minor + :amount where ${balance}`,
    updateStatement(values, approve, 'a_'),
    ...traces(values, approve),
  ];
  const read = `select ${COLUMN_NAMES.join(', ')} from transactions where merchant_id = ${merchant} and id = ${ID}`;
  return {
    name,
    commits: [[read], approval, [updateStatement(values, apply, 'z_')]],
    constants: values.constants,
    seeded: true,
  };
}

function updateStatement(
  values: Values,
  { change: { before, after }, answer }: ApplyJob,
  prefix: string,
): Statement {
  const row = { ...toRow(after), answer };
  const set = COLUMN_NAMES.filter((column) => !FIXED.has(column)).map((column) => {
    const value = values.cell(row, column, prefix);
    return `${column} = ${column === 'answer' ? `coalesce(answer, ${value})` : value}`;
  });
  const from = before.status === 'PENDING' ? '{PENDING}' : '{INIT,PROCESSING}';
  return `update transactions set ${set.join(', ')}
     where merchant_id = :b_merchant_id and id = ${ID} and status = any('${from}') and version = ${before.version}`;
}

/** Timeline, transfer and webhook event. */
function traces(values: Values, { change, event }: ApplyJob): Statement[] {
  const { entry, movements, after } = change;
  const statements: Statement[] = [];
  if (entry) {
    statements.push(
      `insert into timeline (merchant_id, transaction_id, sequence, at, from_status, to_status, actor, reason)
       values (:b_merchant_id, ${ID}, ${entry.sequence}, now(), '${entry.from}', '${entry.to}', '${entry.actor}',
         ${values.constant('reason', entry.reason)})`,
    );
  }
  for (const { from, to } of movements) {
    statements.push(
      `insert into transfers
         (merchant_id, id, brand_id, transaction_id, currency, from_account, to_account, amount_minor, created_at)
       values (:b_merchant_id, ${values.timeOrderedId}, :b_brand_id, ${ID}, '${after.currency}', '${from}', '${to}', :amount, now())`,
    );
  }
  if (event) {
    statements.push(
      `insert into webhook_events (merchant_id, transaction_id, sequence, event_id, brand_id, endpoint_id, url, body,
         x_signature, signing_secret_id, state, tries, next_try_at, created_at)
       values (:b_merchant_id, ${ID}, ${event.sequence}, ${values.timeOrderedId}, :b_brand_id,
         ${values.constant('endpoint', event.endpointId)}, ${values.constant('url', event.url)},
         ${values.constant('body', event.body)}, ${values.constant('signature', event.xSignature)},
         ${values.constant('secret', event.signingSecretId)}, 'pending', 0, now() + interval '30 seconds', now())`,
    );
  }
  return statements;
}

/** The script draws these values for each transaction, unless seeded transactions have them already. */
export const RANDOM = { users: USERS, leastAmount: 100, mostAmount: 50_000 } as const;
