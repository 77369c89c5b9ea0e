// Captures at Mollie (contract 16). Called by mollie.ts. A capture's id is its idempotency key, and it is in the
// capture's metadata. So the list of a payment's captures shows a capture whose answer was lost. If the list could not
// be read, a capture must never be called unheard.
import { type Call, type Capture, type CaptureOutcome, CODE, type Transaction } from '@tollgate/provider-kit';
import type { MollieAccount, UnknownValue } from './account.ts';
import { fromMollieAmount, toMollieAmount } from './amounts.ts';
import { failureOf } from './client.ts';
import { paymentIdOf } from './inquiries.ts';
import { orderName } from './methods.ts';
import { type MollieCapture, objectOf, pageOf, referenceIn } from './objects.ts';
import { LATEST_REPLAY_MS } from './payins.ts';
import { isNothingDone } from './standing.ts';

/** For this long a capture that is not in the list may still be on its way. */
const ON_ITS_WAY_MS = 60_000;
/** No payment has more captures than this many pages hold. */
const MOST_PAGES = 5;

const FAILED: Extract<CaptureOutcome, { kind: 'failed' }> = { kind: 'failed', errorCode: CODE.captureFailed };

const ageOf = ({ parts }: MollieAccount, { createdAt }: Capture): number =>
  parts.now().getTime() - createdAt.getTime();

export async function sendCapture(
  at: MollieAccount,
  transaction: Transaction,
  capture: Capture,
  call: Call,
): Promise<CaptureOutcome> {
  const amount = toMollieAmount(capture);
  const id = await paymentIdOf(call, transaction);
  if (amount === null || capture.amountMinor <= 0n || id === null) return FAILED;
  if (ageOf(at, capture) >= LATEST_REPLAY_MS) return { kind: 'unknown' };
  const body = { amount, description: orderName(transaction), metadata: { reference: capture.id } };
  try {
    const made = await at.client.post(`payments/${id}/captures`, {
      body,
      key: capture.id,
      signal: call.signal,
    });
    return outcomeFor(at, capture, objectOf<MollieCapture>(made, 'capture'));
  } catch (error) {
    return isNothingDone(failureOf(error)) ? FAILED : { kind: 'unknown' };
  }
}

export async function askAboutCapture(
  at: MollieAccount,
  transaction: Transaction,
  capture: Capture,
  call: Call,
): Promise<CaptureOutcome | { kind: 'unheard' }> {
  const id = await paymentIdOf(call, transaction);
  if (id === null) return { kind: 'unheard' };
  let from = '';
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await at.client.get(`payments/${id}/captures?limit=250${from}`, call.signal);
    const { found, rest } = pageOf<MollieCapture>(answer, 'captures');
    const known = found.find(
      (one) => referenceIn(one) === capture.id || one.id === capture.providerReference,
    );
    if (known) return outcomeFor(at, capture, known);
    if (rest === null) return { kind: ageOf(at, capture) < ON_ITS_WAY_MS ? 'unknown' : 'unheard' };
    from = `&from=${rest}`;
  }
  return { kind: 'unknown' };
}

/** The gateway never applies an answer about another capture or amount (contract 13). */
function outcomeFor(
  { parts, account }: MollieAccount,
  capture: Capture,
  found: MollieCapture,
): CaptureOutcome {
  const amount = fromMollieAmount(found.amount);
  const isOurs = referenceIn(found) === capture.id || found.id === capture.providerReference;
  if (!isOurs || amount?.amountMinor !== capture.amountMinor || amount.currency !== capture.currency) {
    parts.log.warn(
      {
        provider: account.provider,
        accountId: account.id,
        captureId: capture.id,
        providerReference: found.id,
      },
      'Mollie’s answer is about another capture or amount; it changes nothing',
    );
    return { kind: 'unknown' };
  }
  return outcomeOfCapture(found, parts.unknownValue);
}

export function outcomeOfCapture({ id, status }: MollieCapture, unknownValue: UnknownValue): CaptureOutcome {
  switch (status) {
    case 'succeeded':
      return { kind: 'completed', providerReference: id };
    case 'pending':
      return { kind: 'pending', providerReference: id };
    case 'failed':
      return { ...FAILED, providerReference: id };
    default:
      unknownValue('capture.status', String(status));
      return { kind: 'unknown' };
  }
}
