// What a shopper chose and filled in on the cashier's page (spec 4.8 to 4.10): a pay-in becomes an attempt and goes to
// its provider, a payout gets its recipient and waits for approval. If a submission comes twice (two clicks, two tabs,
// a lost answer), one counts: `attempt` says what the page knew, and the transaction's version guards the change.

import type { BrowserInfo } from '@tollgate/provider-kit/seam/browser';
import type { Customer } from '@tollgate/provider-kit/seam/customer';
import { CODE, errorReason } from '../../domain/errors/error-codes.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import { isCountryCode } from '../../domain/options/country.ts';
import { findOption } from '../../domain/options/payment-option.ts';
import { withHolder } from '../../domain/payment-data/account-holder.ts';
import { readCard } from '../../domain/payment-data/card.ts';
import type { PaymentData } from '../../domain/payment-data/check-fields.ts';
import { checkPaymentData } from '../../domain/payment-data/payment-data.ts';
import { documentFault } from '../../domain/payment-data/pix.ts';
import { attemptCheck } from '../../domain/transactions/counted-attempt.ts';
import { refusedPlan } from '../../domain/transactions/plan.ts';
import {
  isAtCashier,
  isCountryFixed,
  namedUser,
  type Transaction,
} from '../../domain/transactions/transaction.ts';
import { isReferenceTaken } from '../../storage/transactions/write-steps.ts';
import type { Context } from '../context.ts';
import { requireActiveBrand } from '../merchants/require-active-brand.ts';
import { applePayProvider, isCardEnteredElsewhere, isCvvNeeded } from '../payment-means/card-entry.ts';
import { hasCashierExpired } from '../payment-means/cashier-link.ts';
import { openPaymentData } from '../payment-means/keep-payment-fields.ts';
import { type GivenPaymentMeans, resolvePaymentMeans } from '../payment-means/resolve-means.ts';
import { refuseOption } from '../payment-means/usable-options.ts';
import { applyOnce, beginAttempt, reload } from '../submission/apply-outcome.ts';
import { sentTo } from '../submission/provider-of.ts';
import { type ExecutionContext, executePlan, withPaymentMeans } from '../transactions/execute-plan.ts';
import { planTransaction, type TransactionPlan } from '../transactions/plan-transaction.ts';
import type { Chosen } from './choose-option.ts';

export interface CashierSubmission {
  /** How many attempts the page knows of. */
  attempt: number;
  optionId: string;
  country: string | null;
  paymentData: Readonly<Record<string, unknown>>;
  /** Base64 of Apple's payment data, in place of a card; absent or null: none. It is never stored. */
  applePayToken?: string | null;
  /** The shopper agreed to save the card that they entered. Absent: they did not. */
  savesCard?: boolean;
  /** The shopper's input; it never replaces what the merchant sent. */
  customer: Pick<Customer, 'document'> | null;
  /** The source of the request. */
  browserIp: string;
  /** For 3-D Secure; null: not known. */
  browser: BrowserInfo | null;
}

export interface Submitted {
  /** false: another request was faster, or the page is no longer asking for anything. Nothing was changed. */
  taken: boolean;
  transaction: Transaction;
}

/** `cashierToken`: names the page to which a bank sends the shopper back. Throws Refusal 400 with every fault. */
export async function submitFromCashier(
  context: Context,
  transaction: Transaction,
  submission: CashierSubmission,
  cashierToken: string,
): Promise<Submitted> {
  const isAsked = isAtCashier(transaction) && !hasCashierExpired(transaction, context.now());
  if (!isAsked || transaction.attempts !== submission.attempt) return { taken: false, transaction };
  const brand = context.brands.byId(transaction.brandId);
  if (!brand) throw new Error(`transaction ${transaction.id} belongs to a brand that does not exist`);
  requireActiveBrand(brand);

  const chosen = choose(context, brand, transaction, submission);
  const filled = fillIn(transaction, chosen, submission);
  const given = await readPaymentMeans(context, filled, chosen, submission);
  const means = await resolvePaymentMeans(context, { brand, ...given });
  if (means.unusable) throw unusableToken();
  const around = { means, cashierToken, actor: 'shopper' } as const;
  const after = await claimAndCarryOut(context, transaction, () => goOn(context, brand, filled, around));
  if (!after) return { taken: false, transaction: await reload(context, transaction) };
  return { taken: true, transaction: after };
}

