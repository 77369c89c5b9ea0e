// The checks of mandates that a schema cannot express (contract 16): in the request that asks for one, and in the later
// charge of one.
import { isCurrencyCode } from '@tollgate/provider-kit/currency';
import { type Static, Type } from 'typebox';
import { Refusal } from '../../domain/errors/refusal.ts';
import { describeAmountFault, toMinor } from '../../domain/money/money.ts';
import { isUuid } from '../../domain/text.ts';
import { payinFields } from '../schemas/schema-fields.ts';

const Fields = Type.Object(payinFields);

/** The schema has reported values of a wrong type. */
export function mandateFaults(
  body: Pick<Static<typeof Fields>, 'mandate'> & { userId?: string | null; currency: string },
  now: Date,
): string[] {
  const { mandate, userId, currency } = body;
  if (typeof mandate !== 'object' || mandate === null) return [];
  const faults: string[] = [];
  const { maxAmount, expiresAt } = mandate;
  if (!userId) faults.push('userId: required with mandate: the mandate belongs to your customer');
  if (Number.isFinite(maxAmount) && maxAmount! > 0 && isCurrencyCode(currency)) {
    const most = toMinor(maxAmount!, currency);
    if ('fault' in most) faults.push(`mandate.maxAmount: ${describeAmountFault(most.fault, currency)}`);
  }
  if (typeof expiresAt === 'string' && Date.parse(expiresAt) <= now.getTime())
    faults.push('mandate.expiresAt: must be in the future');
  return faults;
}

/** The mandate that a later charge names; null: it is no later charge. Throws Refusal 400. */
export function mandateIdOf({
  paymentData,
  mandate,
}: {
  paymentData?: Record<string, unknown> | null;
  mandate?: unknown;
}): string | null {
  const { mandateId, ...others } = paymentData ?? {};
  if (mandateId === undefined || mandateId === null || mandateId === '') return null;
  const faults = Object.entries(others)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name]) => `paymentData.${name}: must not come with mandateId`);
  if (typeof mandateId !== 'string' || !isUuid(mandateId))
    faults.push('paymentData.mandateId: must be the id of a mandate');
  if (mandate != null) faults.push('mandate: a later charge cannot ask for a mandate');
  if (faults.length > 0) throw new Refusal(400, faults);
  return (mandateId as string).toLowerCase();
}
