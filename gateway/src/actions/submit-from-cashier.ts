// What a shopper chose and filled in on the cashier's page (spec 4.8 to 4.10): a pay-in becomes an attempt and goes to its
// provider, a payout gets its recipient and waits for approval. Called by http/cashier/submit.ts. Of two clicks, tabs or
// lost answers one counts: `attempt` says what the page knew, and the transaction's version guards the change.
import type { Brand } from '../domain/brand.ts';
import { isCountryCode } from '../domain/country.ts';
import { errorReason } from '../domain/error-codes.ts';
import { readCard } from '../domain/payment-data/card.ts';
import { checkPaymentData, missingInputs, type PaymentData } from '../domain/payment-data/payment-data.ts';
import { documentFault } from '../domain/payment-data/pix.ts';
import { findOption } from '../domain/payment-option.ts';
import { Refusal } from '../domain/refusal.ts';
import { type Customer, isAtCashier, namedUser, type Transaction } from '../domain/transaction.ts';
import type { Instrument } from '../providers/provider.ts';
import { applyOnce, reload } from './apply-outcome.ts';
import { hasCashierExpired } from './cashier-link.ts';
import type { Chosen } from './choose-option.ts';
import type { Context } from './context.ts';
import { addRecipient, takePayout } from './create-payout.ts';
import { judgeUse } from './judge-use.ts';
import { openPaymentData } from './keep-payment-fields.ts';
import { requireActiveBrand } from './require-active-brand.ts';
import { type ResolvedCard, resolveCard } from './resolve-card.ts';
import { resolveRecipient } from './resolve-recipient.ts';
import { submitPayin } from './submit-payin.ts';

export interface CashierSubmission {
  /** How many attempts the page knew of. */
  attempt: number;
  optionId: string;
  country: string | null;
  paymentData: Readonly<Record<string, unknown>>;
  /** What the shopper added; it never replaces what the merchant sent. */
  customer: Pick<Customer, 'document'> | null;
}

export interface Submitted {
  /** false: somebody was faster, or nothing is asked for any more; nothing was changed. */
  taken: boolean;
  transaction: Transaction;
}

/** `pageUrl`: the cashier's page, where a bank sends the shopper back to. Throws Refusal 400 with every fault. */
export async function submitFromCashier(
  context: Context,
  transaction: Transaction,
  submission: CashierSubmission,
  pageUrl: string,
): Promise<Submitted> {
  const isAsked = isAtCashier(transaction) && !hasCashierExpired(transaction, context.now());
  if (!isAsked || transaction.attempts !== submission.attempt) return { taken: false, transaction };
  const brand = context.brands.byId(transaction.brandId);
  if (!brand) throw new Error(`transaction ${transaction.id} is of a brand that is not there`);
  requireActiveBrand(brand);

  const chosen = choose(brand, transaction, submission);
  const filled = fillIn(transaction, chosen, submission);
  const after =
    transaction.type === 'PAYIN'
      ? await pay(context, brand, filled, chosen, submission, pageUrl)
      : await payOut(context, brand, filled, chosen, submission);
  if (!after) return { taken: false, transaction: await reload(context, transaction) };
  return { taken: true, transaction: after };
}

/** The rules of contract 7, and those of the page: a v3 redirect asks for what is missing and changes nothing else. */
function choose(brand: Brand, transaction: Transaction, { optionId, country }: CashierSubmission): Chosen {
  const chosen = findOption(optionId);
  const before = transaction.optionId === null ? undefined : findOption(transaction.optionId);
  const isOther =
    before !== undefined &&
    (chosen?.option !== before.option || (before.suboption && chosen.suboption !== before.suboption));
  if (isLocked(transaction) && isOther) throw unusable('1010');
  if (!chosen) throw unusable('1010');
  if (country !== null && !isCountryCode(country)) throw new Refusal(400, ['country: choose a country']);
  const use = { ...transaction, brand, optionId, country: countryOf(transaction, country) };
  const verdict = judgeUse(use, transaction.type);
  if (verdict !== 'ok') throw unusable(verdict.errorCode);
  return chosen;
}

/** The merchant has chosen the option by its v3 or v2 request; the page only asks for the rest. */
export function isLocked({ type, origin, optionId }: Transaction): boolean {
  return optionId !== null && (origin === 'v3' || (type === 'PAYOUT' && origin === 'v2'));
}

