// A month of sample data for the portal, in `test` only. The payments (demo/sample-month.ts) go through the actions
// that serve the API, with a clock set to the time when each of them began. So the ledger, the timelines and the
// webhooks are real. It uses a brand of its own because days of an older one may be closed already
// (actions/ledger/settlement-days.ts). It must never run in production.

import type { ReturnParameters } from '@tollgate/provider-kit';
import { createCapture } from '../actions/captures/create-capture.ts';
import type { Context } from '../actions/context.ts';
import { fundBrand } from '../actions/ledger/fund-brand.ts';
import { closeDays } from '../actions/ledger/settlement-days.ts';
import { changeBrand } from '../actions/merchants/change-brand.ts';
import { createBrand } from '../actions/merchants/create-brand.ts';
import { settlePayout } from '../actions/payouts/settle-payout.ts';
import { createRefund } from '../actions/refunds/create-refund.ts';
import { resolveRefund } from '../actions/refunds/resolve-refund.ts';
import { settleSandbox } from '../actions/settlements/settle-sandbox.ts';
import { createTransaction } from '../actions/transactions/create-transaction.ts';
import { expireTransaction } from '../actions/transactions/expire-transaction.ts';
import { resolveTransaction } from '../actions/transactions/resolve-transaction.ts';
import { resumeTransaction } from '../actions/transactions/resume-transaction.ts';
import type { AuditActor } from '../domain/audit/audit.ts';
import { Refusal } from '../domain/errors/refusal.ts';
import type { Brand } from '../domain/merchants/brand.ts';
import { SAMPLE_SHOP } from '../domain/merchants/brand.ts';
import { checkCardDetails } from '../domain/payment-data/card.ts';
import { NO_DETAILS } from '../domain/transactions/new-transaction.ts';
import { chargeReference, isAuthorized, type Transaction } from '../domain/transactions/transaction.ts';
import {
  DECISION_PARAMETER,
  signDecision,
  type VisitDecision,
} from '../domain/transactions/visit-decision.ts';
import { checkNotificationUrl } from '../domain/web-address.ts';
import { listBrands } from '../storage/merchants/brand-store.ts';
import { type SamplePayin, type SamplePayment, type SamplePayout, sampleMonth } from './sample-month.ts';

export interface SampleProgress {
  brandId: string;
  brandName: string;
  done: number;
  of: number;
}

/** How many payments are in progress at once. */
const AT_ONCE = 8;
const FUNDING_MINOR = 500_000n;
const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** Weekly payouts of the sandbox within the month. */
const PAYOUTS = 4;

/** Answers its progress, every few payments. Throws Refusal 409 if the merchant has a sample shop. */
export async function* fillSample(
  context: Context,
  by: AuditActor,
  model: Pick<Brand, 'merchantId' | 'timeZone'>,
  perDay?: number,
): AsyncGenerator<SampleProgress> {
  const { merchantId, timeZone } = model;
  const { brands } = context;
  if ((await listBrands(context.sql, merchantId)).some(({ name }) => name === SAMPLE_SHOP)) {
    throw new Refusal(409, `this merchant already has a ${SAMPLE_SHOP}; it can have only one`);
  }
  const { brandId } = await createBrand(context, by, merchantId, { name: SAMPLE_SHOP, timeZone });
  await nameReceiver(context, by, brandId);
  const brand = brands.byId(brandId)!;
  const payments = sampleMonth(brandId, context.now(), perDay);
  const begin = contextAt(context, new Date(payments[0]!.at.getTime() - SECOND_MS));
  await fundBrand(begin.context, by, brandId, {
    currency: 'EUR',
    amountMinor: FUNDING_MINOR,
    reference: 'sample',
  });
  const progress = { brandId, brandName: SAMPLE_SHOP, of: payments.length };
  yield { ...progress, done: 0 };
  for (let done = 0; done < payments.length; done += AT_ONCE) {
    const batch = payments.slice(done, done + AT_ONCE);
    await Promise.all(
      batch.map((payment, i) =>
        live(context, by, brand, { ...payment, merchantReference: `S-${1001 + done + i}` }),
      ),
    );
    const lived = done + batch.length;
    if (lived === payments.length) await payOutWeekly(context, brand);
    // Closes the shop's days before it reports the end, because the workers skip a sample shop for a day.
    if (lived === payments.length) while ((await closeDays(context.sql, brand, context.now())) > 0);
    yield { ...progress, done: lived };
  }
}

