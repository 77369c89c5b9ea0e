// The mandate that a later charge uses (contract 16): whether it may be charged, which accounts can do so, and what
// each of them gets. A mandate belongs to the account that took it; another account can charge it only if its card is
// known here. There is no CVV: it was never kept.

import type { Instrument, Provider } from '@tollgate/provider-kit';
import { CODE } from '../../domain/errors/error-codes.ts';
import {
  type ChargeWanted,
  isOfUser,
  type LaterCharge,
  refuseCharge,
} from '../../domain/mandates/later-charge.ts';
import type { Mandate, SealedMeans } from '../../domain/mandates/mandate.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import type { Routed } from '../../domain/options/routed.ts';
import type { Served } from '../../domain/transactions/plan.ts';
import { sealContext } from '../../storage/keys/vault.ts';
import { findMandate } from '../../storage/mandates/mandate-store.ts';
import type { Context } from '../context.ts';
import type { PaymentMeans } from './resolve-means.ts';

export async function readLaterCharge(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  brand: Brand,
  mandateId: string,
  wanted: ChargeWanted,
): Promise<LaterCharge> {
  const found = await findMandate(sql, brand, mandateId);
  const mandate = found && isOfUser(found, wanted) ? found : null;
  return { mandate, unusable: mandate ? refuseCharge(mandate, wanted, now()) : CODE.tokenInvalid };
}

/** The means of payment of a later charge, as a transaction stores them. */
export function meansOfMandate(later: LaterCharge): PaymentMeans {
  const { mandate, unusable } = later;
  return {
    unusable,
    card: mandate?.card ?? null,
    cardKey: mandate?.cardKey ?? null,
    recipient: null,
    panSealed: null,
    clearCard: null,
    data: {},
    later,
  };
}

/** The account that took the mandate comes first, then others that can charge its card. */
export function providersOfMandate(
  { providersFor }: Pick<Context, 'providersFor'>,
  { brandId }: Pick<Brand, 'brandId'>,
  mandate: Mandate,
  use: Routed,
): Provider[] {
  const all = providersFor(brandId, use);
  const own = all.filter((one) => isOwn(one, mandate));
  if (mandate.panSealed === null) return own;
  return [...own, ...all.filter((one) => !isOwn(one, mandate) && one.cardEntry === 'tollgate')];
}

export function servedByMandate(
  context: Pick<Context, 'providersFor'>,
  brand: Pick<Brand, 'brandId'>,
  { mandate, unusable }: LaterCharge,
  use: Routed,
): Served {
  // Nobody could make the charge, so the mandate is the reason, not the accounts.
  if (mandate === null || unusable === CODE.tokenInvalid) return 'served';
  const { details, ...bare } = use;
  if (providersOfMandate(context, brand, mandate, use).length > 0) return 'served';
  const isOnlyLater =
    details?.captureMode !== undefined && providersOfMandate(context, brand, mandate, bare).length > 0;
  return isOnlyLater ? { lacks: CODE.notCapturedLater } : 'not-served';
}

/** What one account gets: what it has stored itself, or the card and the network's id of the first payment. */
export async function mandateInstrument(
  { vault }: Pick<Context, 'vault'>,
  provider: Provider,
  method: string,
  mandate: Mandate,
): Promise<Instrument> {
  const { merchantId, reason, networkTransactionId, storedId, storedSealed, panSealed, card } = mandate;
  const bare = { kind: 'mandate', method, reason, networkTransactionId } as const;
  if (isOwn(provider, mandate) && storedId !== null) {
    const text = storedSealed && (await vault.open(storedSealed, sealContext.mandate(merchantId)));
    const { more } = (text ? JSON.parse(text.toString('utf8')) : {}) as Partial<SealedMeans>;
    const stored = { id: storedId, ...(more !== undefined && { more }) };
    return { ...bare, stored, card: null };
  }
  if (panSealed === null || card === null)
    throw new Error(`mandate ${mandate.id} has no card for another account`);
  const number = (await vault.open(panSealed, sealContext.pan(merchantId))).toString('utf8');
  const { expiryMonth, expiryYear } = card;
  return {
    ...bare,
    stored: null,
    card: { details: { number, expiryMonth, expiryYear }, holder: null, cvv: null },
  };
}

const isOwn = ({ id, accountId }: Provider, mandate: Mandate): boolean =>
  id === mandate.provider && accountId === mandate.providerAccount;
