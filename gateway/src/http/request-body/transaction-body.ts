// Common work on the bodies of all calls that open a transaction, v3, v2 and hosted (spec 2.7, 2.9): checks that a
// schema cannot express, and the translation into the words of the actions. It must run after the schema and before
// anything is stored. It throws one Refusal with every fault, each naming its field.
import { isCurrencyCode } from '@tollgate/provider-kit/currency';
import type { Static } from 'typebox';
import type { Context } from '../../actions/context.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import { describeAmountFault, toMinor } from '../../domain/money/money.ts';
import { type Direction, findOption } from '../../domain/options/payment-option.ts';
import type { PaymentData } from '../../domain/payment-data/check-fields.ts';
import { checkPaymentData } from '../../domain/payment-data/payment-data.ts';
import { checkNotificationUrl, checkRedirectUrl } from '../../domain/web-address.ts';
import { detailsOf } from '../schemas/known-fields.ts';
import type { PayinRequest } from '../schemas/schema-fields.ts';
import { mandateFaults } from './mandate-fields.ts';

type Body = Static<typeof PayinRequest>;
type CheckedFields = Pick<
  Body,
  | 'currency'
  | 'amount'
  | 'merchantReference'
  | 'redirectUrl'
  | 'notificationUrl'
  | 'merchantDomain'
  | 'userId'
  | 'mandate'
  | 'orderDetails'
>;

/**
 * Throws the faults that the schema found, and those it cannot express: scale of the amount, addresses, the
 * facilitator's domain, a mandate (a payout passes none), the reference that strict signing needs. It lists every fault
 * at once, so it checks a field only if its type is right. Returns the amount in minor units.
 */
export function checkTransactionBody(
  context: Pick<Context, 'config' | 'now'>,
  brand: Brand,
  body: CheckedFields,
  schemaFault: unknown,
): bigint {
  const faults = schemaFault instanceof Refusal ? [schemaFault.messages].flat() : [];
  const { currency, redirectUrl, notificationUrl, merchantDomain } = body;
  const note = (field: string, fault: string | null) => {
    if (fault !== null) faults.push(`${field}: ${fault}`);
  };
  // If the amount is no number, or negative or infinite, the schema has reported it.
  const isAmount = Number.isFinite(body.amount) && body.amount >= 0;
  const amount = isAmount && isCurrencyCode(currency) ? toMinor(body.amount, currency) : null;
  if (amount && 'fault' in amount) note('amount', describeAmountFault(amount.fault, currency));
  if (typeof redirectUrl === 'string') note('redirectUrl', checkRedirectUrl(redirectUrl));
  if (typeof notificationUrl === 'string') {
    const { allowInsecureWebhooks } = context.config;
    note('notificationUrl', checkNotificationUrl(notificationUrl, { allowInsecure: allowInsecureWebhooks }));
  }
  // Against copied requests: if somebody else sends one again, its reference is taken and nothing happens.
  if (brand.signAllRequests && !body.merchantReference) {
    note('merchantReference', 'required for this brand, which signs all its requests');
  }
  if (brand.paymentFacilitator && merchantDomain == null) note('merchantDomain', 'required for this brand');
  else if (brand.paymentFacilitator && !brand.domains.includes(merchantDomain!)) {
    note('merchantDomain', 'must be one of the domains configured for this brand');
  }
  faults.push(...orderFaults(body), ...mandateFaults(body, context.now()));
  if (faults.length > 0 || !amount || 'fault' in amount) throw new Refusal(400, faults);
  return amount.minor;
}

/** The scale of prices and tax rates. The schema has reported what is no number. */
function orderFaults({ orderDetails, currency }: CheckedFields): string[] {
  if (!Array.isArray(orderDetails) || !isCurrencyCode(currency)) return [];
  return orderDetails.flatMap((line, i) => {
    const faults: string[] = [];
    const { unitPrice, taxRate } = line ?? {};
    if (Number.isFinite(unitPrice) && unitPrice! >= 0) {
      const price = toMinor(unitPrice!, currency);
      if ('fault' in price)
        faults.push(`orderDetails.${i}.unitPrice: ${describeAmountFault(price.fault, currency)}`);
    }
    if (Number.isFinite(taxRate) && !/^\d+(\.\d{1,2})?$/.test(String(Math.abs(taxRate!))))
      faults.push(`orderDetails.${i}.taxRate: must have at most two decimals`);
    return faults;
  });
}

/** Checks the fields of a method in `paymentData`. An unknown option has no known fields. */
export function checkMethodFields(
  direction: Direction,
  body: Pick<Body, 'paymentOptionId' | 'paymentData' | 'currency' | 'customer'>,
  { amountMinor, now }: { amountMinor: bigint; now: Date },
): PaymentData {
  const found = findOption(body.paymentOptionId);
  if (found?.option.direction !== direction) return {};
  const checked = checkPaymentData(found, {
    paymentData: body.paymentData ?? {},
    currency: body.currency,
    amountMinor,
    customer: body.customer ?? null,
    now,
  });
  if (!Array.isArray(checked)) return checked;
  throw refusalOf(checked);
}

export function refusalOf(faults: readonly { field: string; message: string }[]): Refusal {
  return new Refusal(
    400,
    faults.map((one) => `${one.field}: ${one.message}`),
  );
}

/**
 * Translates the rest of the body into the terms of the actions. An empty reference counts as none: it signs like an
 * absent one (spec 5, rule 4).
 */
export function requestFields(body: Omit<Body, 'paymentOptionId'>, requestId: string) {
  return {
    currency: body.currency,
    country: body.country ?? null,
    merchantReference: body.merchantReference || null,
    paymentReference: body.paymentReference || null,
    userId: body.userId || null,
    details: { ...detailsOf(body), requestId },
  };
}