/**
 * Sends the shop's webhooks to the receiver of the sandbox. Without a port the gateway does not know its own address
 * (config.ts).
 */
async function nameReceiver(context: Context, by: AuditActor, brandId: string): Promise<void> {
  const { port, publicUrl, allowInsecureWebhooks } = context.config;
  const notificationUrl = `${publicUrl}/sandbox/receiver/${brandId}`;
  const fault = checkNotificationUrl(notificationUrl, { allowInsecure: allowInsecureWebhooks });
  if (port !== 0 && fault === null) await changeBrand(context, by, brandId, { notificationUrl });
}

interface Named {
  merchantReference: string;
}

/** Plays one payment from its beginning to its current state. */
async function live(
  context: Context,
  by: AuditActor,
  brand: Brand,
  payment: SamplePayment & Named,
): Promise<void> {
  const past = contextAt(context, payment.at);
  if (payment.kind === 'payin') await livePayin(past, by, brand, payment);
  else await livePayout(past, by, brand, payment);
}

async function livePayin(
  past: Past,
  by: AuditActor,
  brand: Brand,
  payment: SamplePayin & Named,
): Promise<void> {
  const { merchantReference, optionId, country, currency, amountMinor, userId } = payment;
  const { customer, cardNumber, visit, capture, refund } = payment;
  const answer = await createTransaction(past.context, {
    type: 'PAYIN',
    brand,
    origin: 'v3',
    optionId,
    country,
    currency,
    amountMinor,
    userId,
    merchantReference,
    paymentReference: null,
    details: capture ? { ...NO_DETAILS, customer, captureMode: 'manual' } : { ...NO_DETAILS, customer },
    card:
      cardNumber === null
        ? null
        : { kind: 'new', details: cardDetails(cardNumber, customer.name!, payment.at) },
    paymentData: {},
    idempotency: null,
  });
  let transaction = await find(past, brand, answer.result.transactionId);
  if (visit !== null && visit !== 'leave') {
    past.wait(40 * SECOND_MS);
    transaction = await resumeTransaction(
      past.context,
      transaction,
      visitResult(past.context, transaction, visit),
    );
  }
  transaction = await settle(past, transaction);
  if (capture) transaction = await captureSample(past, by, transaction, payment);
  if (!refund || transaction.status !== 'COMPLETED') return;
  past.standAt(new Date(payment.at.getTime() + refund.afterMs));
  await refundSample(past, by, transaction, refund);
}

/**
 * An order that has not shipped yet stays authorised. The workers go by the real clock, so they may end an
 * authorisation of last week before its capture; then it stays lapsed.
 */
async function captureSample(
  past: Past,
  by: AuditActor,
  transaction: Transaction,
  { at, capture }: Pick<SamplePayin, 'at' | 'capture'>,
): Promise<Transaction> {
  const shippedAt = new Date(at.getTime() + capture!.afterMs);
  if (!isAuthorized(transaction) || shippedAt > past.present()) return transaction;
  past.standAt(shippedAt);
  const { amountMinor } = capture!;
  await unlessRefused(() =>
    createCapture(past.context, by, transaction, { amountMinor, isFinal: true, captureReference: null }),
  );
  return await find(past, transaction, transaction.id);
}

/** The values with which the sandbox's bank sends a shopper back. */
function visitResult(
  { vault }: Context,
  transaction: Transaction,
  decision: VisitDecision,
): ReturnParameters {
  const fingerprint = (text: string) => vault.fingerprint(text);
  return { [DECISION_PARAMETER]: signDecision(chargeReference(transaction), decision, fingerprint) };
}

