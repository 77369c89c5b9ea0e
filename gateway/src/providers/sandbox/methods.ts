// How each method of the catalogue is paid in the sandbox: what the payer sees (spec 2.10, contract 6), how long the
// payer can use it (contract 4), and what must happen before the money is sent. The method's flow decides this. A
// method whose scheme has a code or a number of its own adds it in OWN_FIELDS.
import type { PaymentData, PaymentFlow, ResultType, Transaction } from '@tollgate/provider-kit';
import { accountOf, detailsOf, SANDBOX_BANK } from './bank-accounts.ts';
import { AGENT_NETWORK, agentInstructions, PAYMENT_LOCATIONS } from './cash-agents.ts';
import { brCode } from './codes/br-code.ts';
import { cryptoUri } from './codes/crypto-uris.ts';
import { payLink } from './codes/pay-link.ts';
import { upiLink } from './codes/upi-link.ts';
import { mandateForm } from './mandate-form.ts';
import type { SandboxServices } from './sandbox-services.ts';
import { boletoLine, shortReference, tillNumber, voucherReference } from './vouchers.ts';

interface Showing {
  transaction: Transaction;
  method: string;
  data: PaymentData;
  expiresAt: Date;
  /** The simulated bank's page for this transaction. */
  bankPage: string;
  services: SandboxServices;
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

/** A pay-in's card has rules of its own (cards.ts). */
const FLOWS: Readonly<Record<Exclude<PaymentFlow, 'card'>, PayinMethod>> = {
  bank: { ...VISIT, fields: ({ bankPage }) => ({ redirectUrl: bankPage }) },
  wallet: { ...VISIT, fields: ({ bankPage }) => ({ redirectUrl: bankPage }) },
  mandate: {
    ...VISIT,
    statusCode: 80,
    resultType: 'form',
    fields: ({ transaction, data, bankPage }) => ({ formData: mandateForm(transaction, data, bankPage) }),
  },
  qr: {
    statusCode: 81,
    resultType: 'qrcode',
    lifetimeMs: 30 * MINUTE,
    waitsFor: 'nothing',
    fields: ({ transaction, method, services }) => services.qrCode(payLink(transaction, method)),
  },
  transfer: {
    statusCode: 84,
    resultType: 'info',
    lifetimeMs: 72 * HOUR,
    waitsFor: 'nothing',
    fields: bankDetails,
  },
  receipt: {
    statusCode: 83,
    resultType: 'receipt',
    lifetimeMs: 72 * HOUR,
    waitsFor: 'confirmation',
    fields: bankDetails,
  },
  mobile: {
    statusCode: 91,
    resultType: 'mobile',
    lifetimeMs: 30 * MINUTE,
    waitsFor: 'confirmation',
    fields: ({ transaction }) => ({ sendTo: tillNumber(transaction), confirmBy: 'TRANSACTION_ID' }),
  },
  voucher: {
    statusCode: 86,
    resultType: 'barcode',
    lifetimeMs: 72 * HOUR,
    waitsFor: 'nothing',
    fields: ({ transaction, method, expiresAt }) => ({
      barcodeData: voucherReference(transaction, method),
      expirationDate: expiresAt.toISOString(),
    }),
  },
  code: {
    statusCode: 90,
    resultType: 'fawry',
    lifetimeMs: 72 * HOUR,
    waitsFor: 'nothing',
    fields: ({ transaction, method }) => ({ referenceNumber: shortReference(transaction, method) }),
  },
  agents: {
    statusCode: 84,
    resultType: 'info',
    lifetimeMs: 72 * HOUR,
    waitsFor: 'nothing',
    fields: ({ transaction, expiresAt }) => ({
      bankName: AGENT_NETWORK,
      paymentDetails: detailsOf(transaction, {}, expiresAt),
      paymentLocations: PAYMENT_LOCATIONS,
      htmlInstructions: agentInstructions(transaction),
    }),
  },
};

/** Methods with a code or a number of their own scheme. */
const OWN_FIELDS: Readonly<Record<string, PayinMethod['fields']>> = {
  upi: ({ transaction, services }) => services.qrCode(upiLink(transaction)),
  'upi-qr': ({ transaction, services }) => services.qrCode(upiLink(transaction)),
  pix: ({ transaction, services }) => services.qrCode(brCode(transaction)),
  crypto({ transaction, data, services }) {
    const uri = cryptoUri(data.network, transaction);
    return uri === null ? null : services.qrCode(uri);
  },
  boleto: ({ transaction, expiresAt }) => ({
    barcodeData: boletoLine(transaction, expiresAt),
    expirationDate: expiresAt.toISOString(),
  }),
};

function bankDetails({ transaction, expiresAt, services }: Showing) {
  const bankName = services.chosenBankOf(transaction) ?? SANDBOX_BANK;
  return { bankName, paymentDetails: detailsOf(transaction, accountOf(transaction, bankName), expiresAt) };
}

/** How each method of pay-ins is paid, but for a card. */
export const payinMethodsOf = ({ choices }: SandboxServices): ReadonlyMap<string, PayinMethod> =>
  new Map(
    choices('PAYIN').flatMap(({ method, flow }) =>
      flow === 'card' ? [] : [[method, { ...FLOWS[flow], fields: OWN_FIELDS[method] ?? FLOWS[flow].fields }]],
    ),
  );

/** Undefined for a card, and for methods that the catalogue does not have. */
export function payinMethod({ services }: { services: SandboxServices }, method: string | null) {
  const known = methodsByServices.get(services) ?? payinMethodsOf(services);
  methodsByServices.set(services, known);
  return known.get(method ?? '');
}

const methodsByServices = new WeakMap<SandboxServices, ReadonlyMap<string, PayinMethod>>();
