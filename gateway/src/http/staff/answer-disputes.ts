// Answering a dispute (contract 13): what can be done about it, evidence against it, and its acceptance. No answer has
// the content of the evidence.
import {
  EVIDENCE_FILE_TYPES,
  type Evidence,
  type EvidenceFile,
  GENERAL_GROUND,
} from '@tollgate/provider-kit/seam/dispute';
import type { Static } from 'typebox';
import {
  acceptDispute,
  type Disputed,
  evidenceFormOf,
  findDisputed,
  giveEvidence,
  responsesOf,
} from '../../actions/after-end/respond-to-dispute.ts';
import type { Context } from '../../actions/context.ts';
import { toDisputeRecord } from '../../domain/after-end/dispute.ts';
import {
  EVIDENCE_LIMITS,
  possibleResponses,
  suggestedTexts,
  whyNotAnswerable,
} from '../../domain/after-end/dispute-response.ts';
import { documentTypeOf } from '../../domain/document-type.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import * as examples from '../operator/dispute-examples.ts';
import {
  AnswerableDispute,
  DisputeRecord,
  EVIDENCE_BODY_BYTES,
  EvidenceBody,
  MEGABYTE,
} from '../schemas/dispute-schemas.ts';
import { uuid } from '../schemas/schema-fields.ts';
import { refuseFields } from './refuse-fields.ts';
import { staffCalls } from './staff-calls.ts';

const ids = { disputeId: uuid('The dispute.') };
const SENT_ONCE =
  'It is sent once: while `response` is PENDING the gateway asks the provider and never sends it under another key. ' +
  'No money moves: the provider’s news of the dispute does that. Event: `dispute.updated`.';
const NOT_NOW =
  'The dispute is over, its deadline has passed, it has a response already, or the provider takes none through its API.';
const NOT_ASKED = 'The provider did not answer, or the database is unavailable. Nothing was sent. Try again.';

export const showDisputeCalls = staffCalls({
  under: 'brand',
  address: 'GET /disputes/:disputeId',
  ids,
  summary: 'Retrieve a dispute, and what can be done about it',
  description:
    'Asks the provider what it takes as evidence for this dispute (`form`), if evidence can be handed in now.',
  answers: {
    200: { description: 'The dispute.', schema: AnswerableDispute, examples: examples.answerable },
  },
  errors: { 503: NOT_ASKED },
  operator: { operationId: 'showDispute' },
  portal: {
    operationId: 'showPortalDispute',
    tags: ['Portal transactions'],
    permission: 'disputes.answer',
  },
  handle: async (context, { brand }, { params }) =>
    await answerable(context, await findDisputed(context, brand, params.disputeId)),
});

export const giveEvidenceCalls = staffCalls({
  under: 'brand',
  address: 'POST /disputes/:disputeId/evidence',
  ids,
  summary: 'Hand in evidence against a dispute',
  description:
    'Texts and files that show that the payment was right. The gateway stores them sealed and hands them to the ' +
    `provider. ${SENT_ONCE} \`form\` of the dispute says what the provider takes.`,
  body: EvidenceBody,
  options: { bodyLimit: EVIDENCE_BODY_BYTES },
  answers: { 200: { description: 'The dispute.', schema: DisputeRecord, examples: examples.sent } },
  errors: { 409: NOT_NOW, 413: 'The body is larger than 6 MB.', 503: NOT_ASKED },
  operator: { operationId: 'giveDisputeEvidence', examples: examples.evidence },
  portal: {
    operationId: 'givePortalDisputeEvidence',
    tags: ['Portal transactions'],
    permission: 'disputes.answer',
  },
  handle: async (context, { actor, brand }, { params, body }) => {
    const disputed = await findDisputed(context, brand, params.disputeId);
    return toDisputeRecord(await giveEvidence(context, actor, disputed, evidenceIn(body)));
  },
});

export const acceptDisputeCalls = staffCalls({
  under: 'brand',
  address: 'POST /disputes/:disputeId/accept',
  ids,
  summary: 'Accept a dispute',
  description: `The merchant gives the money of a chargeback (\`OPEN\`) up. Nobody can undo it. ${SENT_ONCE} No body.`,
  answers: { 200: { description: 'The dispute.', schema: DisputeRecord, examples: examples.accepted } },
  errors: { 409: NOT_NOW },
  operator: { operationId: 'acceptDispute' },
  portal: {
    operationId: 'acceptPortalDispute',
    tags: ['Portal transactions'],
    permission: 'disputes.answer',
  },
  handle: async (context, { actor, brand }, { params, body }) => {
    refuseFields(body);
    const disputed = await findDisputed(context, brand, params.disputeId);
    return toDisputeRecord(await acceptDispute(context, actor, disputed));
  },
});

async function answerable(context: Context, disputed: Disputed): Promise<Static<typeof AnswerableDispute>> {
  const { dispute, transaction, provider } = disputed;
  const now = context.now();
  const kinds = possibleResponses(dispute, responsesOf(provider), now);
  const form = kinds.includes('evidence') ? await evidenceFormOf(context, disputed) : null;
  return {
    ...toDisputeRecord(dispute),
    transactionId: transaction.id,
    providerPage: provider?.paymentPage?.(transaction) ?? null,
    // The provider may take no evidence for this one dispute.
    possible: kinds.filter((kind) => kind !== 'evidence' || form !== null),
    obstacle: whyNotAnswerable(dispute, now),
    form,
    suggested: suggestedTexts(transaction),
  };
}

/** The type of a file is what its bytes show. Throws Refusal 400 with every fault. */
function evidenceIn({ ground, texts, files }: Static<typeof EvidenceBody>): Evidence {
  const faults: string[] = [];
  const read = (files ?? []).flatMap(({ kind, content }, index): EvidenceFile[] => {
    const bytes = Buffer.from(content, 'base64');
    const type = EVIDENCE_FILE_TYPES.find((one) => one === documentTypeOf(bytes));
    const fault =
      bytes.toString('base64') !== content
        ? 'must be base64'
        : bytes.length > EVIDENCE_LIMITS.fileBytes
          ? `is larger than ${EVIDENCE_LIMITS.fileBytes / MEGABYTE} MB`
          : !type && 'must be a PDF, JPEG or PNG file';
    if (fault) faults.push(`files/${index}/content: ${fault}`);
    return type ? [{ kind, type, bytes }] : [];
  });
  const size = read.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (size > EVIDENCE_LIMITS.allBytes)
    faults.push(`files: are together larger than ${EVIDENCE_LIMITS.allBytes / MEGABYTE} MB`);
  if (faults.length > 0) throw new Refusal(400, faults);
  const given = Object.entries(texts ?? {}).filter(([, text]) => text != null);
  return { ground: ground ?? GENERAL_GROUND, texts: Object.fromEntries(given), files: read };
}