async function refundSample(
  past: Past,
  by: AuditActor,
  transaction: Transaction,
  { amountMinor, reason }: NonNullable<SamplePayin['refund']>,
): Promise<void> {
  // As in any shop, money that was paid out cannot be refunded.
  await unlessRefused(async () => {
    const made = await createRefund(past.context, by, transaction, {
      amountMinor,
      refundReference: null,
      reason,
    });
    past.wait(past.context.config.sandboxDelayMs + SECOND_MS);
    await resolveRefund(past.context, made);
  });
}

async function unlessRefused(play: () => Promise<unknown>): Promise<void> {
  try {
    await play();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

async function livePayout(
  past: Past,
  by: AuditActor,
  brand: Brand,
  payment: SamplePayout & Named,
): Promise<void> {
  const { merchantReference, optionId, country, currency, amountMinor, userId, recipient, decision } =
    payment;
  const answer = await createTransaction(past.context, {
    type: 'PAYOUT',
    brand,
    origin: 'v3',
    optionId,
    country,
    currency,
    amountMinor,
    userId,
    merchantReference,
    paymentReference: null,
    details: NO_DETAILS,
    card: null,
    paymentData: recipient,
    idempotency: null,
  });
  if (!decision) return;
  const transaction = await find(past, brand, answer.result.transactionId);
  past.standAt(new Date(payment.at.getTime() + decision.afterMs));
  const settled = await settlePayout(past.context, by, transaction, { action: decision.action });
  await settle(past, settled.transaction);
}

/** Moves the clock forward until a network has answered or a payer has left; the workers do the rest. */
async function settle(past: Past, begun: Transaction): Promise<Transaction> {
  let transaction = begun;
  for (;;) {
    const { status, expiresAt, dueAt } = transaction;
    const isOpen = status === 'PROCESSING' && !isAuthorized(transaction);
    if (!isOpen || dueAt === null || dueAt > past.present()) return transaction;
    past.standAt(new Date(dueAt.getTime() + SECOND_MS));
    const isOver = expiresAt !== null && expiresAt <= past.context.now();
    const next = isOver ? expireTransaction : resolveTransaction;
    transaction = await next(past.context, transaction);
    // Another request is filling this shop.
    if (transaction.dueAt?.getTime() === dueAt.getTime()) return transaction;
  }
}

/** The sandbox has paid out each week; the payments of the last two days wait for the next payout. */
async function payOutWeekly(context: Context, brand: Brand): Promise<void> {
  const last = context.now().getTime() - 2 * DAY_MS;
  for (let weeks = PAYOUTS - 1; weeks >= 0; weeks--) {
    const payday = new Date(last - weeks * WEEK_MS);
    await unlessRefused(() => settleSandbox(contextAt(context, payday).context, brand, payday));
  }
}

interface Past {
  context: Context;
  wait(ms: number): void;
  /** Never later than the present, and never backwards. */
  standAt(time: Date): void;
  present(): Date;
}

/**
 * The parts of the gateway with a clock that stands still. No sender holds its webhooks in memory, so a poll finds and
 * sends them, as after a process died.
 */
function contextAt(context: Context, time: Date): Past {
  let at = time;
  if (!context.withClock) throw new Error('no clock is set in production');
  const past = context.withClock(() => at);
  const standAt = (wanted: Date) => {
    at = new Date(Math.max(at.getTime(), Math.min(wanted.getTime(), context.now().getTime())));
  };
  return {
    context: past,
    wait: (ms) => standAt(new Date(at.getTime() + ms)),
    standAt,
    present: context.now,
  };
}

async function find(
  { context }: Past,
  { merchantId }: Pick<Transaction, 'merchantId'>,
  id: string,
): Promise<Transaction> {
  const found = await context.transactions.find(merchantId, id);
  if (!found) throw new Error(`transaction ${id} no longer exists`);
  return found;
}

function cardDetails(cardNumber: string, cardHolder: string, at: Date) {
  const expiryYear = String(at.getUTCFullYear() + 3);
  const details = checkCardDetails(
    { cardNumber, cardHolder, expiryMonth: '12', expiryYear, cardCvv: '123' },
    at,
  );
  if (Array.isArray(details)) throw new Error(`a sample card is none: ${JSON.stringify(details)}`);
  return details;
}
