// What the gateway tells the cashier's page about a transaction (state.ts): the frame around it, and the screen. It
// builds the state anew for every answer and every event, and changes nothing. It must never tell a shopper more than
// they may know: no code, no token of the page, and nothing that the merchant sent about them except their order.

import { receiptMailOf } from '../../../actions/cashier/mail-receipt.ts';
import type { Context } from '../../../actions/context.ts';
import { hasCashierExpired } from '../../../actions/payment-means/cashier-link.ts';
import { returnUrl } from '../../../domain/cashier/return-url.ts';
import { CODE, type ErrorCode, type Language, shopperText } from '../../../domain/errors/error-codes.ts';
import { pendingRefundMinor } from '../../../domain/records/money-back.ts';
import {
  capturedMinor,
  defaultReference,
  isAtCashier,
  isAuthorized,
  isBeingSubmitted,
  isCapturedLater,
  isFinal,
  type Transaction,
} from '../../../domain/transactions/transaction.ts';
import { authorizedAt } from '../../../storage/transactions/transaction-story.ts';
import { basePath } from '../page/base-path.ts';
import { localeOf, type Reader } from '../page/read-language.ts';
import { chooseScreen } from './choose-screen.ts';
import { instructionScreen } from './instruction-screen.ts';
import { paidWith } from './paid-with.ts';
import { shownAmount } from './shown-amount.ts';
import { shownBrand } from './shown-brand.ts';
import { shownOrder } from './shown-order.ts';
import type { CashierState, EndScreen, Screen, ShownMandate } from './state.ts';

export async function cashierState(
  context: Context,
  transaction: Transaction,
  reader: Reader,
): Promise<CashierState> {
  const { language } = reader;
  const locale = localeOf(reader, transaction.country);
  const { version, type, amountMinor, currency, merchantReference, expiresAt } = transaction;
  const brand = context.brands.byId(transaction.brandId);
  if (!brand) throw new Error(`transaction ${transaction.id} belongs to a brand that does not exist`);
  const screen = await screenOf(context, transaction, language);
  return {
    version,
    kind: type === 'PAYIN' ? 'payin' : 'payout',
    language,
    locale,
    inTest: context.config.environment === 'test',
    isAtProvider: transaction.providerAccount !== null || isForProviders(screen),
    brand: shownBrand(brand, basePath(context)),
    amount: shownAmount(amountMinor, currency),
    isCapturedLater: isCapturedLater(transaction),
    mandate: shownMandate(transaction),
    reference: merchantReference === defaultReference(transaction.id) ? null : merchantReference,
    order: shownOrder(transaction.details.orderDetails ?? [], { language, locale }, transaction),
    returnUrl: returnUrl(transaction),
    now: context.now().toISOString(),
    expiresAt: screen.name === 'end' ? null : (expiresAt?.toISOString() ?? null),
    screen,
  };
}

/** True if every choice on the screen goes to a real provider. */
function isForProviders(screen: Screen): boolean {
  return (
    screen.name === 'choose' && screen.options.length > 0 && screen.options.every((one) => one.isAtProvider)
  );
}

async function screenOf(context: Context, transaction: Transaction, language: Language): Promise<Screen> {
  const { status, errorCode, provider } = transaction;
  if (isFinal(status)) return await end(context, transaction, language);
  if (isAuthorized(transaction)) return await held(context, transaction, language);
  if (hasCashierExpired(transaction, context.now())) {
    // The gateway asks the provider once more before a payment expires. So a shopper who paid at the last moment is not
    // told to pay again.
    return provider === null ? await end(context, transaction, language) : { name: 'wait', for: 'unknown' };
  }
  if (status === 'PENDING') return { name: 'wait', for: 'approval' };
  if (isAtCashier(transaction)) return await chooseScreen(context, transaction, language);
  if (errorCode === CODE.outcomeUnknown) return { name: 'wait', for: 'unknown' };
  if (isBeingSubmitted(transaction)) return { name: 'submitting' };
  return await instructionScreen(context, transaction);
}

