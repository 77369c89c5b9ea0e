// A dispute on the wire: in records and webhooks, and in the calls with which staff answer it (contract 13).
import {
  EVIDENCE_FILE_TYPES,
  EVIDENCE_TEXTS,
  type EvidenceForm,
  RESPONSE_KINDS,
} from '@tollgate/provider-kit/seam/dispute';
import { type Static, Type } from 'typebox';
import { DISPUTE_STATUSES, RESPONSE_STATUSES } from '../../domain/after-end/dispute.ts';
import { EVIDENCE_LIMITS } from '../../domain/after-end/dispute-response.ts';
import { string, time } from './answer-fields.ts';
import { choice, closed, maybe, orNull, text, textOrNull, uuid, visibleText } from './schema-fields.ts';

const DisputeResponseRecord = Type.Object(
  {
    responseId: uuid('Identifies the response.'),
    kind: choice(
      RESPONSE_KINDS,
      'evidence: the merchant contests the dispute. acceptance: the merchant gives the money up.',
    ),
    status: choice(
      RESPONSE_STATUSES,
      'PENDING: on its way, or its outcome is unknown. SENT: the provider has it. REFUSED: the provider did not take it.',
    ),
    reason: textOrNull('Why it was refused.'),
    createdAt: time('ISO 8601, UTC.'),
    updatedAt: time('ISO 8601, UTC.'),
  },
  { title: 'DisputeResponse', description: 'What the merchant answered to a dispute.' }, // Contract 13
);

const dispute = {
  disputeId: uuid('Identifies the dispute.'),
  providerReference: orNull(string("The provider's reference of the dispute.")),
  status: choice(DISPUTE_STATUSES, 'INQUIRY: the bank asks. OPEN: a chargeback. WON or LOST: how it ended.'),
  amount: Type.Number({ description: 'The disputed amount, in units of the currency.' }),
  currency: string('Currency code.'),
  reason: orNull(string('In the words of the bank.')),
  deadline: orNull(time('Until when you can answer it.')),
  fundsWithheld: Type.Boolean({
    description: 'Whether the amount was taken out of the available balance.',
  }),
  createdAt: time('ISO 8601, UTC.'),
  updatedAt: time('ISO 8601, UTC.'),
  response: Type.Unsafe<Static<typeof DisputeResponseRecord> | null>({
    ...DisputeResponseRecord,
    type: ['object', 'null'],
  }),
};

export const DisputeRecord = Type.Object(dispute, {
  title: 'Dispute',
  description: 'A dispute of a completed pay-in.', // Contract 13
});

const EvidenceFormAnswer = Type.Object(
  {
    grounds: Type.Array(
      Type.Object({
        code: string('The ground, in the words of the provider; `general` if the provider asks for none.'),
        files: Type.Array(
          Type.Object({
            kind: string(
              'What the file shows: a word of the provider, or receipt, delivery, correspondence, other.',
            ),
            isNeeded: Type.Boolean({
              description: 'true: without this file the provider refuses the evidence.',
            }),
          }),
          { description: 'At most one file of each kind.' },
        ),
      }),
      { description: 'The evidence names one of these grounds.' },
    ),
    texts: Type.Array(choice(EVIDENCE_TEXTS, 'A text.'), {
      description: 'The texts that the provider takes.',
    }),
    fileTypes: Type.Array(choice(EVIDENCE_FILE_TYPES, 'A type.'), {
      description: 'The types of files that the provider takes.',
    }),
  },
  { title: 'EvidenceForm', description: 'What the provider takes as evidence for this dispute.' },
);

export const AnswerableDispute = Type.Object(
  {
    ...dispute,
    transactionId: uuid('The pay-in.'),
    providerPage: textOrNull("Address of the provider's page of the payment; null: it has none."),
    possible: Type.Array(choice(RESPONSE_KINDS, 'A response.'), {
      description: 'What can be done about it now, through the gateway.',
    }),
    obstacle: textOrNull(
      'Why nothing can be done now; null: something can, or the provider takes no response.',
    ),
    form: Type.Unsafe<EvidenceForm | null>({ ...EvidenceFormAnswer, type: ['object', 'null'] }),
    suggested: Type.Object(
      { product: Type.Optional(string('What was sold, from the order lines.')) },
      { description: 'Texts that the payment gives, to begin with.' },
    ),
  },
  { title: 'AnswerableDispute', description: 'A dispute, and what can be done about it.' },
);

export const MEGABYTE = 1024 * 1024;
const { textLength, files, fileBytes, allBytes } = EVIDENCE_LIMITS;

const evidenceText = (description: string) => maybe(visibleText(textLength, description, { numbers: 'any' }));

/** Base64 of all files has 5.4 MB. */
export const EVIDENCE_BODY_BYTES = 6 * MEGABYTE;

export const EvidenceBody = closed(
  {
    ground: maybe(
      text(100, 'The ground, one of `form.grounds`. Omitted: the only one.', {
        examples: ['GoodsNotReturned'],
      }),
    ),
    texts: maybe(
      closed(
        {
          explanation: evidenceText('Why the payment was right.'),
          product: evidenceText('What was sold.'),
          carrier: evidenceText('Who delivered it.'),
          trackingNumber: evidenceText('The number of the parcel.'),
          shippedOn: evidenceText('The day of the dispatch, such as `2026-03-02`.'),
        },
        { description: 'Texts; the form says which ones the provider takes.' },
      ),
    ),
    files: maybe(
      Type.Array(
        closed({
          kind: visibleText(100, 'What it shows: one of `files` of the ground.', { examples: ['receipt'] }),
          content: Type.String({
            minLength: 1,
            maxLength: Math.ceil(fileBytes / 3) * 4,
            description: `The file in base64: PDF, JPEG or PNG, at most ${fileBytes / MEGABYTE} MB.`,
          }),
        }),
        { maxItems: files, description: `Together at most ${allBytes / MEGABYTE} MB.` },
      ),
    ),
  },
  { title: 'DisputeEvidence', description: 'Evidence against a dispute: at least one text or file.' },
);
