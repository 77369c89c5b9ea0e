// Tries a brand's test account at a provider with a payment, its refund and the notifications of both (npm run
// provider:check). The payment takes the same way as every other, so what works here works for the brand. It needs a
// gateway that runs at PUBLIC_URL, where the notifications arrive. Never for a live account: money would move.
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import type { ProviderAccount } from '../../domain/merchants/provider-account.ts';
import { optionsOf, type PaymentOption } from '../../domain/options/payment-option.ts';
import { checkCardDetails } from '../../domain/payment-data/card.ts';
import { NO_DETAILS } from '../../domain/transactions/new-transaction.ts';
import { isFinal, type Transaction } from '../../domain/transactions/transaction.ts';
import type { Provider } from '../../providers/provider.ts';
import { listNotifications } from '../../storage/notifications/notification-store.ts';
import type { Context } from '../context.ts';
import { createRefund } from '../refunds/create-refund.ts';
import { resolveRefund } from '../refunds/resolve-refund.ts';
import { createTransaction } from '../transactions/create-transaction.ts';
import { resolveTransaction } from '../transactions/resolve-transaction.ts';

export interface Trial {
  account: ProviderAccount;
  /** How long each part may take; a person may have to pay on a page. */
  waitMs: number;
  /** Prints a line for the person who runs the trial. */
  tell(line: string): void;
}

export interface TrialVerdict {
  part: 'credentials' | 'payment' | 'refund' | 'notification';
  ok: boolean;
  /** In plain words. */
  message: string;
}

/** A test card that providers accept without 3-D Secure. */
const CARD = { cardNumber: '4111111111111111', expiryMonth: '03', expiryYear: '2030', cardCvv: '737' };
const POLL_MS = 250;

/** The verdicts in order; after the first bad one the rest is not tried. */
export async function tryAccount(context: Context, trial: Trial): Promise<TrialVerdict[]> {
  const { account } = trial;
  const adapter = context.provider(account.provider, account.id);
  if (!adapter) return [no('credentials', 'the adapter of this account could not be made')];
  const { ok, reason } = await adapter.check(AbortSignal.timeout(adapter.deadlineMs));
  if (!ok) return [no('credentials', reason ?? 'the provider refused them')];
  const verdicts = [yes('credentials', 'the provider accepts them')];
  const paid = await pay(context, adapter, trial);
  verdicts.push(paid.verdict);
  if (!paid.verdict.ok || !paid.transaction) return verdicts;
  verdicts.push(await tryRefund(context, adapter, paid.transaction, trial));
  verdicts.push(await heard(context, paid.transaction, trial));
  return verdicts;
}

const yes = (part: TrialVerdict['part'], message: string): TrialVerdict => ({ part, ok: true, message });
const no = (part: TrialVerdict['part'], message: string): TrialVerdict => ({ part, ok: false, message });

async function pay(
  context: Context,
  adapter: Provider,
  { account, waitMs, tell }: Trial,
): Promise<{ verdict: TrialVerdict; transaction?: Transaction }> {
  const option = firstOption(account, adapter);
  if (!option) return { verdict: no('payment', 'the account serves no card, iDEAL or PayPal to try') };
  const brand = context.brands.byId(account.brandId)!;
  const isCard = option.type === 'CARD' && adapter.cardEntry === 'tollgate';
  const place = option.availableCountries[0]!;
  // Uses only this account, whatever its priority.
  const alone = { ...context, providersFor: () => [adapter] };
  const { result } = await createTransaction(alone, {
    type: 'PAYIN',
    brand,
    origin: 'v3',
    optionId: option.id,
    currency: 'EUR',
    amountMinor: 100n,
    country: place.code.length === 2 ? place.code : 'NL',
    merchantReference: null,
    paymentReference: null,
    userId: null,
    details: { ...NO_DETAILS, customer: CUSTOMER },
    card: isCard ? { kind: 'new', details: cardDetails(context.now()) } : null,
    paymentData: {},
    idempotency: null,
  });
  const { merchantId } = account;
  const find = async () => (await context.transactions.find(merchantId, result.transactionId))!;
  let transaction = await find();
  const page = transaction.result?.redirectUrl;
  if (!isFinal(transaction.status) && typeof page === 'string') {
    tell(`Open this page and pay there with test data of the provider: ${page}`);
  }
  const canInquire = adapter.capabilities.inquiry === 'supported';
  await until(waitMs, async () => {
    transaction = await find();
    if (!isFinal(transaction.status) && canInquire)
      transaction = await resolveTransaction(alone, transaction);
    return isFinal(transaction.status);
  });
  const { id, status, errorCode } = transaction;
  if (status === 'COMPLETED')
    return { verdict: yes('payment', `EUR 1.00 by ${option.name}: ${id} is COMPLETED`), transaction };
  const why = errorCode ? `${status} (${errorCode})` : status;
  return { verdict: no('payment', `EUR 1.00 by ${option.name}: ${id} is ${why} after ${waitMs / 1_000} s`) };
}

