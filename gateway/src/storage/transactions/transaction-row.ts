// Converts a transaction to a row and back, and says which columns are in which table. It decides nothing.
import { NO_DETAILS } from '../../domain/transactions/new-transaction.ts';
import {
  type Actor,
  type Authorized,
  type Details,
  defaultPaymentReference,
  isAuthorized,
  isFinal,
  type Transaction,
} from '../../domain/transactions/transaction.ts';
import type { TimelineEntry } from '../../domain/transactions/transition.ts';
import { type Columns, type ColumnType, namesOf, type Snake, snakeCase } from '../pipeline/recordset.ts';

/** The column type of each field of a transaction; the column's name is the field's in snake case. */
type Fields = Partial<Record<keyof Transaction, ColumnType>>;

/** What a change may set: openings and steps both have these columns. */
const CHANGING = {
  status: 'text',
  sequence: 'integer',
  version: 'integer',
  country: 'text',
  amountRefundedMinor: 'bigint',
  optionId: 'uuid',
  details: 'jsonb',
  card: 'jsonb',
  cardKey: 'bytea',
  recipient: 'jsonb',
  moneyReserved: 'boolean',
  threeDs: 'jsonb',
  resultType: 'text',
  statusCode: 'integer',
  result: 'jsonb',
  errorCode: 'text',
  provider: 'text',
  providerAccount: 'uuid',
  reroutes: 'integer',
  providerReference: 'text',
  lateSuccess: 'boolean',
  inquiries: 'integer',
  attempts: 'integer',
  attemptedAt: 'timestamptz',
  expiresAt: 'timestamptz',
  updatedAt: 'timestamptz',
  completedAt: 'timestamptz',
} as const satisfies Fields;

/** The columns of an opening that are also in the view `transactions`. */
const OPENING = {
  merchantId: 'uuid',
  id: 'uuid',
  brandId: 'uuid',
  sessionId: 'uuid',
  type: 'text',
  origin: 'text',
  merchantReference: 'text',
  referenceCountry: 'text',
  currency: 'text',
  amountMinor: 'bigint',
  userId: 'text',
  cashierTokenHash: 'bytea',
  cashierExpiresAt: 'timestamptz',
  createdAt: 'timestamptz',
  ...CHANGING,
} as const satisfies Fields;

/** The columns of a step. The last five are only here, because they are empty at the opening. */
const STEPPED = {
  ...CHANGING,
  paidAttempt: 'integer',
  returned: 'jsonb',
  authorized: 'jsonb',
  mandate: 'jsonb',
  receivedMinor: 'bigint',
} as const satisfies Fields;

/** Columns of open_work, as long as the work needs them. */
const WORK = { panSealed: 'bytea', paymentDataSealed: 'bytea', dueAt: 'timestamptz' } as const;
/** All fields: the type checker complains if one is missing. */
const TRANSACTION = { ...OPENING, ...STEPPED, ...WORK } as const satisfies Record<
  keyof Transaction,
  ColumnType
>;
/**
 * What the opening writes. It does not write the card number: most payments end with the provider's answer and never
 * need it again.
 */
const {
  panSealed: _,
  paidAttempt: __,
  returned: ___,
  authorized: ____,
  mandate: _____,
  receivedMinor: ______,
  ...OPENED
} = TRANSACTION;

type ColumnsOf<F extends Fields> = { readonly [Name in keyof F & string as Snake<Name>]: F[Name] };
const columnsOf = <F extends Fields>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([field, type]) => [snakeCase(field), type])) as ColumnsOf<F>;

export const OPENING_COLUMNS = columnsOf(OPENING);
/** The columns of the view `transactions`. */
export const COLUMNS = namesOf(columnsOf(TRANSACTION));

type Row<F extends Fields> = {
  [Name in keyof F & keyof Transaction as Snake<Name>]: Transaction[Name];
};

/**
 * The columns of these fields with their values. Each row begins as a copy, so that all rows have the same shape, which
 * is fast.
 */
function rowMaker<F extends Fields>(fields: F): (t: Transaction) => Row<F> {
  const pairs = Object.keys(fields).map((field) => [field as keyof Transaction, snakeCase(field)] as const);
  const empty = Object.fromEntries(pairs.map(([, column]) => [column, null]));
  return (t) => {
    const row: Record<string, unknown> = { ...empty };
    for (const [field, column] of pairs) row[column] = t[field];
    row.details = storedDetails(t);
    return row as Row<F>;
  };
}

/**
 * Leaves out what fromRow restores: fields without information, and a reference that the gateway made up. This saves
 * 200 bytes a payment.
 */
