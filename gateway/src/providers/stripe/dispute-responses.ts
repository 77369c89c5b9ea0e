// Evidence against disputes, and their acceptance, at Stripe (contract 13). Called by stripe.ts. A response's id is its
// idempotency key, and it is in the dispute's metadata, set by the call that submits the evidence. So the dispute
// itself shows whether evidence whose answer was lost has arrived. Evidence is submitted once: Stripe takes no second
// one.
import {
  type DisputeResponse,
  EVIDENCE_FILE_TYPES,
  EVIDENCE_FILES,
  EVIDENCE_TEXTS,
  type Evidence,
  type EvidenceFile,
  type EvidenceForm,
  type EvidenceText,
  fullName,
  GENERAL_GROUND,
  type ResponseOutcome,
  type Transaction,
} from '@tollgate/provider-kit';
import type { Stripe } from 'stripe';
import type { StripeAccount } from './account.ts';
import { type CallFailure, callFailureOf } from './client.ts';
import { objectOf, type StripeDispute } from './objects.ts';

type Fields = Stripe.DisputeUpdateParams.Evidence;

/** Stripe takes any of them, whatever the reason of the dispute. */
export const EVIDENCE_FORM: EvidenceForm = {
  grounds: [{ code: GENERAL_GROUND, files: EVIDENCE_FILES.map((kind) => ({ kind, isNeeded: false })) }],
  texts: EVIDENCE_TEXTS,
  fileTypes: EVIDENCE_FILE_TYPES,
};

const TEXT_FIELDS = {
  explanation: 'uncategorized_text',
  product: 'product_description',
  carrier: 'shipping_carrier',
  trackingNumber: 'shipping_tracking_number',
  shippedOn: 'shipping_date',
} as const satisfies Record<EvidenceText, keyof Fields>;

const FILE_FIELDS: Readonly<Record<string, keyof Fields>> = {
  receipt: 'receipt',
  delivery: 'shipping_documentation',
  correspondence: 'customer_communication',
  other: 'uncategorized_file',
} satisfies Record<(typeof EVIDENCE_FILES)[number], keyof Fields>;

const ENDINGS: Readonly<Record<EvidenceFile['type'], string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};

/** For this long a response that the dispute does not show may still be on its way. */
const ON_ITS_WAY_MS = 60_000;
const NO_ID: ResponseOutcome = { kind: 'refused', reason: 'Stripe’s id of the dispute is not known' };

export async function sendEvidence(
  at: StripeAccount,
  transaction: Transaction,
  { response, evidence }: { response: DisputeResponse; evidence: Evidence },
  signal: AbortSignal,
): Promise<ResponseOutcome> {
  const { id, disputeReference } = response;
  if (disputeReference === null) return NO_ID;
  const stripe = await at.client.during(signal);
  try {
    const fields: Fields = { ...fieldsOfPayment(transaction), ...fieldsOfTexts(evidence.texts) };
    for (const file of evidence.files)
      fields[FILE_FIELDS[file.kind]!] = (await upload(stripe, file, id)) as never;
    const params = { evidence: fields, submit: true, metadata: { response: id } };
    const made = await stripe.disputes.update(disputeReference, params, { idempotencyKey: id });
    return isSubmitted(objectOf(made, disputeReference), id) ? { kind: 'sent' } : { kind: 'unknown' };
  } catch (error) {
    return refusedResponse(callFailureOf(error));
  }
}

export async function closeDispute(
  at: StripeAccount,
  { id, disputeReference }: DisputeResponse,
  signal: AbortSignal,
): Promise<ResponseOutcome> {
  if (disputeReference === null) return NO_ID;
  const stripe = await at.client.during(signal);
  try {
    const made = await stripe.disputes.close(disputeReference, {}, { idempotencyKey: id });
    const { status }: StripeDispute = objectOf(made, disputeReference);
    return status === 'lost' ? { kind: 'sent' } : { kind: 'unknown' };
  } catch (error) {
    return refusedResponse(callFailureOf(error));
  }
}

export async function askAboutResponse(
  at: StripeAccount,
  response: DisputeResponse,
  signal: AbortSignal,
): Promise<ResponseOutcome | { kind: 'unheard' }> {
  const { id, kind, disputeReference, createdAt } = response;
  if (disputeReference === null) return NO_ID;
  const stripe = await at.client.during(signal);
  const dispute: StripeDispute = objectOf(await stripe.disputes.retrieve(disputeReference), disputeReference);
  const { status } = dispute;
  const isAnswered = kind === 'evidence' ? isSubmitted(dispute, id) : status === 'lost';
  if (isAnswered) return { kind: 'sent' };
  if (status === 'won' || status === 'lost' || status === 'warning_closed')
    return { kind: 'refused', reason: 'The dispute had ended at Stripe before' };
  const age = at.parts.now().getTime() - createdAt.getTime();
  return age < ON_ITS_WAY_MS ? { kind: 'unknown' } : { kind: 'unheard' };
}

/** The call that submits evidence sets the metadata. */
const isSubmitted = ({ metadata }: StripeDispute, id: string) => metadata?.response === id;

/** What the payment itself knows. */
function fieldsOfPayment({ details }: Transaction): Fields {
  const { customer, browserIp } = details;
  const name = customer ? fullName(customer) : null;
  const ip = browserIp ?? customer?.ip ?? null;
  const fields: Fields = {};
  if (name) fields.customer_name = name;
  if (customer?.email) fields.customer_email_address = customer.email;
  if (ip) fields.customer_purchase_ip = ip;
  return fields;
}

function fieldsOfTexts(texts: Evidence['texts']): Fields {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [TEXT_FIELDS[name as EvidenceText], text]),
  );
}

/** Answers Stripe's id of the file. */
async function upload(stripe: Stripe, { kind, type, bytes }: EvidenceFile, id: string): Promise<string> {
  const file = { data: bytes, name: `${kind}.${ENDINGS[type]}`, type };
  const made = await stripe.files.create(
    { purpose: 'dispute_evidence', file },
    { idempotencyKey: `${id}-${kind}` },
  );
  return objectOf(made).id;
}

/** `refused` if Stripe certainly took nothing. Everything else is asked about later, and then perhaps sent again. */
function refusedResponse(answer: CallFailure): ResponseOutcome {
  if (answer.kind !== 'refused') return { kind: 'unknown' };
  const { status, type, code } = answer;
  const isKeyUsed = status === 409 || type === 'idempotency_error';
  if (isKeyUsed || status === 429 || status >= 500 || type === '') return { kind: 'unknown' };
  if (status === 401 || status === 403)
    return {
      kind: 'refused',
      reason: 'The key may not do this. In Stripe’s dashboard, give it write access to Disputes and Files',
    };
  return { kind: 'refused', reason: `Stripe refused it (${code || `status ${status}`})` };
}

/** The payment's page has its dispute. */
export function paymentPage({ account }: StripeAccount, { providerReference }: Transaction): string | null {
  if (providerReference === null) return null;
  const mode = account.environment === 'test' ? 'test/' : '';
  return `https://dashboard.stripe.com/${mode}payments/${encodeURIComponent(providerReference)}`;
}
