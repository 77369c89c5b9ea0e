// The moves about captures: merchants capture authorised pay-ins whole or in part, repeat references, and void one
// while they capture it.
import { createCapture } from '../../src/actions/captures/create-capture.ts';
import type { Context } from '../../src/actions/context.ts';
import { cancelTransaction } from '../../src/actions/transactions/cancel-transaction.ts';
import { ROOT } from '../../src/domain/audit/audit.ts';
import type { Transaction } from '../../src/domain/transactions/transaction.ts';
import type { Play } from './play.ts';

export async function capture(play: Play, context: Context): Promise<void> {
  const payin = await someAuthorized(play, context);
  if (payin) await captureSome(play, context, payin);
}

export async function captureAndVoid(play: Play, context: Context): Promise<void> {
  const payin = await someAuthorized(play, context);
  if (!payin) return;
  const acts = await Promise.allSettled([
    captureSome(play, context, payin),
    captureSome(play, context, payin),
    cancelTransaction(context, ROOT, payin, null),
  ]);
  for (const one of acts) if (one.status === 'rejected') throw one.reason;
}

async function captureSome({ world }: Play, context: Context, payin: Transaction): Promise<void> {
  const { random } = world;
  const part = BigInt(random.between(1, Number(payin.amountMinor)));
  await createCapture(context, ROOT, payin, {
    amountMinor: random.chance(0.3) ? null : part,
    isFinal: random.chance(0.4),
    captureReference: random.chance(0.5) ? `box-${random.between(1, 3)}` : null,
  });
}

/** Mostly one that is authorised; sometimes one that has ended. */
async function someAuthorized({ world }: Play, context: Context): Promise<Transaction | undefined> {
  const { merchantId } = world.brand;
  const isOpen = world.random.chance(0.9);
  const rows = await context.sql`select id from transactions where merchant_id = ${merchantId}
    and authorized is not null and (status = 'PROCESSING' or not ${isOpen}) order by id`;
  if (rows.length === 0) return undefined;
  return (await context.transactions.find(merchantId, world.random.pick(rows).id)) ?? undefined;
}