export function storedDetails({ id, details }: Pick<Transaction, 'id' | 'details'>): Partial<Details> {
  const stored: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(details)) if (value !== null) stored[field] = value;
  if (details.paymentReference === defaultPaymentReference(id)) delete stored.paymentReference;
  return stored;
}

/** JSON has no eight-byte integers, so amounts are text. */
interface StoredAuthorized {
  amountMinor: string;
  capturedMinor: string;
  pendingMinor: string;
  isFinal: boolean;
  takesSeveral: boolean;
  captureBefore: string;
}

function storedAuthorized(authorized: Authorized): StoredAuthorized {
  const { amountMinor, capturedMinor, pendingMinor, isFinal, takesSeveral, captureBefore } = authorized;
  return {
    amountMinor: String(amountMinor),
    capturedMinor: String(capturedMinor),
    pendingMinor: String(pendingMinor),
    isFinal,
    takesSeveral,
    captureBefore: captureBefore.toISOString(),
  };
}

function readAuthorized(stored: StoredAuthorized): Authorized {
  const { amountMinor, capturedMinor, pendingMinor, isFinal, takesSeveral, captureBefore } = stored;
  return {
    amountMinor: BigInt(amountMinor),
    capturedMinor: BigInt(capturedMinor),
    pendingMinor: BigInt(pendingMinor),
    isFinal,
    takesSeveral,
    captureBefore: new Date(captureBefore),
  };
}

export const toRow = rowMaker(OPENED);
const steppedOf = rowMaker(STEPPED);

const PAIRS = Object.keys(TRANSACTION).map((field) => [field, snakeCase(field)] as const);
const EMPTY = Object.fromEntries(PAIRS.map(([field]) => [field, null]));

// biome-ignore lint/suspicious/noExplicitAny: a row from the driver, with the columns above
export function fromRow(row: any): Transaction {
  const transaction: Record<string, unknown> = { ...EMPTY };
  for (const [field, column] of PAIRS) transaction[field] = row[column];
  transaction.details = { ...NO_DETAILS, paymentReference: defaultPaymentReference(row.id), ...row.details };
  if (row.authorized) transaction.authorized = readAuthorized(row.authorized);
  return transaction as unknown as Transaction;
}

export const STEP_COLUMNS = {
  merchant_id: 'uuid',
  transaction_id: 'uuid',
  from_status: 'text',
  actor: 'text',
  reason: 'text',
  own_means: 'boolean',
  ...columnsOf(STEPPED),
} as const satisfies Columns;

/** A row of steps: everything that a change may set, and the timeline entry of the change, if there is one. */
export function toStep({ before, after: t, entry, actor }: StepSource) {
  const own = hasOwnMeans(before, t);
  return {
    merchant_id: t.merchantId,
    transaction_id: t.id,
    from_status: entry?.from,
    actor: entry?.actor ?? actor,
    reason: entry?.reason,
    own_means: own,
    ...steppedOf(t),
    authorized: (t.authorized && storedAuthorized(t.authorized)) as never,
    card: own ? t.card : null,
    card_key: own ? (t.cardKey ?? before.cardKey) : null,
    recipient: own ? t.recipient : null,
    // Only a shopper adds to the request's data.
    details: t.attempts > 0 ? storedDetails(t) : null,
  };
}

interface StepSource {
  before: Transaction;
  after: Transaction;
  entry: TimelineEntry | null;
  /** Set for a step that changes no status. */
  actor?: Actor;
}

/**
 * Card and recipient are half of a step's data, and nearly always unchanged since the opening. They are unchanged in a
 * v3 request to which no shopper has added anything, with two exceptions. When the transaction ends, the card may lose
 * its token. When the gateway asks a further account, the card may be removed, because that account may have its own
 * page for the card (domain/transactions/transition.ts).
 */
function hasOwnMeans(before: Transaction, after: Transaction): boolean {
  const isUntouched = after.attempts === 0 && after.reroutes === 0;
  const asOpened = after.origin === 'v3' && isUntouched && !isFinal(before.status);
  return !asOpened || after.card !== before.card;
}

/** The remaining work after a change: a row of open_work, which goes when the transaction ends. */
export function toWork(t: Transaction) {
  return {
    merchant_id: t.merchantId,
    id: t.id,
    over: isFinal(t.status),
    status: t.status,
    error_code: t.errorCode,
    due_at: t.dueAt,
    capture_before: isAuthorized(t) ? t.authorized!.captureBefore : null,
    pan_sealed: t.panSealed,
    payment_data_sealed: t.paymentDataSealed,
  };
}
