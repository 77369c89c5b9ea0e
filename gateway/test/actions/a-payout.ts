// Payouts for tests of actions and sweeps, stored as the gateway leaves them at each step of their way.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { fundBrand } from '../../src/actions/ledger/fund-brand.ts';
import { applyOnce, approveOnce } from '../../src/actions/submission/apply-outcome.ts';
import { ROOT } from '../../src/domain/audit/audit.ts';
import { optionsOf } from '../../src/domain/options/payment-option.ts';
import type { Transaction } from '../../src/domain/transactions/transaction.ts';
import { balancesOf } from '../../src/storage/ledger/ledger-store.ts';
import { aTransaction } from '../stage/builders.ts';
import type { Actions } from './open-actions.ts';

const SEPA = optionsOf('PAYOUT').find(({ type }) => type === 'BANK_TRANSFER')!.id;

/** Stored, with no money reserved. */
export async function aPayout(actions: Actions, fields: Partial<Transaction> = {}): Promise<Transaction> {
  const { context, brand } = actions;
  const now = context.now();
  const transaction = aTransaction({
    merchantId: brand.merchantId,
    brandId: brand.brandId,
    type: 'PAYOUT',
    optionId: SEPA,
    provider: null,
    createdAt: now,
    dueAt: new Date(now.getTime() + 20_000),
    ...fields,
  });
  const opened = await context.transactions.open({ transaction, profile: null });
  assert.equal(opened.kind, 'opened');
  return transaction;
}

/** Funded and approved, without a provider's answer yet: the state after a process dies while it sends. */
export async function anApprovedPayout(
  actions: Actions,
  fields: Partial<Transaction> = {},
): Promise<Transaction> {
  const opened = await aPayout(actions, { provider: 'sandbox', ...fields });
  const expiresAt = new Date(actions.context.now().getTime() + 30 * 86_400_000);
  const needed = { kind: 'approval-needed', expiresAt } as const;
  const payout = (await applyOnce(actions.context, opened, needed, { actor: 'merchant' }))!;
  const { brandId, currency, amountMinor } = payout;
  await fundBrand(actions.context, ROOT, brandId, { currency, amountMinor, reference: randomUUIDv7() });
  const approved = await approveOnce(actions.context, payout, { actor: 'merchant' });
  assert.ok(typeof approved === 'object', String(approved));
  return approved;
}

/** In minor units. */
export async function balanceOf({ context, brand }: Actions, currency = 'EUR') {
  const balances = await balancesOf(context.sql, brand.merchantId, brand.brandId);
  const found = balances.find((one) => one.currency === currency);
  return { available: found?.availableMinor ?? 0n, reserved: found?.reservedMinor ?? 0n };
}
