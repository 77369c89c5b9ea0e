// Adyen's types of rows in a settlement details report, in the words of the gateway (contract 17). Adyen calls them
// journal types. A type that is not in the table is `other`, and is counted.
import type { LineKind } from '@tollgate/provider-kit';

/** States what is paid out, and is no line. */
export const PAYOUT_TYPE = 'MerchantPayout';

const TYPES_OF_KIND: Readonly<Record<LineKind, string>> = {
  charge: 'Settled SettledBulk SettledInInstallments SettledExternally SettledExternallyWithInfo',
  refund: 'Refunded RefundedBulk RefundedInInstallments RefundedExternally RefundedExternallyWithInfo',
  // A refund that came back, or could not be made.
  'refund-failed': 'RefundedReversed RefundedReversedExternallyWithInfo',
  // In all of these a payment that was settled before comes back: at the payer's or the bank's wish, or because its
  // capture failed after all (SettledReversed).
  dispute: 'Chargeback SecondChargeback ChargebackExternally ChargebackExternallyWithInfo SettledReversed',
  'dispute-reversed': 'ChargebackReversed ChargebackReversedExternally ChargebackReversedExternallyWithInfo',
  fee: `Fee MiscCosts PaymentCost InvoiceDeduction AuthorisationSchemeFee AdvancementCommissioned
    AdvancementCommissionedExternally`,
  other: `Balancetransfer DepositCorrection ReserveAdjustment ManualCorrected MatchedStatement BankInstructionReturned
    InternalCompanyPayout AcquirerPayout MerchantPayin EpaPaid PaidOut PaidOutReversed Advanced AdvancementSettled
    BPPaidOut`,
};

const KINDS: ReadonlyMap<string, LineKind> = new Map(
  (Object.keys(TYPES_OF_KIND) as LineKind[]).flatMap((kind) =>
    TYPES_OF_KIND[kind].split(/\s+/).map((type) => [type.toLowerCase(), kind] as const),
  ),
);

/** null: Adyen uses a type that is not known here. Adyen's own pages write a type in different cases. */
export const kindOfType = (type: string): LineKind | null => KINDS.get(type.toLowerCase()) ?? null;

/** 1: a line of this kind adds to the payout. -1: it takes from the payout. 0: either. */
const DIRECTIONS = {
  charge: 1,
  refund: -1,
  'refund-failed': 1,
  dispute: -1,
  'dispute-reversed': 1,
  fee: 0,
  other: 0,
} as const satisfies Record<LineKind, -1 | 0 | 1>;

export function goesTheWrongWay(kind: LineKind, grossMinor: bigint): boolean {
  return BigInt(DIRECTIONS[kind]) * grossMinor < 0n;
}