/** The shopper has nothing more to do: to them the payment is over, until the merchant charges it. */
async function held({ sql }: Context, transaction: Transaction, language: Language): Promise<EndScreen> {
  const { authorized, currency } = transaction;
  const { amountMinor, capturedMinor: charged, captureBefore } = authorized!;
  const completedAt = await authorizedAt(sql, transaction);
  return {
    ...ENDED,
    outcome: 'held',
    hold: { amount: shownAmount(amountMinor - charged, currency), until: captureBefore.toISOString() },
    charged: charged > 0n ? shownAmount(charged, currency) : null,
    paidWith: paidWith(transaction, language),
    completedAt: completedAt?.toISOString() ?? null,
  };
}

const ENDED = {
  name: 'end',
  text: null,
  hold: null,
  charged: null,
  refunded: null,
  refunding: null,
  paidWith: null,
  completedAt: null,
  mail: null,
} as const satisfies Partial<EndScreen>;

async function end(context: Context, transaction: Transaction, language: Language): Promise<EndScreen> {
  const { status, authorized, amountMinor } = transaction;
  // A void, a lapse, and a capture that failed after all: nothing is held, and nothing was charged.
  if (authorized?.capturedMinor === 0n && amountMinor > 0n) return { ...ENDED, outcome: 'released' };
  if (status === 'COMPLETED') return await completed(context, transaction, language);
  const errorCode = isFinal(status) ? (transaction.errorCode ?? CODE.providerFailed) : CODE.expired;
  return {
    ...ENDED,
    // A failure is not a decline.
    outcome: status === 'ERROR' ? 'failed' : (OUTCOMES[errorCode] ?? 'declined'),
    text: isOfPayer(transaction, errorCode) ? null : shopperText(errorCode, language),
  };
}

async function completed(context: Context, transaction: Transaction, language: Language): Promise<EndScreen> {
  const { merchantId, id, type, amountMinor, amountRefundedMinor, currency, completedAt } = transaction;
  const made = amountRefundedMinor > 0n ? await context.refunds.ofTransaction(merchantId, id) : [];
  const onTheirWay = pendingRefundMinor(made);
  const given = amountRefundedMinor - onTheirWay;
  const charged = capturedMinor(transaction);
  const isPart = type === 'PAYIN' && charged < amountMinor;
  const mail = await receiptMailOf(context, transaction);
  return {
    ...ENDED,
    outcome: type === 'PAYIN' && amountMinor === 0n ? 'saved' : 'completed',
    charged: isPart ? shownAmount(charged, currency) : null,
    refunded: given > 0n ? shownAmount(given, currency) : null,
    refunding: onTheirWay > 0n ? shownAmount(onTheirWay, currency) : null,
    paidWith: paidWith(transaction, language),
    completedAt: completedAt?.toISOString() ?? null,
    mail: mail && { to: maskedAddress(mail.address), isSent: mail.isSent },
  };
}

function shownMandate({ details: { mandate }, currency }: Transaction): ShownMandate | null {
  if (!mandate) return null;
  const { reason, description, maxAmountMinor, expiresAt } = mandate;
  const maxAmount = maxAmountMinor === null ? null : shownAmount(BigInt(maxAmountMinor), currency);
  return { reason, description, maxAmount, expiresAt };
}

/**
 * Advice to try another card makes no sense to the recipient of a payout; the page has its own texts for recipients.
 */
function isOfPayer({ type }: Transaction, errorCode: ErrorCode): boolean {
  return type === 'PAYOUT' && !errorCode.startsWith('4');
}

const OUTCOMES: Readonly<Partial<Record<ErrorCode, EndScreen['outcome']>>> = {
  [CODE.cancelled]: 'cancelled',
  [CODE.expired]: 'expired',
};

/** "a•••@example.org". Whoever has the link must not learn the address. */
function maskedAddress(address: string): string {
  const [first] = address;
  return `${first}•••${address.slice(address.lastIndexOf('@'))}`;
}
