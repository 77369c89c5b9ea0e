// The moves of shoppers in the cashier, and of merchants who send them there. Each move is one call of an action, as a
// route makes it, with what the page knows. A race makes two calls at once, through two processes.

import assert from 'node:assert/strict';
import { hybridPayment } from '../../src/actions/cashier/hybrid-payment.ts';
import { abandonPayment, leaveAttempt } from '../../src/actions/cashier/leave-attempt.ts';
import { openSession } from '../../src/actions/cashier/open-session.ts';
import {
  type CashierSubmission,
  isLocked,
  submitFromCashier,
} from '../../src/actions/cashier/submit-from-cashier.ts';
import { confirmPayment } from '../../src/actions/confirmations/confirm-payment.ts';
import type { Context } from '../../src/actions/context.ts';
import { findAccount, receiveNotification } from '../../src/actions/notifications/receive-notification.ts';
import { cancelTransaction } from '../../src/actions/transactions/cancel-transaction.ts';
import { forceOutcome } from '../../src/actions/transactions/force-outcome.ts';
import { resumeTransaction } from '../../src/actions/transactions/resume-transaction.ts';
import { ROOT } from '../../src/domain/audit/audit.ts';
import { NO_DETAILS } from '../../src/domain/transactions/new-transaction.ts';
import { isAtCashier, isCountryFixed, type Transaction } from '../../src/domain/transactions/transaction.ts';
import { sweepDueNotifications } from '../../src/worker/due-notifications.ts';
import { sweepDueTransactions } from '../../src/worker/due-transactions.ts';
import { anAgreement } from './mandate-steps.ts';
import { proofOf, SIMULATED } from './network/network.ts';
import { CARD, DIRECT_DEBIT, type Play, some, someCard, UPI, UPI_PAYOUT, UPI_TRANSFER } from './play.ts';
import type { Random } from './random.ts';

const PAGE = 'http://gateway.example/cashier/page';
const OPTIONS = [CARD, CARD, UPI, UPI_TRANSFER, UPI_TRANSFER];

/** Weights of the moves on a day in the cashier. */
export const CASHIER_MOVES = {
  session: 5,
  hybrid: 2,
  submit: 36,
  prove: 6,
  staleSubmit: 3,
  race: 14,
  leave: 9,
  giveUp: 2,
  visit: 12,
  force: 2,
} as const;

type CashierMove = Exclude<keyof typeof CASHIER_MOVES, 'race'>;

export async function cashierMove(name: CashierMove, play: Play, context: Context): Promise<void> {
  const { random } = play.world;
  switch (name) {
    case 'session':
      await open(play, context, random.chance(0.85) ? 'PAYIN' : 'PAYOUT', 'session');
      return;
    case 'hybrid': {
      const session = await open(play, context, 'PAYIN', 'v2');
      const choice = { sessionId: session.sessionId, paymentOptionId: CARD, optionId: null };
      await hybridPayment(context, play.world.brand, choice);
      return;
    }
    case 'submit': {
      const shown = await someShown(play, context, 'choose');
      if (shown) await submit(play, context, shown);
      else await open(play, context, 'PAYIN', 'session');
      return;
    }
    case 'staleSubmit': {
      const shown = await someShown(play, context, random.pick(['choose', 'wait']));
      if (!shown) return;
      const behind = shown.attempts + (isAtCashier(shown) ? random.pick([-1, 1]) : random.pick([-1, 0]));
      const { taken, transaction } = await submit(play, context, shown, behind);
      assert(!taken, `${shown.id}: took a submission after ${behind} attempts, there were ${shown.attempts}`);
      assert.equal(transaction.version, shown.version, `${shown.id}: changed by what was not taken`);
      return;
    }
    case 'leave': {
      const shown = await someShown(play, context, 'wait');
      if (!shown) return;
      await leaveAttempt(context, shown);
      // The bank's page is still open in another tab.
      if (random.chance(0.5)) await visit(play, context, shown);
      return;
    }
    case 'prove': {
      const shown = await someShown(play, context, 'wait');
      if (shown) await prove(play, context, shown);
      return;
    }
    case 'giveUp': {
      const shown = await someShown(play, context, random.pick(['choose', 'wait']));
      if (shown) await abandonPayment(context, shown);
      return;
    }
    case 'visit':
      return await visit(play, context);
    case 'force': {
      const shown = await someShown(play, context, random.pick(['choose', 'wait']));
      if (shown) await force(play, context, shown);
      return;
    }
  }
}

