// Carries out the plan of a stored transaction: declines it, sends its shopper or recipient to the cashier, lets it
// wait for approval, or sends it to its providers. The first step also stores the fields that the row lacks (option,
// country, recipient).
import type { Instrument, Provider } from '@tollgate/provider-kit';
import { CODE } from '../../domain/errors/error-codes.ts';
import { findOption } from '../../domain/options/payment-option.ts';
import { shownRecipient } from '../../domain/payment-data/recipient.ts';
import type { Actor, Transaction } from '../../domain/transactions/transaction.ts';
import type { Context } from '../context.ts';
import { mandateInstrument } from '../payment-means/charged-mandate.ts';
import { sealPaymentData } from '../payment-means/keep-payment-fields.ts';
import type { PaymentMeans } from '../payment-means/resolve-means.ts';
import { applyOnce } from '../submission/apply-outcome.ts';
import { approvePayout } from '../submission/approve-payout.ts';
import { returnAddress } from '../submission/provider-of.ts';
import { sendToProviders } from '../submission/send-to-providers.ts';
import type { TransactionPlan } from './plan-transaction.ts';

/** A payout waits this long for its approval (contract 4). */
const APPROVAL_LIFETIME_MS = 30 * 86_400_000;

export interface ExecutionContext {
  means: PaymentMeans;
  /** The token of the cashier's page to which the shopper returns; null: they do not come from there. */
  cashierToken: string | null;
  actor: Actor;
}

/** The part of its means that a transaction stores; for a declined payout only what may be shown. */
export function withPaymentMeans(
  context: Context,
  transaction: Transaction,
  means: PaymentMeans,
  plan: TransactionPlan,
): Transaction {
  const { type, merchantId } = transaction;
  const isRefusedPayout = type === 'PAYOUT' && plan.kind === 'decline';
  // A pay-in that is sent at once needs these fields only during the call.
  const isNeededLater = type === 'PAYOUT' ? !isRefusedPayout : plan.kind === 'ask-for-more';
  // The card is entered at the provider, so we store no card data, even if the account changed after we read the card.
  const isElsewhere = plan.kind === 'send' && plan.providers[0]!.cardEntry === 'provider';
  const isCardKept = !isRefusedPayout && (!(type === 'PAYIN' && isElsewhere) || means.later !== undefined);
  return {
    ...withAccount(transaction, means),
    ...(plan.kind === 'ask-for-more' && plan.link.kept),
    card: isCardKept ? means.card : null,
    cardKey: isCardKept ? means.cardKey : null,
    recipient: means.recipient,
    panSealed: isCardKept ? means.panSealed : null,
    paymentDataSealed: isNeededLater ? sealPaymentData(context, merchantId, means.data) : null,
  };
}

/**
 * A mandate shows the account with which the payer agreed, masked. Its provider may not tell it. The account of an
 * earlier attempt goes.
 */
function withAccount(transaction: Transaction, { data }: PaymentMeans): Transaction {
  const { details } = transaction;
  if (!details.mandate) return transaction;
  const { account: _, ...mandate } = details.mandate;
  const account = shownRecipient(data)?.account;
  return {
    ...transaction,
    details: { ...details, mandate: account ? { ...mandate, account } : mandate },
  };
}

/** Tries its first step once: null if another writer was faster; we must not overwrite that writer's change. */
export async function executePlan(
  context: Context,
  transaction: Transaction,
  plan: TransactionPlan,
  around: ExecutionContext,
): Promise<Transaction | null> {
  const { actor } = around;
  switch (plan.kind) {
    case 'decline':
      return await decline(context, transaction, plan, actor);
    case 'ask-for-more':
      return await applyOnce(
        context,
        transaction,
        { kind: 'cashier', expiresAt: plan.link.expiresAt },
        { actor },
      );
    case 'wait-for-approval':
      return await waitForApproval(context, transaction, actor);
    case 'send':
      return transaction.type === 'PAYIN'
        ? await sendPayin(context, transaction, plan.providers, around)
        : await sendPayout(context, transaction, actor);
  }
}

/**
 * A risk rule or a block is the gateway's own refusal, so we log it for the operator, without card data (contract 12).
 */
async function decline(
  context: Context,
  transaction: Transaction,
  { errorCode, refusedBy }: Extract<TransactionPlan, { kind: 'decline' }>,
  actor: Actor,
): Promise<Transaction | null> {
  const by = refusedBy ? 'gateway' : actor;
  const declined = await applyOnce(context, transaction, { kind: 'declined', errorCode }, { actor: by });
  if (declined && refusedBy) {
    const { id: transactionId, brandId } = transaction;
    context.countRiskRefusal(refusedBy.rule);
    context.log.warn({ transactionId, brandId, errorCode, ...refusedBy }, 'refused; no provider was asked');
  }
  return declined;
}

async function sendPayin(
  context: Context,
  transaction: Transaction,
  providers: readonly Provider[],
  { means, cashierToken, actor }: ExecutionContext,
): Promise<Transaction> {
  const { option, suboption } = findOption(transaction.optionId!)!;
  const { method } = suboption ?? option;
  return await sendToProviders(context, transaction, {
    providers,
    send: async (provider, current, call) =>
      await provider.payIn(current, await instrumentFor(context, provider, method, means), {
        ...call,
        returnUrl: () => returnAddress(context, current, cashierToken),
      }),
    actor,
  });
}

/** A card's number goes only to providers that take it server to server (contract 13, `cardEntry`). */
async function instrumentFor(
  context: Context,
  provider: Provider,
  method: string,
  { clearCard, data, later }: PaymentMeans,
): Promise<Instrument> {
  if (later?.mandate) return await mandateInstrument(context, provider, method, later.mandate);
  const { cardEntry } = provider;
  return clearCard && cardEntry === 'tollgate'
    ? { kind: 'card', card: clearCard }
    : { kind: 'method', method, data };
}

/**
 * Automatic approval. A payout ends here if the balance does not cover it, or no provider sends it (spec 4.4, contract
 * 8).
 */
async function sendPayout(
  context: Context,
  transaction: Transaction,
  actor: Actor,
): Promise<Transaction | null> {
  const approval = await approvePayout(context, transaction, 'gateway');
  switch (approval.kind) {
    case 'approved':
      return approval.transaction;
    case 'short':
      return await applyOnce(
        context,
        transaction,
        { kind: 'failed', errorCode: CODE.balanceTooSmall },
        { actor: 'gateway' },
      );
    case 'unserved':
      return await applyOnce(
        context,
        transaction,
        { kind: 'declined', errorCode: CODE.noProvider },
        { actor: 'gateway' },
      );
    // Four eyes were switched on a moment ago.
    case 'own':
      return await waitForApproval(context, transaction, actor);
    case 'lost':
      return null;
  }
}

async function waitForApproval(
  context: Context,
  transaction: Transaction,
  actor: Actor,
): Promise<Transaction | null> {
  const expiresAt = new Date(context.now().getTime() + APPROVAL_LIFETIME_MS);
  return await applyOnce(context, transaction, { kind: 'approval-needed', expiresAt }, { actor });
}
