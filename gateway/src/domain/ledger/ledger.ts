// The ledger's rules: every movement is one transfer between two accounts, so money is conserved by construction (contract
// 10). Only this file decides which transfer a status change causes.

type Account = 'available' | 'reserved' | 'provider' | 'funding';

export interface Movement {
  from: Account;
  to: Account;
  amountMinor: bigint;
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

/** Payout approved: set aside, so that it cannot be spent twice. */
export function payoutApproved(amountMinor: bigint): Movement[] {
  return amountMinor === 0n ? [] : [{ from: 'available', to: 'reserved', amountMinor }];
}

export function payoutCompleted(amountMinor: bigint): Movement[] {
  return amountMinor === 0n ? [] : [{ from: 'reserved', to: 'provider', amountMinor }];
}

export function payoutFailed(amountMinor: bigint): Movement[] {
  return amountMinor === 0n ? [] : [{ from: 'reserved', to: 'available', amountMinor }];
}

/** Refund accepted: set aside until the provider has paid it. */
export function refundOpened(amountMinor: bigint): Movement[] {
  return [{ from: 'available', to: 'reserved', amountMinor }];
}

export function refundCompleted(amountMinor: bigint): Movement[] {
  return [{ from: 'reserved', to: 'provider', amountMinor }];
}

export function refundFailed(amountMinor: bigint): Movement[] {
  return [{ from: 'reserved', to: 'available', amountMinor }];
}

/** Funding by the operator; a negative amount withdraws. */
export function funded(amountMinor: bigint): Movement {
  return amountMinor >= 0n
    ? { from: 'funding', to: 'available', amountMinor }
    : { from: 'available', to: 'funding', amountMinor: -amountMinor };
}
