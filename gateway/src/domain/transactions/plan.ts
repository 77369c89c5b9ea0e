// Decides what to do with a pay-in or a payout, for every call alike: decline it, ask for more, wait for approval, or
// send it (contract 7, 8). Pure: it stores nothing and asks nobody. Neither a call's own rules nor a brand's look
// belong here.

import { currencyDigits } from '@tollgate/provider-kit/currency';
import type { Customer } from '@tollgate/provider-kit/seam/customer';
import { CODE, type CodeOf, type ErrorCode } from '../errors/error-codes.ts';
import { type Brand, optionUsage } from '../merchants/brand.ts';
import { findOption, judgeOption } from '../options/payment-option.ts';
import type { PaymentData } from '../payment-data/check-fields.ts';
import { missingInputs } from '../payment-data/payment-data.ts';
import type { Block } from '../risk/block-list.ts';
import type { RiskRule } from '../risk/risk.ts';
import type { Details, TransactionType } from './transaction.ts';

/** Whether a provider of the brand can take an option, and if not, why. */
/** `not-for-zero`: it can be stored for later charges, but only by a payment of more than zero. */
export type Served =
  | 'served'
  | 'not-served'
  | 'not-for-zero'
  | { lacks: CodeOf<'notCapturedLater' | 'notStorable'> };

/** An option or a suboption, for an amount and a country. */
export interface Use {
  type: TransactionType;
  optionId: string;
  country: string | null;
  currency: string;
  amountMinor: bigint;
  /** Whether it is captured later, and stored for later charges. */
  details?: Pick<Details, 'captureMode' | 'mandate'>;
}

export interface PlanRequest extends Use {
  userId: string | null;
  customer: Customer | null;
  /** The address of the shopper in the cashier. */
  browserIp?: string | undefined;
  details?: Pick<Details, 'maker' | 'captureMode' | 'mandate' | 'mandateId'>;
  /** A person has filled in the cashier's page, and can fill in more. */
  isAtPage?: true;
}

/** Facts that neither the request nor the brand contains. */
export interface Facts {
  /** Whether some provider serves the option in this currency. */
  served: Served;
  /** Why the card, the recipient or the mandate cannot be used, such as an expired saved card (2002, 2014). */
  unusable: ErrorCode | null;
  /** The brand's matching block (contract 12). */
  block: Block | null;
  /**
   * The known fields of the method. null: the method is a card. A card is checked as a whole, so no field can be
   * missing.
   */
  data: PaymentData | null;
  /** Fields of the method that its provider needs, although the option does not require them. */
  needed: readonly string[];
}

export type Plan =
  | { kind: 'decline'; errorCode: ErrorCode; refusedBy?: RefusedBy }
  /** The cashier asks for these, in the names of the request. */
  | { kind: 'ask-for-more'; missing: string[] }
  /** The brand approves each payout, or has four eyes for payouts made in the portal. */
  | { kind: 'wait-for-approval' }
  | { kind: 'send' };

/** Why it was refused, for the operator: a risk rule by its name, or a block. */
interface RefusedBy {
  rule: string;
  blockId?: string;
}

export function planTransaction(request: PlanRequest, brand: Brand, facts: Facts): Plan {
  const refused = firstRefusal(refuseUse(request, brand, facts.served), facts.unusable);
  if (refused) return { kind: 'decline', errorCode: refused };
  const { block } = facts;
  if (block) {
    const refusedBy = { rule: `block ${block.kind}`, blockId: block.id };
    return { kind: 'decline', errorCode: CODE.blocked, refusedBy };
  }
  const { optionId, country, currency, customer } = request;
  const { data, needed } = facts;
  const missing =
    data === null ? [] : missingInputs(findOption(optionId)!, { country, currency, data, customer });
  const lacking = data === null ? [] : needed.filter((field) => data[field] === undefined);
  // The merchant's server knows which fields its provider needs, so we tell it at once (contract 13). The cashier asks
  // for all fields at once.
  const isToldAtOnce = missing.length === 0 && lacking.length > 0 && !request.isAtPage;
  if (isToldAtOnce) return { kind: 'decline', errorCode: CODE.customerDataMissing };
  missing.push(...lacking.map((field) => `paymentData.${field}`));
  if (missing.length > 0) return { kind: 'ask-for-more', missing: [...new Set(missing)] };
  if (request.type === 'PAYOUT' && isApproved(request, brand)) return { kind: 'wait-for-approval' };
  return { kind: 'send' };
}

/** true: a person or an API call has to approve it. */
function isApproved({ details }: PlanRequest, { automaticApproval, fourEyes }: Brand): boolean {
  return !automaticApproval || (fourEyes && details?.maker !== undefined);
}

/** The result of an attempt that a rule refuses (contract 12). */
export function refusedPlan(rule: RiskRule): Extract<Plan, { kind: 'decline' }> {
  const errorCode = rule === 'wrongCodesPerCard' ? CODE.blocked : CODE.tooManyAttempts;
  return { kind: 'decline', errorCode, refusedBy: { rule } };
}

/**
 * Checks that the brand may use this option for this amount, and that a provider serves it. Answers the code of the
 * first broken rule, in the order of `USE_CHECKS`; null: it may.
 */
export function refuseUse(use: Use, brand: Brand, served: Served): ErrorCode | null {
  const { type, optionId, country, currency, amountMinor } = use;
  const option = findOption(optionId)?.option;
  const usage = option ? optionUsage(brand, option.id, optionId) : null;
  const verdict = judgeOption({
    brandActive: brand.active,
    enabled: usage?.enabled ?? false,
    direction: type,
    optionId,
    country,
    currency,
    amountMinor,
    minorDigits: currencyDigits(currency)!,
    limits: { minAmount: usage?.minAmount ?? null, maxAmount: usage?.maxAmount ?? null },
    lacks: typeof served === 'object' ? served.lacks : null,
    isOnlyStored: use.details?.mandate !== undefined && amountMinor === 0n && served === 'served',
  });
  if (verdict !== 'ok') return verdict.errorCode;
  if (served === 'not-for-zero') return CODE.amountTooSmall;
  return served === 'served' ? null : CODE.noProvider;
}

/** The codes of `refuseUse` in the order of the checks (contract 7). The codes of one check are in one list. */
const USE_CHECKS: readonly (readonly ErrorCode[])[] = [
  [CODE.brandInactive],
  [CODE.optionNotAllowed],
  [CODE.countryNotSupported],
  [CODE.currencyNotSupported],
  [CODE.notCapturedLater, CODE.notStorable],
  [CODE.amountTooSmall, CODE.amountTooLarge],
  [CODE.noProvider],
];

/** -1: none of these checks. */
const placeOf = (code: ErrorCode) => USE_CHECKS.findIndex((codes) => codes.includes(code));

/** The refusal of the option that passed the most checks: it is the closest fit (contract 8, sessions). */
export function closestFitRefusal(refusals: readonly ErrorCode[]): ErrorCode {
  return refusals.reduce((a, b) => (placeOf(b) > placeOf(a) ? b : a));
}

/** A mandate has an option, a currency and a limit too, so its refusals take part in the order (contract 16). */
function firstRefusal(ofUse: ErrorCode | null, ofMeans: ErrorCode | null): ErrorCode | null {
  if (ofUse === null || ofMeans === null) return ofUse ?? ofMeans;
  const place = placeOf(ofMeans);
  return place !== -1 && place < placeOf(ofUse) ? ofMeans : ofUse;
}