/** Two callers with the same page, each through its own process. */
export async function race(
  play: Play,
  context: Context,
): Promise<((context: Context) => Promise<unknown>)[]> {
  const { random, network } = play.world;
  const shown = await someShown(play, context, random.pick(['choose', 'choose', 'wait']));
  if (!shown) return [];
  let submissions = 0;
  const acts: Readonly<Record<string, (context: Context) => Promise<unknown>>> = {
    async submit(context) {
      const { taken } = await submit(play, context, shown);
      if (taken) submissions++;
      assert(
        submissions <= 1,
        `${shown.id}: two submissions that knew of ${shown.attempts} attempts counted`,
      );
    },
    leave: (context) => leaveAttempt(context, shown),
    async goOn(context) {
      const left = await leaveAttempt(context, shown);
      if (left.attempts === shown.attempts && isAtCashier(left)) await submit(play, context, left);
    },
    giveUp: (context) => abandonPayment(context, shown),
    cancel: (context) => cancelTransaction(context, ROOT, shown, null),
    force: (context) => force(play, context, shown),
    sweep: (context) => sweepDueTransactions(context),
    visit: (context) => visit(play, context, shown),
    async callback(context) {
      const callback = network.callbacks.find((one) => one.transactionId === shown.id);
      if (callback) await hear(play, context, callback);
    },
  };
  const weights = isAtCashier(shown)
    ? { submit: 60, leave: 0, goOn: 0, giveUp: 10, cancel: 10, force: 3, sweep: 10, callback: 5, visit: 2 }
    : {
        leave: 15,
        goOn: 30,
        giveUp: 10,
        visit: 30,
        cancel: 10,
        callback: 15,
        sweep: 10,
        force: 3,
        submit: 5,
      };
  const names = [random.weighted(weights), random.weighted(weights)];
  play.said.push(names.join(' and '));
  return names.map((name) => acts[name]!);
}

async function open(
  { world }: Play,
  context: Context,
  type: 'PAYIN' | 'PAYOUT',
  origin: 'session' | 'v2',
): Promise<Transaction> {
  const agreement = type === 'PAYIN' && world.random.chance(0.2) ? anAgreement(world) : null;
  const { session } = await openSession(context, {
    brand: world.brand,
    type,
    origin,
    currency: 'INR',
    amountMinor: BigInt(world.random.between(100, 9_000)),
    ...placeOf(world.random),

    paymentReference: null,
    userId: agreement?.userId ?? null,
    details: agreement ? { ...NO_DETAILS, mandate: agreement.mandate } : NO_DETAILS,
  });
  return session;
}

/**
 * Half of the orders leave the country to the shopper. There are few references, so some meet under the same country.
 */
function placeOf(random: Random): { country: string | null; merchantReference: string | null } {
  if (random.chance(0.5)) return { country: 'IN', merchantReference: null };
  return { country: null, merchantReference: `shared-${random.between(1, 3)}` };
}

async function submit(play: Play, context: Context, shown: Transaction, attempt = shown.attempts) {
  const submission = fillIn(play, shown, attempt);
  const submitted = await submitFromCashier(context, shown, submission, PAGE);
  const { taken, transaction } = submitted;
  // If the chosen country already has this reference, the transaction ends instead (contract 3).
  const isOver = transaction.errorCode === '1020';
  if (taken && !isOver)
    assert(transaction.attempts > shown.attempts, `${shown.id}: was taken, and no attempt counted`);
  if (taken && transaction.resultType === 'redirect') play.pages.push(transaction);
  return submitted;
}

