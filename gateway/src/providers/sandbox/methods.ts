// How each method of the catalogue is paid in the sandbox: what the payer is shown (spec 2.10, contract 6), how long it
// stands (contract 4), and what the money waits for.

import { findOption, optionsOf } from '../../domain/options/payment-option.ts';
import type { PaymentData } from '../../domain/payment-data/check-fields.ts';
import type { ResultType, Transaction } from '../../domain/transactions/transaction.ts';
import { qrCodeResult } from '../qr-code.ts';
import { detailsOf, indianAccount, SANDBOX_BANK, sepaAccount, turkishAccount } from './bank-accounts.ts';
import { AGENT_NETWORK, agentInstructions, PAYMENT_LOCATIONS } from './cash-agents.ts';
import { brCode } from './codes/br-code.ts';
import { cryptoUri } from './codes/crypto-uris.ts';
import { upiLink } from './codes/upi-link.ts';
import { mandateForm } from './mandate-form.ts';
import { boletoLine, fawryReference, oxxoReference, tillNumber } from './vouchers.ts';

interface Showing {
  transaction: Transaction;
  data: PaymentData;
  expiresAt: Date;
  /** The simulated bank's page for this transaction. */
  bankPage: string;
}

export interface PayinMethod {
  resultType: ResultType;
  statusCode: number;
  lifetimeMs: number;
  /**
   * The condition for sending the money: nothing that the gateway sees, a confirmation, or a decision on the bank's
   * page.
   */
  waitsFor: 'nothing' | 'confirmation' | 'visit';
  /** Null if the request does not contain enough. */
  fields(showing: Showing): Record<string, unknown> | null;
}

const MINUTE = 60_000;
const HOUR = 3_600_000;

const VISIT = {
  statusCode: 300,
  resultType: 'redirect',
  lifetimeMs: 15 * MINUTE,
  waitsFor: 'visit',
} as const;
const QR_CODE = {
  statusCode: 81,
  resultType: 'qrcode',
  lifetimeMs: 30 * MINUTE,
  waitsFor: 'nothing',
} as const;
const RECEIPT = {
  statusCode: 83,
  resultType: 'receipt',
  lifetimeMs: 72 * HOUR,
  waitsFor: 'confirmation',
} as const;
const INFO = { statusCode: 84, resultType: 'info', lifetimeMs: 72 * HOUR, waitsFor: 'nothing' } as const;
const BARCODE = {
  statusCode: 86,
  resultType: 'barcode',
  lifetimeMs: 72 * HOUR,
  waitsFor: 'nothing',
} as const;

const redirectToBank: PayinMethod = { ...VISIT, fields: ({ bankPage }) => ({ redirectUrl: bankPage }) };
const upiQr: PayinMethod = { ...QR_CODE, fields: ({ transaction }) => qrCodeResult(upiLink(transaction)) };

const METHODS: Readonly<Record<string, PayinMethod>> = {
  'open-banking': redirectToBank,
  ideal: redirectToBank,
  bancontact: redirectToBank,
  blik: redirectToBank,
  wallet: redirectToBank,
  paypal: redirectToBank,
  klarna: redirectToBank,
  'sepa-direct-debit': {
    ...VISIT,
    statusCode: 80,
    resultType: 'form',
    fields: ({ transaction, data, bankPage }) => ({ formData: mandateForm(transaction, data, bankPage) }),
  },
  'sepa-transfer': {
    ...INFO,
    fields: ({ transaction, expiresAt }) => ({
      bankName: SANDBOX_BANK,
      paymentDetails: detailsOf(transaction, sepaAccount(transaction), expiresAt),
    }),
  },
  'cash-agents': {
    ...INFO,
    fields: ({ transaction, expiresAt }) => ({
      bankName: AGENT_NETWORK,
      paymentDetails: detailsOf(transaction, {}, expiresAt),
      paymentLocations: PAYMENT_LOCATIONS,
      htmlInstructions: agentInstructions(transaction),
    }),
  },
  upi: upiQr,
  'upi-qr': upiQr,
  pix: { ...QR_CODE, fields: ({ transaction }) => qrCodeResult(brCode(transaction)) },
  crypto: {
    ...QR_CODE,
    fields({ transaction, data }) {
      const uri = cryptoUri(data.network, transaction);
      return uri === null ? null : qrCodeResult(uri);
    },
  },
  'upi-transfer': {
    ...RECEIPT,
    fields: ({ transaction, expiresAt }) => ({
      bankName: SANDBOX_BANK,
      paymentDetails: detailsOf(transaction, indianAccount(transaction, SANDBOX_BANK), expiresAt),
    }),
  },
  p2p: {
    ...RECEIPT,
    fields({ transaction, expiresAt }) {
      const bankName = suboptionName(transaction) ?? SANDBOX_BANK;
      const account =
        transaction.currency === 'TRY' ? turkishAccount(transaction) : indianAccount(transaction, bankName);
      return { bankName, paymentDetails: detailsOf(transaction, account, expiresAt) };
    },
  },
  boleto: {
    ...BARCODE,
    fields: ({ transaction, expiresAt }) => ({
      barcodeData: boletoLine(transaction, expiresAt),
      expirationDate: expiresAt.toISOString(),
    }),
  },
  oxxo: {
    ...BARCODE,
    fields: ({ transaction, expiresAt }) => ({
      barcodeData: oxxoReference(transaction),
      expirationDate: expiresAt.toISOString(),
    }),
  },
  fawry: {
    statusCode: 90,
    resultType: 'fawry',
    lifetimeMs: 72 * HOUR,
    waitsFor: 'nothing',
    fields: ({ transaction }) => ({ referenceNumber: fawryReference(transaction) }),
  },
  'm-pesa': {
    statusCode: 91,
    resultType: 'mobile',
    lifetimeMs: 30 * MINUTE,
    waitsFor: 'confirmation',
    fields: ({ transaction }) => ({ sendTo: tillNumber(transaction), confirmBy: 'TRANSACTION_ID' }),
  },
};

/** Undefined for a card, and for ids that the catalogue does not have. */
export function payinMethod(method: string | null): PayinMethod | undefined {
  return method !== null && Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
}

/** The present method of the transaction; null while none was chosen. */
export function methodOf({ optionId }: Pick<Transaction, 'optionId'>): string | null {
  const found = optionId === null ? undefined : findOption(optionId);
  return found ? (found.suboption ?? found.option).method : null;
}

export const PAYIN_METHODS = ['card', ...Object.keys(METHODS)];
export const PAYOUT_METHODS = [...new Set(optionsOf('PAYOUT').map(({ method }) => method))];

function suboptionName({ optionId }: Pick<Transaction, 'optionId'>): string | undefined {
  return optionId === null ? undefined : findOption(optionId)?.suboption?.name;
}
