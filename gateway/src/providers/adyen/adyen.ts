// Adyen, for merchants with an account there (contract 13): the declaration, and the adapter of one account. Cards,
// iDEAL, PayPal, Klarna, SEPA debit, PIX and Boleto through Checkout v72. The gateway cannot ask Adyen about a
// payment's outcome: Adyen sends notifications. A card number exists here only in the body of a request, and not at all
// if the shopper enters cards on Adyen's page.
import {
  type AdapterParts,
  CODE,
  capabilityFor,
  chargeReference,
  type Instrument,
  NOTHING_DONE,
  type Outcome,
  type PayinCall,
  type Provider,
  type ProviderAccount,
  type ProviderDeclaration,
  SEAM_VERSION,
  type Transaction,
} from '@tollgate/provider-kit';
import { toAdyen } from './amounts.ts';
import { type AnswerContext, aboutOf, fieldsOf, outcomeOf, textOf } from './answers.ts';
import { openApplePay } from './apple-pay.ts';
import { captureAgain, capturePayment, releaseRest } from './captures.ts';
import { checkAccount } from './check.ts';
import { AdyenClient, type Connection, outcomeOfFailure } from './client.ts';
import { CREDENTIALS } from './credentials.ts';
import { disputeCalls } from './disputes.ts';
import { expiryOf, pageAddress } from './instructions.ts';
import { findStored, forgetStored, isUnknownStored, laterChargeRequest } from './mandates.ts';
import { CAPABILITIES, countryOf } from './methods.ts';
import { cancelPayment, refundPayment } from './modifications.ts';
import { newsOf } from './news-of-item.ts';
import { readNotification } from './notifications.ts';
import { type PaymentParts, paymentRequest, sessionRequest } from './payments.ts';
import { ReportDownload } from './reports/fetch-report.ts';
import { readReport } from './reports/read-report.ts';
import { resumePayment } from './resume-payment.ts';

const ADYEN_ID = 'adyen';
const DEADLINE_MS = 15_000;
const UNKNOWN: Outcome = { kind: 'unknown' };
const NOT_TAKEN: Outcome = { kind: 'failed', errorCode: NOTHING_DONE };

export const ADYEN: ProviderDeclaration = {
  seam: SEAM_VERSION,
  id: ADYEN_ID,
  name: 'Adyen',
  capabilities: CAPABILITIES,
  cardEntries: ['tollgate', 'provider'],
  hasMultipleCaptures: true,
  wallets: { tollgate: ['apple-pay'], provider: ['apple-pay', 'google-pay'] },
  credentials: CREDENTIALS,
  merchantAccountOf: ({ merchantAccount }) => (typeof merchantAccount === 'string' ? merchantAccount : null),
  connect: connectAdyen,
};

/** No method of Adyen ends with a confirmation, there are no payouts, and Adyen answers no question about a payment. */
const NEVER_ASKED = {
  confirm: async () => UNKNOWN,
  payOut: async () => NOT_TAKEN,
  inquire: async () => UNKNOWN,
  inquireRefund: async () => ({ kind: 'unknown' }),
} as const satisfies Partial<Provider>;

