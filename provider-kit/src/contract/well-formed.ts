// Whether a provider's answer has a valid form: ends and next inquiries in the future, existing codes, and the right
// status code and fields for each result type (spec 2.10, 4.2).
import assert from 'node:assert/strict';
import { CODE, type Outcome, type RefundOutcome } from '../provider-kit.ts';

/** Spec 4.2 and 2.10. */
const SHOWN: Readonly<Record<string, { statusCode: number; fields: readonly string[] }>> = {
  form: { statusCode: 80, fields: ['formData'] },
  qrcode: { statusCode: 81, fields: ['base64QRCode', 'qrCodeString'] },
  receipt: { statusCode: 83, fields: ['bankName', 'paymentDetails'] },
  info: { statusCode: 84, fields: ['bankName', 'paymentDetails'] },
  barcode: { statusCode: 86, fields: ['barcodeData'] },
  fawry: { statusCode: 90, fields: ['referenceNumber'] },
  mobile: { statusCode: 91, fields: ['sendTo', 'confirmBy'] },
};

/** The envelope has these fields itself. */
const OF_THE_GATEWAY = ['transactionId', 'sessionId', 'merchantReference', 'currency', 'amount', 'status'];

/** Everything that a provider may say. The gateway has further outcomes, which only it decides. */
const KINDS: readonly string[] = [
  'completed',
  'authorized',
  'declined',
  'failed',
  'redirect',
  'instructions',
  'pending',
  'waiting',
  'unknown',
  'expired',
  'cancelled',
] satisfies Outcome['kind'][];
/** These end or delay an earlier request, so a first answer is never one of them. */
const LATER_ONLY: readonly Outcome['kind'][] = ['waiting', 'expired', 'cancelled'];

export function assertWellFormed(
  outcome: Outcome,
  now: Date,
  name = '',
  when: 'a first answer' | 'an inquiry' = 'a first answer',
): void {
  const says = (what: string) => `${name}: ${what}, in ${inText(outcome)}`;
  assert.ok(KINDS.includes(outcome.kind), says('not for a provider to say'));
  if (when === 'a first answer') assert.ok(!LATER_ONLY.includes(outcome.kind), says('not a first answer'));

  if ('errorCode' in outcome) {
    const isCode = (Object.values(CODE) as string[]).includes(outcome.errorCode);
    assert.ok(isCode && outcome.errorCode !== CODE.outcomeUnknown, says('no code for an end'));
  }
  if ('providerReference' in outcome && outcome.providerReference !== undefined) {
    assert.match(outcome.providerReference, /^[\x21-\x7e]{1,255}$/, says('no reference'));
  }
  const isFuture = (date: Date) => Number.isFinite(date.getTime()) && date > now;
  if ('askAgainAt' in outcome && outcome.askAgainAt)
    assert.ok(isFuture(outcome.askAgainAt), says('asks in the past'));
  // An answer after the end may say when the end was.
  const ends = outcome.kind === 'redirect' || outcome.kind === 'instructions';
  if (ends && when === 'a first answer') {
    assert.ok(isFuture(outcome.expiresAt), says('over before it began'));
    assert.ok(!outcome.askAgainAt || outcome.askAgainAt <= outcome.expiresAt, says('asks after its end'));
  }
  if (outcome.kind === 'redirect') {
    const isPage =
      URL.canParse(outcome.redirectUrl) && /^https?:$/.test(new URL(outcome.redirectUrl).protocol);
    assert.ok(isPage, says('no address of a page'));
  }
  if (outcome.kind === 'instructions') {
    const { resultType, statusCode, fields } = outcome;
    assert.ok(Object.hasOwn(SHOWN, resultType), says('no result type that shows something'));
    assert.equal(statusCode, SHOWN[resultType]!.statusCode, says('another status code'));
    for (const field of SHOWN[resultType]!.fields) assert.ok(fields[field], says(`lacks ${field}`));
    for (const field of OF_THE_GATEWAY) assert.ok(!Object.hasOwn(fields, field), says(`sets ${field}`));
    // The gateway keeps them as JSON and shows them again unchanged.
    assert.deepEqual(JSON.parse(JSON.stringify(fields)), fields, says('is no JSON'));
  }
  if ('threeDs' in outcome && outcome.threeDs?.status === 'PENDING') {
    assert.equal(outcome.kind, 'redirect', says('a challenge without a page'));
  }
}

/** Amounts are bigints, which JSON does not have. */
const inText = (outcome: object): string =>
  JSON.stringify(outcome, (_key, value) => (typeof value === 'bigint' ? String(value) : value));

export function assertWellFormedRefund(outcome: RefundOutcome | { kind: 'unheard' }, now: Date): void {
  const says = (what: string) => `${what}, in ${inText(outcome)}`;
  assert.ok(
    ['completed', 'failed', 'pending', 'unknown', 'unheard'].includes(outcome.kind),
    says('no refund'),
  );
  if (outcome.kind === 'failed')
    assert.match(outcome.errorCode, /^(50|90)\d\d$/, says('no code of a refund'));
  if (outcome.kind === 'pending' && outcome.askAgainAt)
    assert.ok(outcome.askAgainAt > now, says('asks in the past'));
}
