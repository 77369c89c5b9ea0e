// What Mollie stores for later charges (contract 16): a customer, and the mandate that a first payment made. Called by
// payins.ts and mollie.ts. A mandate's id is always read from a payment that was fetched; it must never come from a
// notification or a browser.
import { createHash } from 'node:crypto';
import {
  type Call,
  CODE,
  type EndedMandate,
  maskAccount,
  type Outcome,
  paidReference,
  type StoredMeans,
  type Transaction,
} from '@tollgate/provider-kit';
import type { MollieAccount } from './account.ts';
import { failureOf } from './client.ts';
import { readPayment } from './inquiries.ts';
import { isId, isRecord, type MollieMandate, type MolliePayment, objectOf, referenceIn } from './objects.ts';

/**
 * A customer at Mollie for a user of the brand, without the user's data. Mollie cannot be asked for a customer by our
 * name for it, so a user may get several; each mandate keeps its own. Throws what the client throws.
 */
export async function createCustomer(
  { client }: MollieAccount,
  { brandId, userId }: Transaction,
  signal: AbortSignal,
): Promise<string> {
  const user = createHash('sha256').update(`${brandId} ${userId}`).digest('hex');
  const made = await client.post('customers', {
    body: { metadata: { user } },
    key: `customer-${user}`,
    signal,
  });
  return objectOf(made, 'customer').id;
}

/** What the payment stored. Throws what the client throws. */
export async function findStored(
  at: MollieAccount,
  transaction: Transaction,
  call: Call,
): Promise<StoredMeans | 'none' | null> {
  const id = transaction.providerReference ?? (await call.state())?.payment ?? null;
  if (!isId(id)) return null;
  const payment = await readPayment(at, id, call.signal);
  if (referenceIn(payment) !== paidReference(transaction)) return null;
  const { status, sequenceType, customerId, mandateId } = payment;
  if (status === 'canceled' || status === 'expired' || status === 'failed' || sequenceType !== 'first')
    return 'none';
  if ((status !== 'paid' && status !== 'authorized') || !isId(customerId)) return null;
  // Mollie names the mandate as soon as it has made it.
  if (!isId(mandateId)) return null;
  const stored = { id: mandateId, more: { customer: customerId } };
  const account = accountOf(payment);
  return account === null ? stored : { ...stored, account };
}

/** The account of another method than a card, masked. */
function accountOf({ details, method }: MolliePayment): string | null {
  const account = isRecord(details) ? details.consumerAccount : null;
  if (method === 'creditcard' || typeof account !== 'string' || account === '') return null;
  return maskAccount(account);
}

/** Another mandate in use may have the same id: then Mollie keeps it. It may be gone already. */
export async function forgetStored(
  { client }: MollieAccount,
  { id, more }: StoredMeans,
  { isShared }: EndedMandate,
  signal: AbortSignal,
): Promise<boolean> {
  const customer = more?.customer;
  if (isShared || !isId(id) || !isId(customer)) return true;
  try {
    await client.delete(`customers/${customer}/mandates/${id}`, signal);
    return true;
  } catch (error) {
    const failure = failureOf(error);
    return failure.kind === 'refused' && failure.isReadable && [404, 410, 422].includes(failure.status);
  }
}

/**
 * The outcome of a later charge that Mollie refused, if its mandate is the cause: no other account has what Mollie had
 * stored. null: the mandate can be charged, or Mollie did not say.
 */
export async function whyMandateFails(
  { client }: MollieAccount,
  { id, more }: StoredMeans,
  signal: AbortSignal,
): Promise<Outcome | null> {
  const withdrawn = { kind: 'declined', errorCode: CODE.tokenInvalid, withdrawn: true } as const;
  const customer = more?.customer;
  if (!isId(id) || !isId(customer)) return null;
  try {
    const answer = await client.get(`customers/${customer}/mandates/${id}`, signal);
    return objectOf<MollieMandate>(answer, 'mandate', id).status === 'invalid' ? withdrawn : null;
  } catch (error) {
    const failure = failureOf(error);
    const isGone = failure.kind === 'refused' && failure.isReadable && [404, 410].includes(failure.status);
    return isGone ? withdrawn : null;
  }
}
