// Erases the personal data of finished transactions in one commit: in the opening, its steps and everything beside
// them. domain/erasure decides what remains. The version goes up by one, so a writer that read the transaction before
// loses and never brings the data back. Safe to repeat.
import type { Row } from 'postgres';
import {
  erasedAnswer,
  erasedBody,
  erasedTransaction,
  erasedUrl,
  personalValuesOf,
} from '../../domain/erasure/erased.ts';
import { hmacBase64 } from '../../domain/keys/signature.ts';
import type { Brand, SigningSecret } from '../../domain/merchants/brand.ts';
import { isErased, isFinal, type Transaction } from '../../domain/transactions/transaction.ts';
import { withoutQuery } from '../../domain/webhooks/webhook-event.ts';
import { noteArchiveErasures, openClosedMonths } from '../archive/archive-erasures.ts';
import { inKeyOrder, type Sql, type SqlTransaction, send } from '../database/database.ts';
import { noteChanges } from '../listing/note-changes.ts';
import { COLUMNS, fromRow, storedDetails } from '../transactions/transaction-row.ts';
import { insertSteps } from '../transactions/write-steps.ts';
import { eraseRelatedRows } from './erase-related-rows.ts';

export interface Erased {
  /** The transactions as they were before, without those that were already erased. */
  transactions: Transaction[];
  /** The finished transactions, including those above. */
  over: string[];
  /** Transactions with a notification that waits to be applied and still needs their data. */
  waiting: string[];
}

/**
 * All transactions belong to one brand; unfinished ones are left out. `more` runs in the same commit, with the
 * transactions as they were before.
 */
export async function eraseTransactions(
  sql: Sql,
  brand: Pick<Brand, 'merchantId' | 'brandId' | 'signingSecrets'>,
  { ids, at }: { ids: readonly string[]; at: Date },
  more: (tx: SqlTransaction, erased: Erased) => Promise<void>,
): Promise<Erased> {
  const { merchantId } = brand;
  return await inKeyOrder(sql, async (tx) => {
    await openClosedMonths(tx);
    const found = (await lockTransactions(tx, merchantId, ids)).filter(({ status }) => isFinal(status));
    const whole = found.filter((one) => !isErased(one));
    const changes = whole.map((before) => ({ before, after: erasedTransaction(before, at) }));
    for (const { before, after } of changes) await eraseRows(tx, before, after);
    await insertErasingSteps(tx, changes);
    for (const one of found) await eraseEvents(tx, brand, one);
    const over = found.map(({ id }) => id);
    await noteArchiveErasures(tx, merchantId, over, at);
    const waiting = await eraseRelatedRows(tx, brand, over);
    await noteChanges(tx, whole);
    const erased = { transactions: whole, over, waiting };
    await more(tx, erased);
    return erased;
  });
}

/** Every writer of a step after the end takes this lock, and reads again under it. */
async function lockTransactions(
  tx: SqlTransaction,
  merchantId: string,
  ids: readonly string[],
): Promise<Transaction[]> {
  const key = [merchantId, ids];
  const owned = 'merchant_id = $1 and id = any($2::uuid[])';
  await send(tx, `select 1 from openings where ${owned} order by id for update`, key);
  const rows = await send(tx, `select ${COLUMNS} from transactions where ${owned} order by id`, key);
  return rows.map(fromRow);
}

async function eraseRows(tx: SqlTransaction, before: Transaction, after: Transaction): Promise<void> {
  const { merchantId, id } = before;
  const details = JSON.stringify(storedDetails(after));
  await send(
    tx,
    `update openings set user_id = $3, details = $4::text::jsonb, card = null, recipient = null, result = null
     where merchant_id = $1 and id = $2`,
    [merchantId, id, after.userId, details],
  );
  // The words of people and of networks stand behind a colon.
  await send(
    tx,
    `update steps set details = null, card = null, recipient = null, result = null,
       returned = case when returned is null then null else $3::text::jsonb end,
       reason = case when position(': ' in reason) > 0 then left(reason, position(': ' in reason) - 1) else reason end
     where merchant_id = $1 and transaction_id = $2`,
    [merchantId, id, after.returned && JSON.stringify(after.returned)],
  );
  await eraseAnswer(tx, before);
}