function fillIn(play: Play, shown: Transaction, attempt: number): CashierSubmission {
  const { random } = play.world;
  const chosen = shown.type === 'PAYOUT' ? UPI_PAYOUT : random.pick(OPTIONS);
  const optionId = isLocked(shown) ? shown.optionId! : chosen;
  const isWrong = random.chance(0.05);
  const vpa = isWrong ? 'nobody' : 'ada@upi';
  const paymentData =
    optionId === CARD
      ? { ...CARD_FIELDS, cardNumber: someCard(play), ...(isWrong && { cardCvv: '1' }) }
      : optionId === DIRECT_DEBIT
        ? { iban: isWrong ? 'DE00' : 'DE89370400440532013000' }
        : optionId === UPI_TRANSFER
          ? {}
          : { vpa };
  const country = isCountryFixed(shown) ? null : 'IN';
  const savesCard = random.chance(0.5);
  const shopper = { customer: null, browser: null, browserIp: '203.0.113.7' };
  return { attempt, optionId, country, paymentData, savesCard, ...shopper };
}

/** Opens a bank's page in some browser, perhaps one from an earlier attempt. */
async function visit({ world, pages, ...play }: Play, context: Context, of?: Transaction): Promise<void> {
  const { random } = world;
  const page = some({ ...play, world, pages }, of ? pages.filter(({ id }) => id === of.id) : pages.slice(-3));
  if (!page) return;
  const decision = random.weighted({ approve: 60, decline: 20, cancel: 20 });
  const parameters = world.network.decide(page, decision);
  // The shopper closes the page and never comes back.
  if (random.chance(0.1)) return;
  // The route looked the page up earlier or does so now. It continues if the page still leads to this attempt.
  const fresh = random.chance(0.5) ? await context.transactions.find(page.merchantId, page.id) : page;
  const shown = fresh?.attempts === page.attempts ? fresh : page;
  await resumeTransaction(context, shown, parameters);
}

export async function prove(
  { world }: Play,
  context: Context,
  shown: Transaction,
  utr = proofOf(shown),
): Promise<void> {
  await confirmPayment(context, {
    brand: world.brand,
    sessionId: shown.sessionId,
    essentialKey: '9876543210',
    additionalEssentialKey: utr,
    document: null,
  });
}

async function force({ world, forced }: Play, context: Context, shown: Transaction): Promise<void> {
  const outcome = world.random.pick(['COMPLETED', 'DECLINED', 'ERROR', 'EXPIRED'] as const);
  forced.add(shown.id);
  await forceOutcome(context, ROOT, shown, { outcome });
}

/** Stores the notification; the worker applies it soon, or after something else. */
export async function hear(
  { world }: Play,
  context: Context,
  callback: Play['world']['network']['callbacks'][number],
): Promise<void> {
  const account = await findAccount(context, SIMULATED, world.brand.brandId);
  const taken = await receiveNotification(context, account!, callback.headers, callback.bytes);
  assert.equal(taken, 'stored');
  world.network.heard(callback);
  if (world.random.chance(0.7)) await sweepDueNotifications(context);
}

/** choose: the cashier asks for a method or a recipient. wait: a provider has been asked for this attempt. */
async function someShown(
  play: Play,
  context: Context,
  screen: 'choose' | 'wait',
): Promise<Transaction | undefined> {
  const { merchantId } = play.world.brand;
  const rows = await context.sql`select id, attempts from transactions where merchant_id = ${merchantId}
    and cashier_token_hash is not null and status in ('INIT', 'PROCESSING')
    and (provider is null) = ${screen === 'choose'} order by id`;
  // Most shoppers continue what they have begun.
  const begun = rows.filter((one) => one.attempts > 0);
  const row = some(play, begun.length > 0 && play.world.random.chance(0.7) ? begun : rows);
  return row && ((await context.transactions.find(merchantId, row.id)) ?? undefined);
}

const CARD_FIELDS = {
  expiryMonth: '12',
  expiryYear: '2035',
  cardCvv: '123',
  cardHolder: 'Ada Lovelace',
};