async function tryRefund(
  context: Context,
  adapter: Provider,
  transaction: Transaction,
  { waitMs }: Trial,
): Promise<TrialVerdict> {
  try {
    const wanted = { amountMinor: null, refundReference: null, reason: null };
    const { id } = await createRefund(context, ROOT, transaction, wanted);
    const { merchantId, brandId } = transaction;
    const find = async () => (await context.refunds.find(merchantId, brandId, id))!;
    let refund = await find();
    const askable = adapter.capabilities.inquiry === 'supported';
    await until(waitMs, async () => {
      if (refund.status === 'PENDING' && askable) await resolveRefund(context, refund);
      refund = await find();
      return refund.status !== 'PENDING';
    });
    if (refund.status === 'COMPLETED') return yes('refund', `${id} is COMPLETED`);
    return no('refund', `${id} is ${refund.status} after ${waitMs / 1_000} s`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return no('refund', error.message);
  }
}

async function heard(
  context: Context,
  { merchantId, brandId, id }: Transaction,
  { account, waitMs }: Trial,
): Promise<TrialVerdict> {
  const about = { merchantId, brandId, state: null, after: null, limit: 100, transactionId: id };
  let kinds: string[] = [];
  await until(waitMs, async () => {
    const found = await listNotifications(context.sql, about);
    const applied = found.filter(({ accountId, state }) => accountId === account.id && state === 'applied');
    kinds = applied.map(({ kind }) => kind);
    return kinds.length > 0;
  });
  if (kinds.length > 0) return yes('notification', `arrived and applied: ${kinds.join(', ')}`);
  const address = `${context.config.publicUrl}/providers/${account.provider}/notifications/${account.id}`;
  return no(
    'notification',
    `none arrived in ${waitMs / 1_000} s: is a gateway running, and does the provider send to ${address}?`,
  );
}

/** Ends when it is done or when the time is over, after at least one look. */
async function until(waitMs: number, isDone: () => Promise<boolean>): Promise<void> {
  const looks = Math.max(1, Math.ceil(waitMs / POLL_MS));
  for (let look = 0; look < looks; look++) {
    if (await isDone()) return;
    await sleep(POLL_MS);
  }
}

/** A card if the account serves it; else an option that leads to a page. */
function firstOption({ optionIds }: ProviderAccount, { capabilities }: Provider): PaymentOption | undefined {
  const served = optionsOf('PAYIN').filter(
    ({ id, method }) =>
      (optionIds === null || optionIds.includes(id)) &&
      capabilities.methods.some((one) => one.direction === 'PAYIN' && one.method === method),
  );
  return ['card', 'ideal', 'paypal']
    .map((wanted) => served.find(({ method }) => method === wanted))
    .find((one) => one !== undefined);
}

function cardDetails(now: Date) {
  const details = checkCardDetails({ ...CARD, cardHolder: 'Tollgate Check' }, now);
  if (Array.isArray(details)) throw new Error(`the test card is not valid: ${details[0]?.message}`);
  return details;
}

const CUSTOMER = { name: 'Tollgate Check', email: 'check@example.com', ip: '127.0.0.1' };