/**
 * Plans the whole transaction again, now with all fields; then stores the attempt or the recipient, and carries it out.
 */
async function goOn(
  context: Context,
  brand: Brand,
  filled: Transaction,
  around: ExecutionContext,
): Promise<Transaction | null> {
  const { means } = around;
  const { customer, browserIp } = filled.details;
  const optionId = filled.optionId!;
  const plan = planTransaction(
    context,
    brand,
    { ...filled, optionId, customer, browserIp, isAtPage: true },
    means,
  );
  const isRefused = plan.kind === 'decline' && plan.refusedBy !== undefined;
  if (plan.kind === 'decline' && !isRefused) throw unusable(plan.errorCode);
  if (plan.kind === 'ask-for-more') {
    throw new Refusal(
      400,
      plan.missing.map((field) => `${field}: is needed`),
    );
  }
  const next = withPaymentMeans(context, { ...filled, attempts: filled.attempts + 1 }, means, plan);
  if (next.type === 'PAYOUT') return await executePlan(context, next, plan, around);
  // Stored before we ask any provider; only one of several submissions continues. A refusal counts as an attempt too:
  // the shopper may try another way.
  const now = context.now();
  const attempt: Transaction = {
    ...next,
    attemptedAt: now,
    threeDs: null,
    ...sentTo(firstOf(context, plan, { ...filled, optionId })),
    providerReference: null,
  };
  const check = isRefused ? null : attemptCheck(brand.risk, attempt, now);
  const attempted = await beginAttempt(context, attempt, check);
  if (!attempted) return null;
  const { begun, refusedBy } = attempted;
  return await executePlan(context, begun, refusedBy ? refusedPlan(refusedBy) : plan, around);
}

/** A refused attempt goes to no provider, but it is stored and counted as if it had gone to the first provider. */
function firstOf(context: Context, plan: TransactionPlan, filled: Transaction & { optionId: string }) {
  return plan.kind === 'send' ? plan.providers[0]! : context.providersFor(filled.brandId, filled)[0]!;
}

/**
 * The merchant's reference moves to the country that the shopper chose (contract 3). If another payment already has the
 * reference there, the transaction ends: nothing of this step is stored and no provider is asked.
 */
async function claimAndCarryOut(
  context: Context,
  before: Transaction,
  step: () => Promise<Transaction | null>,
): Promise<Transaction | null> {
  try {
    return await step();
  } catch (error) {
    if (!isReferenceTaken(error)) throw error;
    return await applyOnce(
      context,
      before,
      { kind: 'declined', errorCode: CODE.referenceUsed },
      { actor: 'gateway' },
    );
  }
}

/** Checks the rules of contract 7 and of the page: a v3 redirect asks for missing fields and changes nothing else. */
function choose(
  context: Context,
  brand: Brand,
  transaction: Transaction,
  { optionId, country }: CashierSubmission,
): Chosen {
  const chosen = findOption(optionId);
  const before = transaction.optionId === null ? undefined : findOption(transaction.optionId);
  const isOther =
    before !== undefined &&
    (chosen?.option !== before.option || (before.suboption && chosen.suboption !== before.suboption));
  if (isLocked(transaction) && isOther) throw unusable(CODE.optionNotAllowed);
  if (!chosen) throw unusable(CODE.optionNotAllowed);
  if (country !== null && !isCountryCode(country)) throw new Refusal(400, ['country: choose a country']);
  const use = { ...transaction, optionId, country: countryOf(transaction, country) };
  const refused = refuseOption(context, brand, use);
  if (refused) throw unusable(refused);
  return chosen;
}