/** The merchant's, where the request named one; what a shopper chose holds until they choose anew. */
function countryOf({ country, referenceCountry }: Transaction, given: string | null): string | null {
  return referenceCountry !== '' ? country : (given ?? country);
}

function unusable(errorCode: Parameters<typeof errorReason>[0]): Refusal {
  return new Refusal(400, [`optionId: ${errorReason(errorCode)}`], { errorCode });
}

/** The attempt as it will be stored: what was known, and what the shopper added. */
function fillIn(
  transaction: Transaction,
  { option, suboption }: Chosen,
  given: CashierSubmission,
): Transaction {
  const { details } = transaction;
  const known = details.customer;
  // One that the method cannot use, such as a passport, is as good as none.
  const isUsable = Boolean(known?.document?.number) && documentFault(known?.document) === null;
  const document = isUsable ? known!.document : (given.customer?.document ?? known?.document);
  return {
    ...transaction,
    optionId: suboption?.id ?? option.id,
    country: countryOf(transaction, given.country),
    details: document ? { ...details, customer: { ...known, document } } : details,
  };
}

async function pay(
  context: Context,
  brand: Brand,
  filled: Transaction,
  chosen: Chosen,
  { paymentData }: CashierSubmission,
  pageUrl: string,
): Promise<Transaction | null> {
  const isCard = chosen.option.type === 'CARD';
  const card = isCard ? await cardOf(context, brand, filled, paymentData) : null;
  const data = isCard ? {} : await dataOf(context, filled, chosen, paymentData);
  const providers = context.providersFor(filled.optionId!, filled.currency);
  if (providers.length === 0) throw unusable('1011');

  // Durable before any provider hears of it, and the one of several submissions that goes on.
  const now = context.now();
  const attempt: Transaction = {
    ...filled,
    attempts: filled.attempts + 1,
    attemptedAt: now,
    card: card?.summary ?? null,
    panSealed: card?.panSealed ?? null,
    paymentDataSealed: null,
    threeDs: null,
    provider: providers[0]!.id,
    providerReference: null,
  };
  const begun = await applyOnce(context, attempt, { kind: 'submitted' }, 'shopper');
  if (!begun) return null;
  const { method } = chosen.suboption ?? chosen.option;
  const instrument: Instrument = card
    ? { kind: 'card', card: card.inHand }
    : { kind: 'method', method, data };
  return await submitPayin(context, begun, providers, instrument, pageUrl, 'shopper');
}

async function cardOf(
  context: Context,
  brand: Brand,
  transaction: Transaction,
  given: CashierSubmission['paymentData'],
): Promise<ResolvedCard> {
  const card = readCard(given, context.now());
  if (Array.isArray(card)) throw new Refusal(400, card.map(inOneLine));
  const resolved = await resolveCard(context, { brand, userId: namedUser(transaction), card });
  if (!resolved || 'declined' in resolved) throw unusableToken();
  return resolved;
}

/** Checked and complete, with what the merchant had sent. */
async function dataOf(
  context: Context,
  { country, currency, details, ...transaction }: Transaction,
  chosen: Chosen,
  given: CashierSubmission['paymentData'],
): Promise<PaymentData> {
  const { customer } = details;
  const kept = await openPaymentData(context, transaction);
  const paymentData = { ...given, ...kept };
  const checked = checkPaymentData(chosen, { paymentData, currency, customer, now: context.now() });
  if (Array.isArray(checked)) throw new Refusal(400, checked.map(inOneLine));
  const missing = missingInputs(chosen, { country, currency, data: checked, customer });
  const faults = missing.map((field) => `${field}: is needed`);
  if (faults.length > 0) throw new Refusal(400, faults);
  return checked;
}

async function payOut(
  context: Context,
  brand: Brand,
  filled: Transaction,
  chosen: Chosen,
  { paymentData }: CashierSubmission,
): Promise<Transaction | null> {
  const data = await dataOf(context, filled, chosen, paymentData);
  const recipient = await resolveRecipient(context, brand, namedUser(filled), data);
  if ('declined' in recipient) throw unusableToken();
  const step = { kind: 'admit' } as const;
  const payout = addRecipient(context, { ...filled, attempts: filled.attempts + 1 }, recipient, step);
  return await takePayout(context, payout, brand, step, 'shopper');
}

function unusableToken(): Refusal {
  return new Refusal(400, ['paymentData.token: this saved card cannot be used; enter a card']);
}

const inOneLine = ({ field, message }: { field: string; message: string }) => `${field}: ${message}`;
