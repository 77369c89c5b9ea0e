// Tries a brand's test account at a provider (npm run provider:check): a payment, its refund and the notifications of
// both, then an authorisation with its capture, and a mandate with a later charge. The payments take the same way as
// every other, so what works here works for the brand. It needs a gateway that runs at PUBLIC_URL, where the
// notifications arrive. Never for a live account: money would move.
import type { Provider } from '@tollgate/provider-kit';
import { ROOT } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import type { PaymentOption } from '../../domain/options/payment-option.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { listNotifications } from '../../storage/notifications/notification-store.ts';
import type { Context } from '../context.ts';
import { createRefund } from '../refunds/create-refund.ts';
import { resolveRefund } from '../refunds/resolve-refund.ts';
import { no, statusOf, type Trial, type TrialVerdict, until, yes } from './trial.ts';
import { tryCapture, tryMandate } from './try-later.ts';
import { firstOption, payTrial } from './try-payment.ts';

/** The verdicts in order; after bad credentials or a bad payment the rest is not tried. */
export async function tryAccount(context: Context, trial: Trial): Promise<TrialVerdict[]> {
  const { account } = trial;
  const adapter = context.provider(account.provider, account.id);
  if (!adapter) return [no('credentials', 'the adapter of this account could not be made')];
  const { ok, reason } = await adapter.check(AbortSignal.timeout(adapter.deadlineMs));
  if (!ok) return [no('credentials', reason ?? 'the provider refused them')];
  const verdicts = [yes('credentials', 'the provider accepts them')];
  const option = firstOption(account, adapter);
  if (!option) return [...verdicts, no('payment', 'the account serves no card, iDEAL or PayPal to try')];
  const own = { ...trial, option };
  const transaction = await payTrial(context, adapter, own);
  verdicts.push(paymentVerdict(transaction, own));
  if (transaction.status !== 'COMPLETED') return verdicts;
  verdicts.push(await tryRefund(context, adapter, transaction, trial));
  verdicts.push(await heard(context, transaction, trial));
  verdicts.push(await tryCapture(context, adapter, own));
  verdicts.push(await tryMandate(context, adapter, own));
  return verdicts;
}

function paymentVerdict(
  transaction: Transaction,
  { option, waitMs }: Trial & { option: PaymentOption },
): TrialVerdict {
  const told = `EUR 1.00 by ${option.name}: ${transaction.id} is ${statusOf(transaction)}`;
  return transaction.status === 'COMPLETED'
    ? yes('payment', told)
    : no('payment', `${told} after ${waitMs / 1_000} s`);
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