function connectAdyen(account: ProviderAccount, parts: AdapterParts): Provider {
  const merchantAccount = account.credentials.merchantAccount as string;
  const connection = { account, merchantAccount, client: new AdyenClient(account, parts), parts };
  const reports = new ReportDownload(account, parts);
  const asked = (transaction: Transaction, isCard: boolean, isPayerAbsent = false): AnswerContext => ({
    transaction,
    isCard,
    isPayerAbsent,
    takesSeveral: account.multipleCaptures,
    ...parts,
    now: parts.now(),
  });

  const provider: Provider = {
    id: ADYEN_ID,
    accountId: account.id,
    capabilities: CAPABILITIES,
    cardEntry: account.cardEntry,
    wallets: account.wallets,
    openApplePay: (page, signal) => openApplePay(connection, page, signal),
    accepted: { contentType: 'text/plain; charset=utf-8', body: '[accepted]' },
    deadlineMs: DEADLINE_MS,

    async payIn(transaction, instrument, call) {
      const method = instrument.kind === 'card' ? 'card' : instrument.method;
      const isLaterCharge = instrument.kind === 'mandate';
      const isOnTheirPage = method === 'card' && !isLaterCharge && account.cardEntry === 'provider';
      const { country, currency } = transaction;
      const isAsked = parts.methodOf(transaction) === method;
      const capability = isAsked ? capabilityFor(CAPABILITIES, { method, country, currency }) : undefined;
      const isCardMissing =
        instrument.kind === 'method' && method === 'card' && !isOnTheirPage && !hasApplePay(instrument);
      if (!capability || isCardMissing) return NOT_TAKEN;
      const amount = toAdyen(transaction.amountMinor, currency);
      if (amount === null) return { kind: 'declined', errorCode: CODE.currencyNotSupported };
      const request: PaymentParts = {
        transaction,
        merchantAccount,
        amount,
        returnUrl: call.returnUrl(),
        country: countryOf(transaction, capability),
      };
      if (isOnTheirPage) return await openSession(connection, request, asked(transaction, false), call);
      const context = { ...asked(transaction, method === 'card', isLaterCharge), call };
      return await pay(connection, request, instrument, context);
    },

    resume: (transaction, parameters, call) =>
      resumePayment(connection, asked(transaction, transaction.card !== null), parameters, call),
    capture: (transaction, capture, { signal }) => capturePayment(connection, transaction, capture, signal),
    inquireCapture: (transaction, capture, { signal }) =>
      captureAgain(connection, transaction, capture, signal),
    cancel: (transaction, { signal }) => cancelPayment(connection, transaction, signal),
    refund: (transaction, refund, signal) => refundPayment(connection, transaction, refund, signal),
    ...disputeCalls(connection),
    findStored: (transaction, { signal }) => findStored(connection, transaction, signal),
    forgetStored: (stored, mandate, signal) => forgetStored(connection, stored, mandate, signal),
    check: (signal) => checkAccount(connection, signal),

    readNotification: (headers, bytes) => readNotification(account, headers, bytes),
    readNews: async (item) =>
      newsOf(item, { unknownValue: parts.unknownValue, takesSeveral: account.multipleCaptures }),

    settlements: {
      readReport: (bytes) => readReport(bytes, { merchantAccount, unknownValue: parts.unknownValue }),
      fetchReport: (name, signal) => reports.fetch(name, signal),
    },

    ...NEVER_ASKED,
  };
  // Otherwise the first capture is the last one, and Adyen cancels the rest by itself.
  if (!account.multipleCaptures) return provider;
  return {
    ...provider,
    releaseRest: (transaction, { signal }) => releaseRest(connection, transaction, signal),
  };
}

const hasApplePay = ({ data }: Extract<Instrument, { kind: 'method' }>) =>
  Object.hasOwn(data, 'applePayToken');

async function pay(
  { client }: Connection,
  parts: PaymentParts,
  instrument: Instrument,
  { call, ...asked }: AnswerContext & { call: PayinCall },
): Promise<Outcome> {
  const request =
    instrument.kind === 'mandate' ? laterChargeRequest(parts, instrument) : paymentRequest(parts, instrument);
  if (request === null && instrument.kind === 'mandate') return NOT_TAKEN;
  if (request === null) return { kind: 'declined', errorCode: CODE.customerDataMissing };
  const idempotencyKey = chargeReference(parts.transaction);
  try {
    const answer = await client.call({ signal: call.signal, idempotencyKey }, ({ payments }, options) =>
      payments.payments(request, options),
    );
    return outcomeOf(answer, asked);
  } catch (error) {
    if (instrument.kind === 'mandate' && instrument.stored !== null && isUnknownStored(error))
      return { kind: 'declined', errorCode: CODE.tokenInvalid, withdrawn: true };
    return outcomeOfFailure(error);
  }
}

/**
 * Adyen's page asks for the card. The adapter keeps the page's id: only a return with that id can be about this
 * payment.
 */
async function openSession(
  { client, account }: Connection,
  parts: PaymentParts,
  asked: AnswerContext,
  call: PayinCall,
): Promise<Outcome> {
  const idempotencyKey = chargeReference(parts.transaction);
  try {
    const answer = await client.call({ signal: call.signal, idempotencyKey }, ({ payments }, options) =>
      payments.sessions(sessionRequest(parts, account.wallets), options),
    );
    const { id, url, reference, amount, expiresAt } = fieldsOf(answer);
    const about = aboutOf({ merchantReference: reference, amount }, asked);
    const redirectUrl = pageAddress(url);
    const sessionId = textOf(id);
    if (about === null || redirectUrl === null || sessionId === null) return UNKNOWN;
    await call.keep({ sessionId });
    return { kind: 'redirect', redirectUrl, expiresAt: expiryOf(expiresAt, asked.now), ...about };
  } catch (error) {
    return outcomeOfFailure(error);
  }
}