/** The answer to a repeated request: after the end nobody needs to know how to pay. */
async function eraseAnswer(tx: SqlTransaction, { merchantId, id }: Transaction): Promise<void> {
  const ofKey = 'where merchant_id = $1 and transaction_id = $2';
  const [kept] = await send(tx, `select answer from idempotency_keys ${ofKey}`, [merchantId, id]);
  if (!kept?.answer) return;
  const answer = erasedAnswer(kept.answer);
  await send(tx, `update idempotency_keys set answer = $3 ${ofKey}`, [merchantId, id, answer]);
}

/** These steps change no status, so no timeline and no webhook shows them. */
async function insertErasingSteps(
  tx: SqlTransaction,
  changes: readonly { before: Transaction; after: Transaction }[],
): Promise<void> {
  if (changes.length === 0) return;
  const steps = changes.map(({ before, after }) => ({
    before,
    after,
    entry: null,
    declinedAttempt: null,
    movements: [],
  }));
  await insertSteps(tx, steps, 'fails');
}

/**
 * Events keep their place, id and time. The body without personal data gets a new signature, because merchants can read
 * it again.
 */
async function eraseEvents(
  tx: SqlTransaction,
  { brandId, signingSecrets: [secret] }: Pick<Brand, 'brandId' | 'signingSecrets'>,
  transaction: Transaction,
): Promise<void> {
  const { merchantId, id } = transaction;
  const values = personalValuesOf(transaction);
  const events = await send(
    tx,
    'select sequence, url, body from events where merchant_id = $1 and transaction_id = $2 order by sequence',
    [merchantId, id],
  );
  for (const event of events) {
    const body = erasedBody(event.body, id);
    const url = erasedUrl(event.url, values);
    if (body !== event.body || url !== event.url) {
      if (!secret) throw new Error(`brand ${brandId} has no signing secret`);
      await rewriteEvent(tx, transaction, event, { body, url, secret });
    }
  }
  // A try contains the signature of the body that it sent, and its answer may repeat that body.
  await send(
    tx,
    `update webhook_tries set x_signature = null, answer_excerpt = null where merchant_id = $1 and transaction_id = $2
       and (x_signature is not null or answer_excerpt is not null)`,
    [merchantId, id],
  );
}

async function rewriteEvent(
  tx: SqlTransaction,
  { merchantId, id, brandId }: Transaction,
  { sequence, url: former }: Row,
  { body, url, secret }: { body: string; url: string | null; secret: SigningSecret },
): Promise<void> {
  const ofEvent = 'where merchant_id = $1 and transaction_id = $2 and sequence = $3';
  const key = [merchantId, id, sequence];
  const signature = hmacBase64(secret.secret, body);
  await send(
    tx,
    `update events set body = $4, x_signature = $5, signing_secret_id = $6, url = $7,
       endpoint_id = case when $7::text is null then brand_id else endpoint_id end ${ofEvent}`,
    [...key, body, signature, secret.id, url],
  );
  if (url === former) return;
  await send(
    tx,
    `update webhook_queue set url = $4, endpoint_id = case when $4::text is null then brand_id else endpoint_id end ${ofEvent}`,
    [...key, url],
  );
  if (url !== null) return;
  // The path named the person, so the notes about that address are deleted too.
  const noted = withoutQuery(former);
  await send(tx, `update webhook_tries set url = null ${ofEvent}`, key);
  await send(tx, 'delete from webhook_endpoints where merchant_id = $1 and brand_id = $2 and url = $3', [
    merchantId,
    brandId,
    noted,
  ]);
}
