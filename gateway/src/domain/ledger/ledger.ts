// The ledger's rules: every movement is one transfer between two accounts, so money is conserved by construction
// (contract 10). Only this file decides which transfer a status change causes.

type Account = 'available' | 'reserved' | 'provider' | 'funding';

/** What moves money after the end of a payment (contract 13). Only these may make `available` negative. */
export const AFTER_END_KINDS = [
  'CAPTURE_SENT_BACK',
  'PAYIN_SENT_BACK',
  'PAYOUT_SENT_BACK',
  'REFUND_SENT_BACK',
  'REFUND_AT_PROVIDER',
  'DISPUTE_WITHHELD',
  'DISPUTE_GIVEN_BACK',
] as const;
type AfterEndKind = (typeof AFTER_END_KINDS)[number];

/** A capture of an authorised pay-in (contract 16). */
export const CAPTURED = 'CAPTURED';

export interface Movement {
  from: Account;
  to: Account;
  amountMinor: bigint;
  /**
   * Absent: the movement happened before the end of a transaction or refund, or is a funding; its accounts tell which.
   */
  kind?: AfterEndKind | typeof CAPTURED;
}

/** The effect of a movement on the two balances. */
export function balanceEffect(movement: Movement): { availableMinor: bigint; reservedMinor: bigint } {
  const effect = (account: Account) =>
    (movement.to === account ? movement.amountMinor : 0n) -
    (movement.from === account ? movement.amountMinor : 0n);
  return { availableMinor: effect('available'), reservedMinor: effect('reserved') };
}

/** Pay-in completed: the provider owes the brand. A payment of zero moves no money. */
export function payinCompleted(amountMinor: bigint): Movement[] {
  return amountMinor === 0n ? [] : [{ from: 'provider', to: 'available', amountMinor }];
}

/** A capture completed: the provider owes the brand this part of an authorised pay-in. */
export function captureCompleted(amountMinor: bigint): Movement[] {
  return [{ from: 'provider', to: 'available', amountMinor, kind: CAPTURED }];
}

/** A capture that failed after it had completed: its money goes back. */
export function captureSentBack(amountMinor: bigint): Movement[] {
  return outOfAvailable('CAPTURE_SENT_BACK', amountMinor);
}

/** Payout approved: the amount is set aside, so that it cannot be spent twice. */
export function payoutApproved(amountMinor: bigint): Movement[] {
  return amountMinor === 0n ? [] : [{ from: 'available', to: 'reserved', amountMinor }];
}

export function payoutCompleted(amountMinor: bigint): Movement[] {
  return amountMinor === 0n ? [] : [{ from: 'reserved', to: 'provider', amountMinor }];
}

export function payoutFailed(amountMinor: bigint): Movement[] {
  return amountMinor === 0n ? [] : [{ from: 'reserved', to: 'available', amountMinor }];
}

/** Refund accepted: the amount is set aside until the provider has paid it. */
export function refundOpened(amountMinor: bigint): Movement[] {
  return [{ from: 'available', to: 'reserved', amountMinor }];
}

export function refundCompleted(amountMinor: bigint): Movement[] {
  return [{ from: 'reserved', to: 'provider', amountMinor }];
}

export function refundFailed(amountMinor: bigint): Movement[] {
  return [{ from: 'reserved', to: 'available', amountMinor }];
}

/** A debit that the payer's bank took back, or a charge that was not captured after all. */
export function payinSentBack(amountMinor: bigint): Movement[] {
  return outOfAvailable('PAYIN_SENT_BACK', amountMinor);
}

/** A payout that the recipient's bank sent back. */
export function payoutSentBack(amountMinor: bigint): Movement[] {
  return intoAvailable('PAYOUT_SENT_BACK', amountMinor);
}

/** A refund that failed after it had been COMPLETED. */
export function refundSentBack(amountMinor: bigint): Movement[] {
  return intoAvailable('REFUND_SENT_BACK', amountMinor);
}

/** A refund made at the provider: the money is already gone when we first hear of it. */
export function refundedAtProvider(amountMinor: bigint): Movement[] {
  return outOfAvailable('REFUND_AT_PROVIDER', amountMinor);
}

/** The amount of a disputed payment that the provider keeps, before and after a step of the dispute. */
export function disputeMoved(beforeMinor: bigint, afterMinor: bigint): Movement[] {
  return afterMinor > beforeMinor
    ? outOfAvailable('DISPUTE_WITHHELD', afterMinor - beforeMinor)
    : intoAvailable('DISPUTE_GIVEN_BACK', beforeMinor - afterMinor);
}

const outOfAvailable = (kind: AfterEndKind, amountMinor: bigint): Movement[] =>
  amountMinor === 0n ? [] : [{ from: 'available', to: 'provider', amountMinor, kind }];

const intoAvailable = (kind: AfterEndKind, amountMinor: bigint): Movement[] =>
  amountMinor === 0n ? [] : [{ from: 'provider', to: 'available', amountMinor, kind }];

/** Funding by the operator; a negative amount withdraws. */
export function funded(amountMinor: bigint): Movement {
  return amountMinor >= 0n
    ? { from: 'funding', to: 'available', amountMinor }
    : { from: 'available', to: 'funding', amountMinor: -amountMinor };
}
