// Tries what is charged later (contract 16) at a brand's test account (npm run provider:check): an authorisation with
// its capture, and a mandate with a later charge, which it revokes afterwards. A way to pay that cannot do it is not
// tried.
import type { Provider } from '@tollgate/provider-kit';
import { ROOT } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { mandateIdOf } from '../../domain/mandates/mandate.ts';
import type { PaymentOption } from '../../domain/options/payment-option.ts';
import { capabilityForOption } from '../../domain/options/routed.ts';
import { isAuthorized } from '../../domain/transactions/transaction.ts';
import { findMandate } from '../../storage/mandates/mandate-store.ts';
import { createCapture } from '../captures/create-capture.ts';
import { resolveCapture } from '../captures/resolve-capture.ts';
import type { Context } from '../context.ts';
import { revokeMandate } from '../mandates/revoke-mandate.ts';
import { resolveMandate } from '../submission/resolve-mandate.ts';
import { no, statusOf, type Trial, type TrialVerdict, until, yes } from './trial.ts';
import { payTrial } from './try-payment.ts';

type TrialWith = Trial & { option: PaymentOption };

/** The user who agrees to the mandate of a trial. */
const USER = 'tollgate-check';
const AGREEMENT = {
  reason: 'UNSCHEDULED',
  description: 'Tollgate check',
  maxAmountMinor: null,
  expiresAt: null,
} as const;

export async function tryCapture(
  context: Context,
  adapter: Provider,
  trial: TrialWith,
): Promise<TrialVerdict> {
  const { option, waitMs } = trial;
  const capability = capabilityForOption(adapter.capabilities, { optionId: option.id, currency: 'EUR' });
  if (!adapter.capture || capability?.isCapturedLater !== true)
    return yes('capture', `not tried: ${option.name} cannot be captured later here`);
  const payin = await payTrial(context, adapter, trial, { captureMode: 'manual' });
  if (!isAuthorized(payin))
    return no('capture', `${payin.id} is ${statusOf(payin)}, and was not authorised in ${waitMs / 1_000} s`);
  try {
    const wanted = { amountMinor: null, isFinal: true, captureReference: null };
    const { id } = await createCapture(context, ROOT, payin, wanted);
    const { merchantId, brandId } = payin;
    const find = async () => (await context.captures.find(merchantId, brandId, id))!;
    const canInquire = adapter.capabilities.inquiry === 'supported';
    let capture = await find();
    await until(waitMs, async () => {
      if (capture.status === 'PENDING' && canInquire) await resolveCapture(context, capture);
      capture = await find();
      return capture.status !== 'PENDING';
    });
    const told = `EUR 1.00 by ${option.name}: ${payin.id} was authorised, and its capture is ${statusOf(capture)}`;
    return capture.status === 'COMPLETED'
      ? yes('capture', told)
      : no('capture', `${told} after ${waitMs / 1_000} s`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return no('capture', error.message);
  }
}

export async function tryMandate(
  context: Context,
  adapter: Provider,
  trial: TrialWith,
): Promise<TrialVerdict> {
  const { option, waitMs } = trial;
  const capability = capabilityForOption(adapter.capabilities, { optionId: option.id, currency: 'EUR' });
  if (capability?.isStorable !== true)
    return yes('mandate', `not tried: ${option.name} cannot be stored for later charges here`);
  const first = await payTrial(context, adapter, trial, { mandate: AGREEMENT, userId: USER });
  if (first.status !== 'COMPLETED')
    return no('mandate', `the first payment ${first.id} is ${statusOf(first)} after ${waitMs / 1_000} s`);
  const find = async () => (await findMandate(context.sql, first, mandateIdOf(first.id)))!;
  let mandate = await find();
  await until(waitMs, async () => {
    if (mandate.status === 'PENDING') await resolveMandate(context, mandate);
    mandate = await find();
    return mandate.status !== 'PENDING';
  });
  if (mandate.status !== 'ACTIVE')
    return no('mandate', `the mandate of ${first.id} is ${mandate.status} after ${waitMs / 1_000} s`);
  const later = await payTrial(context, adapter, trial, { mandateId: mandate.id });
  // The gateway that runs beside this process tells the provider.
  await revokeMandate(context, ROOT, mandate, 'the mandate of provider:check');
  const told = `the payer agreed with ${first.id}; the later charge ${later.id} is ${statusOf(later)}; the mandate was revoked`;
  return later.status === 'COMPLETED'
    ? yes('mandate', told)
    : no('mandate', `${told} after ${waitMs / 1_000} s`);
}
