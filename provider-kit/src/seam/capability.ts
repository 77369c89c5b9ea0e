// What a provider serves: methods, directions, countries, currencies, and what else it can do with them.
import type { Details, TransactionType } from './transaction.ts';

/** A method of the option catalogue, and where it can be used. */
export interface Capability {
  direction: TransactionType;
  method: string;
  /** The payment's countries. A payment without a country fits everywhere. */
  countries: 'any' | readonly string[];
  currencies: 'any' | readonly string[];
  /** Fields that the option leaves optional and this provider requires, such as `accountHolder`. */
  needs?: readonly string[];
  /** A debit for which the provider has no page: the shopper gives the mandate where the account is entered. */
  isMandateHere?: true;
  /** It can be authorised first and captured later (contract 16). */
  isCapturedLater?: true;
  /** It can be stored, so that the merchant charges it again while the payer is absent (contract 16). */
  isStorable?: true;
  /** It can be stored by a payment of zero. */
  isStorableWithoutCharge?: true;
  /** A card that the payer saved here can be charged without its CVV while the payer is present. */
  isSavedWithoutCvv?: true;
}

export interface Capabilities {
  methods: readonly Capability[];
  /** Whether pay-ins can be refunded. */
  refund: boolean;
  /** Whether unpaid pay-ins can be cancelled. */
  cancel: boolean;
  /**
   * 'supported': the gateway can ask for a payment's outcome. 'notifications-only': the provider only sends
   * notifications, and `inquire` is never called.
   */
  inquiry: 'supported' | 'notifications-only';
  /**
   * Payouts wait for a file that a person gives to the provider, however long that takes; that is no unknown outcome.
   */
  payoutsByFile?: true;
}

/**
 * Where the shopper enters the card number. `tollgate`: here, and we send it server to server. `provider`: on the
 * provider's page, and we never send a number there.
 */
export type CardEntry = 'tollgate' | 'provider';

/** A use of a method. What is left out fits everything. */
export interface Use {
  direction?: TransactionType;
  method: string;
  country?: string | null;
  currency?: string;
  /** What the provider must be able to do beside charging it at once: capture it later, store it for later charges. */
  details?: Pick<Details, 'captureMode' | 'mandate'>;
  /** Zero: the means of payment is stored without a charge. Absent: an amount that is charged. */
  amountMinor?: bigint;
}

/** The capability that serves this use; undefined: none does. */
export function capabilityFor(
  { methods }: Capabilities,
  { direction, method, country, currency, details, amountMinor }: Use,
): Capability | undefined {
  return methods.find(
    (one) =>
      one.method === method &&
      (direction === undefined || one.direction === direction) &&
      (one.countries === 'any' || country == null || one.countries.includes(country)) &&
      (one.currencies === 'any' || currency === undefined || one.currencies.includes(currency)) &&
      (details?.captureMode === undefined || one.isCapturedLater === true) &&
      (details?.mandate === undefined ||
        (one.isStorable === true && (amountMinor !== 0n || one.isStorableWithoutCharge === true))),
  );
}
