// The moves about mandates: payers agree with a pay-in or a payment of zero, merchants charge them later and revoke,
// also at once, and payers end the agreement at the network.
import assert from 'node:assert/strict';
import type { Context } from '../../src/actions/context.ts';
import { revokeMandate } from '../../src/actions/mandates/revoke-mandate.ts';
import { type CreateRequest, createTransaction } from '../../src/actions/transactions/create-transaction.ts';
import { ROOT } from '../../src/domain/audit/audit.ts';
import type { Mandate } from '../../src/domain/mandates/mandate.ts';
import type { MandateRequest } from '../../src/domain/transactions/transaction.ts';
import { findMandate } from '../../src/storage/mandates/mandate-store.ts';
import { type Play, some } from './play.ts';
import type { World } from './world.ts';

const USERS = ['ada', 'bob'];

/** What a payer agrees to, and the user who does. */
export function anAgreement({ random, now }: World): { userId: string; mandate: MandateRequest } {
  const expiresMs = now().getTime() + random.between(1, 100_000_000);
  return {
    userId: random.pick(USERS),
    mandate: {
      reason: random.pick(['RECURRING', 'INSTALLMENTS', 'UNSCHEDULED']),
      description: null,
      maxAmountMinor: random.chance(0.2) ? String(random.between(100, 9_000)) : null,
      expiresAt: random.chance(0.15) ? new Date(expiresMs).toISOString() : null,
    },
  };
}

/** A request to charge some mandate, mostly an active one; null: nobody has agreed to any. */
export async function laterRequest(
  play: Play,
  context: Context,
  request: CreateRequest,
): Promise<CreateRequest | null> {
  const { random } = play.world;
  const mandate = await someMandate(play, context);
  if (!mandate) return null;
  const { mandate: _, captureMode: __, ...details } = request.details;
  return {
    ...request,
    optionId: mandate.optionId,
    currency: mandate.currency,
    country: mandate.currency === 'EUR' ? 'DE' : 'IN',
    mandateId: mandate.id,
    userId: random.chance(0.4) ? mandate.userId : someUser(play),
    details: mandate.card !== null && random.chance(0.2) ? { ...details, captureMode: 'manual' } : details,
    card: null,
    paymentData: {},
  };
}

const someUser = ({ world: { random } }: Play): string | null =>
  random.chance(0.1) ? random.pick(USERS) : null;

export async function revoke(play: Play, context: Context): Promise<void> {
  const mandate = await someMandate(play, context);
  if (mandate) await revokeMandate(context, ROOT, mandate, null);
}

/** The merchant sends a charge twice, with the same key, and revokes its mandate twice, all at once. */
export async function chargeAndRevoke(
  context: Context,
  request: CreateRequest,
  charge: () => Promise<string>,
): Promise<void> {
  const mandate = await findMandate(context.sql, request.brand, request.mandateId!);
  const acts = [
    charge(),
    createTransaction(context, request).then(({ body }) => body),
    ...[1, 2].map(() => revokeMandate(context, ROOT, mandate!, null).then(() => null)),
  ];
  const ended = await Promise.allSettled(acts);
  const answers = ended.flatMap((one) =>
    one.status === 'fulfilled' && one.value !== null ? [one.value] : [],
  );
  assert(new Set(answers).size <= 1, 'two calls with the same key got different answers');
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}

/** The gateway knows what is stored, so the network's news finds its mandate. */
export async function withdraw(play: Play, context: Context): Promise<void> {
  const mandate = await someMandate(play, context);
  if (mandate?.status === 'ACTIVE') play.world.network.withdraw(mandate.storedId!);
}

async function someMandate(play: Play, context: Context): Promise<Mandate | null> {
  const { brand, random } = play.world;
  const isActive = random.chance(0.8);
  const rows = await context.sql`select id from mandates where merchant_id = ${brand.merchantId}
    and (status = 'ACTIVE' or not ${isActive}) order by id`;
  const row = some(play, rows);
  return row ? await findMandate(context.sql, brand, row.id) : null;
}
