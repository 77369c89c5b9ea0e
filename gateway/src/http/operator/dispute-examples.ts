// Worked requests and answers of the calls that answer disputes, for the API reference. The domain makes the disputes.
import { EVIDENCE_FILE_TYPES, EVIDENCE_TEXTS } from '@tollgate/provider-kit/seam/dispute';
import { type Dispute, type StoredResponse, toDisputeRecord } from '../../domain/after-end/dispute.ts';
import { openDisputeExample } from '../examples/after-end-examples.ts';

const { dispute, transaction } = openDisputeExample;

const answered = (kind: StoredResponse['kind'], status: StoredResponse['status']): Dispute => ({
  ...dispute,
  response: {
    id: '0197c2f7-3d2f-7b70-8c4e-5f6071829304',
    kind,
    status,
    answers: dispute.status,
    reason: null,
    inquiries: 0,
    dueAt: null,
    createdAt: dispute.updatedAt,
    updatedAt: dispute.updatedAt,
  },
});

export const answerable = {
  example: {
    summary: 'A chargeback that can be contested or accepted',
    value: {
      ...toDisputeRecord(dispute),
      transactionId: transaction.id,
      providerPage: 'https://dashboard.stripe.com/test/payments/pi_example',
      possible: ['evidence', 'acceptance'],
      obstacle: null,
      form: {
        grounds: [{ code: 'general', files: [{ kind: 'receipt', isNeeded: false }] }],
        texts: [...EVIDENCE_TEXTS],
        fileTypes: [...EVIDENCE_FILE_TYPES],
      },
      suggested: {},
    },
  },
};

/** The smallest PDF that says that it is one. */
const PDF = Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64');

export const evidence = {
  example: {
    summary: 'Texts and a file',
    value: {
      texts: { product: '2 × Coffee beans, 1 kg', carrier: 'DHL', trackingNumber: '00340434161094042557' },
      files: [{ kind: 'delivery', content: PDF }],
    },
  },
};
export const sent = {
  example: { summary: 'Sent', value: toDisputeRecord(answered('evidence', 'SENT')) },
};
export const accepted = {
  example: { summary: 'Accepted', value: toDisputeRecord(answered('acceptance', 'SENT')) },
};
