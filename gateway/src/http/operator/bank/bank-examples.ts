// Worked requests and answers of the calls about bank accounts, for the API reference. Everything in them is made up.
const file = {
  fileId: '0197b0ae2f0e7c219d3b2a1b0c9d8e10',
  payouts: 40,
  total: 12480.5,
  currency: 'EUR',
  executionDate: '2026-03-02',
  instant: false,
  skipNameCheck: false,
  nameChecks: { match: 38, closeMatch: 1, noMatch: 0, notPossible: 1, toDecide: 1 },
  createdAt: '2026-03-01T10:00:00.000Z',
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  withdrawnAt: null,
};

const newFile = {
  ...file,
  nameChecks: { match: 0, closeMatch: 0, noMatch: 0, notPossible: 0, toDecide: 0 },
};

export const fileRequest = {
  day: { summary: 'For a day', value: { executionDate: '2026-03-02' } },
  instant: { summary: 'Instant transfers', value: { instant: true } },
};
export const madeFile = { example: { summary: 'The file', value: newFile } };
export const bankFile = { example: { summary: 'The file', value: file } };
export const bankFiles = { example: { summary: 'One file', value: [file] } };
export const withdrawal = {
  example: { summary: 'A reason', value: { reason: 'created for the wrong day' } },
};
export const withdrawn = {
  example: { summary: 'The file', value: { ...file, withdrawnAt: '2026-03-01T11:00:00.000Z' } },
};
export const content = {
  example: {
    summary: 'The beginning of a file',
    value:
      '<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>…',
  },
};

const filedPayout = {
  transactionId: '0197b0ae-2f0e-7c21-9d3b-2a1b0c9d8e30',
  merchantReference: 'payout-7',
  recipient: 'A. Lovelace',
  amount: 120,
  answer: 'open',
  reason: null,
  nameCheck: {
    result: 'close-match',
    bankName: 'Ada King-Lovelace',
    text: null,
    reportedAt: '2026-03-01T10:20:00.000Z',
    needsDecision: true,
    mayWithdraw: true,
    decision: null,
    decidedBy: null,
    decidedAt: null,
  },
};
const decided = { decidedBy: 'root', decidedAt: '2026-03-01T10:30:00.000Z', needsDecision: false };

export const filedPayouts = { example: { summary: 'One payout', value: [filedPayout] } };
export const keeping = {
  example: { summary: 'A reason', value: { reason: 'maiden name, confirmed by telephone' } },
};
export const keptPayout = {
  example: {
    summary: 'The payout',
    value: { ...filedPayout, nameCheck: { ...filedPayout.nameCheck, ...decided, decision: 'kept' } },
  },
};
export const payoutWithdrawal = {
  example: { summary: 'A reason', value: { reason: 'the account belongs to somebody else' } },
};
export const withdrawnPayout = {
  example: {
    summary: 'The payout',
    value: {
      ...filedPayout,
      answer: 'rejected',
      reason: '4003 The name does not match the account',
      nameCheck: { ...filedPayout.nameCheck, ...decided, decision: 'withdrawn', mayWithdraw: false },
    },
  },
};

const statement = {
  statementId: '0197b0ae-2f0e-7c21-9d3b-2a1b0c9d8e20',
  kind: 'camt.053.001.08',
  entries: 212,
  applied: 209,
  known: 0,
  unmatched: 2,
  conflicts: 1,
};
const entry = {
  entryId: '0197b0ae-2f0e-7c21-9d3b-2a1b0c9d8e21',
  statementId: statement.statementId,
  bookedAt: '2026-03-02T00:00:00.000Z',
  amount: 49.9,
  currency: 'EUR',
  direction: 'credit',
  reference: 'RF5306ESFNSTPXXXZ9Q4',
  counterparty: { name: 'Ada Lovelace', account: '***3000' },
  text: 'order 10021',
  state: 'conflict',
  transactionId: '0197b0ae-2f0e-7c21-9d3b-2a1b0c9d8e22',
  partPayment: false,
  settlementId: null,
  reason: 'another entry has already paid this payment',
};

export const takenStatement = { example: { summary: 'The result of its entries', value: statement } };
export const bankEntries = { example: { summary: 'One entry', value: [entry] } };
export const assignment = {
  example: {
    summary: 'The pay-in that the transfer paid',
    value: { transactionId: entry.transactionId, reason: 'the payer forgot the reference' },
  },
};
export const assigned = {
  example: {
    summary: 'The entry',
    value: { ...entry, state: 'applied', reason: 'assigned: the payer forgot the reference' },
  },
};
export const dismissal = { example: { summary: 'A reason', value: { reason: 'sent back at the bank' } } };
export const dismissed = {
  example: {
    summary: 'The entry',
    value: { ...entry, state: 'dismissed', reason: 'dismissed: sent back at the bank' },
  },
};
export const takenBack = {
  example: {
    summary: 'The entry',
    value: {
      ...entry,
      state: 'unmatched',
      transactionId: null,
      reason: 'its assignment was taken back: it was for another order',
    },
  },
};
