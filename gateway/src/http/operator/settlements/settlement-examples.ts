// Worked requests and answers of the calls about settlements, for the API reference. Everything in them is made up.
const settlement = {
  settlementId: '0197b0ae-2f0e-7c21-9d3b-2a1b0c9d8e30',
  provider: 'adyen',
  accountId: '0197b0ae-2f0e-7c21-9d3b-2a1b0c9d8e31',
  reference: '141',
  currency: 'EUR',
  charges: 1250,
  refunds: -49.9,
  disputes: 0,
  fees: -22.4,
  other: 0,
  net: 1177.7,
  paidAt: '2026-03-03T00:00:00.000Z',
  state: 'paid' as const,
  bankEntryId: '0197b0ae-2f0e-7c21-9d3b-2a1b0c9d8e21',
  lines: 27,
};

const line = {
  lineId: '0197b0ae-2f0e-7c21-9d3b-2a1b0c9d8e32',
  kind: 'charge' as const,
  providerReference: '8835511210681145',
  reference: '0197b0ae-2f0e-7c21-9d3b-2a1b0c9d8e22',
  transactionId: '0197b0ae-2f0e-7c21-9d3b-2a1b0c9d8e22',
  refundId: null,
  disputeId: null,
  gross: 49.9,
  fee: 0.95,
  net: 48.95,
  currency: 'EUR',
  original: null,
  occurredAt: '2026-03-01T10:00:00.000Z',
  state: 'matched' as const,
  reason: null,
};

export const settlements = { example: { summary: 'One settlement', value: [settlement] } };
export const oneSettlement = { example: { summary: 'The settlement', value: settlement } };
export const settlementLines = { example: { summary: 'One line', value: [line] } };
export const takenReport = {
  example: {
    summary: 'The result of its lines',
    value: { settlements: [settlement.settlementId], lines: 27, known: 0, unmatched: 1, conflicts: 0 },
  },
};
export const lineAssignment = {
  example: {
    summary: 'The payment of the line',
    value: { transactionId: line.transactionId, reason: 'its reference was entered by hand' },
  },
};
export const assignedLine = {
  example: {
    summary: 'The line',
    value: { ...line, reason: 'assigned: its reference was entered by hand' },
  },
};
export const lineDismissal = {
  example: { summary: 'A reason', value: { reason: 'a payment of the shop’s own terminal' } },
};
export const dismissedLine = {
  example: {
    summary: 'The line',
    value: { ...line, transactionId: null, reason: 'dismissed: a payment of the shop’s own terminal' },
  },
};
