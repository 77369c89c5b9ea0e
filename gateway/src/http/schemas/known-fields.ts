// Takes from a validated body the fields that the specification knows, and no others, at every depth, for the domain's
// details (contract 3: unknown fields are ignored; one of them might be a CVV in the wrong place).
import type { BrowserInfo } from '@tollgate/provider-kit/seam/browser';
import type { Address, Customer } from '@tollgate/provider-kit/seam/customer';
import type { Static } from 'typebox';
import { toMinor } from '../../domain/money/money.ts';
import {
  type Details,
  type MandateRequest,
  type OrderLine,
  TEXT_DETAILS,
  type TextDetails,
} from '../../domain/transactions/transaction.ts';
import type { PayinRequest } from './schema-fields.ts';

type Body = Partial<Static<typeof PayinRequest>>;

// Without `name`: that is a field of v2 and session requests (spec 2.5), and v3 does not validate it.
const CUSTOMER = ['firstName', 'lastName', 'email', 'phone', 'ip', 'userDevice', 'userAgent'] as const;
const ADDRESS = ['street', 'streetNumber', 'zipCode', 'city', 'state', 'country'] as const;
const BROWSER = [
  'userAgent',
  'acceptHeader',
  'language',
  'colorDepth',
  'screenHeight',
  'screenWidth',
  'timeZoneOffset',
  'javaEnabled',
] as const;
const ORDER_LINE = ['productName', 'quantity', 'description', 'weight', 'length', 'width', 'height'] as const;

export function detailsOf(body: Body): Omit<Details, 'paymentReference'> {
  return {
    customer: body.customer ? customerOf(body.customer) : null,
    ...(Object.fromEntries(TEXT_DETAILS.map((name) => [name, body[name] ?? null])) as TextDetails),
    shippingAddress: body.shippingAddress ? pick<Address>(body.shippingAddress, ADDRESS) : null,
    orderDetails: body.orderDetails ? orderLinesOf(body.orderDetails, body.currency ?? '') : null,
  };
}

/** The same for v2 and session requests, where the customer may have a `name` (spec 2.5). */
export function sessionDetailsOf(body: Body): Omit<Details, 'paymentReference'> {
  const details = detailsOf(body);
  const name = (body.customer as Customer | null | undefined)?.name;
  return name == null ? details : { ...details, customer: { ...details.customer, name } };
}

type GivenLine = NonNullable<Body['orderDetails']>[number];

/** Prices become minor units. The body was checked (request-body/transaction-body.ts). */
export function orderLinesOf(lines: readonly GivenLine[], currency: string): OrderLine[] {
  return lines.map((line) => {
    const price = line.unitPrice == null ? null : toMinor(line.unitPrice, currency);
    return {
      ...pick<OrderLine>(line, ORDER_LINE),
      ...(price && 'minor' in price ? { unitPriceMinor: price.minor.toString() } : {}),
      ...(line.taxRate == null ? {} : { taxBasisPoints: Math.round(line.taxRate * 100) }),
    };
  });
}

/** Only a v3 pay-in has it. */
export function browserOf({ browserInfo }: Pick<Body, 'browserInfo'>): Pick<Details, 'browser'> {
  return browserInfo ? { browser: pick<BrowserInfo>(browserInfo, BROWSER) } : {};
}

/**
 * Only pay-ins are captured later or ask for a mandate; a payout ignores both. A payment of zero has nothing to
 * capture. The body was checked (request-body/mandate-fields.ts).
 */
export function laterOf(
  { captureMode, mandate, currency }: Pick<Body, 'captureMode' | 'mandate'> & { currency: string },
  amountMinor: bigint,
): Pick<Details, 'captureMode' | 'mandate'> {
  return {
    ...(captureMode === 'manual' && amountMinor > 0n ? { captureMode } : {}),
    ...(mandate ? { mandate: mandateOf(mandate, currency) } : {}),
  };
}

function mandateOf(
  { reason, description, maxAmount, expiresAt }: NonNullable<Body['mandate']>,
  currency: string,
): MandateRequest {
  const most = maxAmount == null ? null : toMinor(maxAmount, currency);
  return {
    reason,
    description: description ?? null,
    maxAmountMinor: most && 'minor' in most ? String(most.minor) : null,
    expiresAt: expiresAt == null ? null : new Date(expiresAt).toISOString(),
  };
}

function customerOf(given: Customer): Customer {
  const customer = pick<Customer>(given, CUSTOMER);
  if (given.address) customer.address = pick<Address>(given.address, ADDRESS);
  if (given.document) customer.document = pick(given.document, ['number', 'type']);
  return customer;
}

function pick<T extends object>(given: T, fields: readonly (keyof T)[]): T {
  const picked = {} as T;
  for (const field of fields) if (given[field] != null) picked[field] = given[field];
  return picked;
}
