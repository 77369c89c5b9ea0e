// In which payout of the provider a payment was, and what it cost (contract 17). Pure.
import { toWire } from '../money/money.ts';

export interface PaymentSettlement {
  settlementId: string;
  currency: string;
  /** Sums of the lines of its charges in this settlement. */
  grossMinor: bigint;
  feeMinor: bigint;
  netMinor: bigint;
  paidAt: Date | null;
}

export function toSettlementRecord({ currency, paidAt, settlementId, ...sums }: PaymentSettlement) {
  return {
    settlementId,
    gross: toWire(sums.grossMinor, currency),
    fee: toWire(sums.feeMinor, currency),
    net: toWire(sums.netMinor, currency),
    currency,
    paidAt: paidAt?.toISOString() ?? null,
  };
}
