// What the cashier's page is told of a transaction (state.ts): the frame around it, and which screen it is. Made anew for
// every answer and every event, from the transaction alone; it changes nothing. A shopper never learns more here than they
// may know: no code, no token of the page, nothing of what the merchant sent about them; what they ordered they know.

import { hasCashierExpired } from '../../../actions/cashier/cashier-link.ts';
import type { Context } from '../../../actions/context.ts';
import { returnUrl } from '../../../domain/cashier/return-url.ts';
import { type ErrorCode, type Language, shopperText } from '../../../domain/errors/error-codes.ts';
import { currencyDigits } from '../../../domain/money/currency.ts';
import { formatMinor } from '../../../domain/money/money.ts';
import {
  isAtCashier,
  isBeingSubmitted,
  isFinal,
  madeUpReference,
  type Transaction,
} from '../../../domain/transactions/transaction.ts';
import { basePath } from '../page/base-path.ts';
import { localeOf, type Reader } from '../page/read-language.ts';
import { chooseScreen } from './choose-screen.ts';
import { instructionScreen } from './instruction-screen.ts';
import { paidWith } from './paid-with.ts';
import { shownBrand } from './shown-brand.ts';
import { shownOrder } from './shown-order.ts';
import type { CashierState, EndScreen, Screen } from './state.ts';

export async function cashierState(
  context: Context,
  transaction: Transaction,
  reader: Reader,
): Promise<CashierState> {
  const { language } = reader;
  const locale = localeOf(reader, transaction.country);
  const { version, type, amountMinor, currency, merchantReference, expiresAt } = transaction;
  const brand = context.brands.byId(transaction.brandId);
  if (!brand) throw new Error(`transaction ${transaction.id} is of a brand that is not there`);
  const screen = await screenOf(context, transaction, language);
  return {
    version,
    kind: type === 'PAYIN' ? 'payin' : 'payout',
    language,
    locale,
    inTest: context.config.environment === 'test',
    brand: shownBrand(brand, basePath(context)),
    amount: {
      value: formatMinor(amountMinor, currency),
      currency,
      digits: currencyDigits(currency)!,
    },
    reference: merchantReference === madeUpReference(transaction.id) ? null : merchantReference,
    order: shownOrder(transaction.details.orderDetails ?? [], language, locale),
    returnUrl: returnUrl(transaction),
    now: context.now().toISOString(),
    expiresAt: screen.name === 'end' ? null : (expiresAt?.toISOString() ?? null),
    screen,
  };
}

async function screenOf(context: Context, transaction: Transaction, language: Language): Promise<Screen> {
  const { status, errorCode, provider } = transaction;
  if (isFinal(status)) return end(transaction, language);
  if (hasCashierExpired(transaction, context.now())) {
    // A provider is asked once more before it has expired: nobody who paid at the last moment is told to pay again.
    return provider === null ? end(transaction, language) : { name: 'wait', for: 'unknown' };
  }
  if (status === 'PENDING') return { name: 'wait', for: 'approval' };
  if (isAtCashier(transaction)) return await chooseScreen(context, transaction, language);
  if (errorCode === '9001') return { name: 'wait', for: 'unknown' };
  if (isBeingSubmitted(transaction)) return { name: 'submitting' };
  return await instructionScreen(context, transaction);
}

function end(transaction: Transaction, language: Language): EndScreen {
  const { status, completedAt } = transaction;
  if (status === 'COMPLETED') {
    return {
      name: 'end',
      outcome: 'completed',
      text: null,
      paidWith: paidWith(transaction, language),
      completedAt: completedAt?.toISOString() ?? null,
    };
  }
  const errorCode = isFinal(status) ? (transaction.errorCode ?? '9002') : '3002';
  return {
    name: 'end',
    // Nobody has said no to what failed.
    outcome: status === 'ERROR' ? 'failed' : (OUTCOMES[errorCode] ?? 'declined'),
    text: isOfPayer(transaction, errorCode) ? null : shopperText(errorCode, language),
    paidWith: null,
    completedAt: null,
  };
}

/** Advice to try another card is none to somebody who was to be paid: the page has words of its own for them. */
function isOfPayer({ type }: Transaction, errorCode: ErrorCode): boolean {
  return type === 'PAYOUT' && !errorCode.startsWith('4');
}

const OUTCOMES: Readonly<Partial<Record<ErrorCode, EndScreen['outcome']>>> = {
  '3001': 'cancelled',
  '3002': 'expired',
};