/** The merchant has chosen the option by its v3 or v2 request; the page asks only for the rest. */
export function isLocked({ type, origin, optionId }: Transaction): boolean {
  return optionId !== null && (origin === 'v3' || (type === 'PAYOUT' && origin === 'v2'));
}

/** The merchant's country, if the request named one; a shopper's choice applies until they choose again. */
function countryOf(transaction: Transaction, given: string | null): string | null {
  return isCountryFixed(transaction) ? transaction.country : (given ?? transaction.country);
}

function unusable(errorCode: Parameters<typeof errorReason>[0]): Refusal {
  return new Refusal(400, [`optionId: ${errorReason(errorCode)}`], { errorCode });
}

/** The attempt that will be stored: known fields plus the shopper's input. */
function fillIn(
  transaction: Transaction,
  { option, suboption }: Chosen,
  given: CashierSubmission,
): Transaction {
  const { wallet: _, ...details } = transaction.details;
  const known = details.customer;
  // A document that the method cannot use, such as a passport, counts as missing.
  const isUsable = Boolean(known?.document?.number) && documentFault(known?.document) === null;
  const document = isUsable ? known!.document : (given.customer?.document ?? known?.document);
  const country = countryOf(transaction, given.country);
  return {
    ...transaction,
    optionId: suboption?.id ?? option.id,
    country,
    referenceCountry: country ?? '',
    details: {
      ...details,
      browserIp: given.browserIp,
      ...(given.browser && { browser: given.browser }),
      ...(given.applePayToken != null && { wallet: 'apple-pay' }),
      ...(document && { customer: { ...known, document } }),
      ...(country !== null && !isCountryFixed(transaction) && { countryChosen: true }),
    },
  };
}

/**
 * A card, or the fields of another method together with the merchant's fields. If the card is entered at the provider,
 * nothing is read. Throws Refusal 400 with every fault.
 */
async function readPaymentMeans(
  context: Context,
  filled: Transaction,
  chosen: Chosen,
  { paymentData: given, applePayToken, savesCard = false }: CashierSubmission,
): Promise<Omit<GivenPaymentMeans, 'brand'>> {
  const { type, optionId } = filled;
  const isCard = chosen.option.type === 'CARD' && type === 'PAYIN';
  const use = { ...filled, optionId: optionId! };
  if (applePayToken != null) {
    if (!isCard || applePayProvider(context, use) === null)
      throw new Refusal(400, ['applePayToken: Apple Pay is not offered here; choose another way to pay']);
    return { type, userId: namedUser(filled), card: null, paymentData: { applePayToken } };
  }
  const isElsewhere = isCardEnteredElsewhere(context, filled, use);
  const isCvvOptional = isCard && !isCvvNeeded(context, use);
  const card = isCard && !isElsewhere ? readCard(given, context.now(), { isCvvOptional }) : null;
  if (Array.isArray(card)) throw new Refusal(400, card.map(inOneLine));
  const paymentData = isCard ? {} : await readFields(context, filled, chosen, given);
  return { type, userId: namedUser(filled), card, savesCard, paymentData };
}

async function readFields(
  context: Context,
  transaction: Transaction,
  chosen: Chosen,
  given: CashierSubmission['paymentData'],
): Promise<PaymentData> {
  const { currency, amountMinor, details } = transaction;
  const { customer } = details;
  const paymentData = { ...given, ...(await openPaymentData(context, transaction)) };
  const now = context.now();
  const checked = checkPaymentData(chosen, { paymentData, currency, amountMinor, customer, now });
  if (Array.isArray(checked)) throw new Refusal(400, checked.map(inOneLine));
  return withHolder({ optionId: transaction.optionId, customer }, checked);
}

function unusableToken(): Refusal {
  return new Refusal(400, ['paymentData.token: this saved card cannot be used; enter a card']);
}

const inOneLine = ({ field, message }: { field: string; message: string }) => `${field}: ${message}`;
