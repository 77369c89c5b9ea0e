// Refunds money of a completed pay-in (contract 8). The first commit makes the refund durable and sets its money aside;
// then we ask the provider; a second commit stores its answer. Whatever happens after the first commit, the refund
// sweep continues at the refund's dueAt. So the caller's answer, PENDING, stays true. Never refunds more than was paid,
// nor more than is available.
import { type Dispute, holdsMoney } from '../../domain/after-end/dispute.ts';
import { type AuditActor, refundEntry } from '../../domain/audit/audit.ts';
import { CODE, errorReason } from '../../domain/errors/error-codes.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { formatMinor, toWire } from '../../domain/money/money.ts';
import {
  mayHaveRefunds,
  openRefund,
  type Refund,
  type RefundJudgement,
  type RefundRequest,
} from '../../domain/refunds/refund.ts';
import { timeOrderedId } from '../../domain/transactions/time-ordered-id.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { Context } from '../context.ts';
import { askProvider } from '../submission/ask-provider.ts';
import { providerOf } from '../submission/provider-of.ts';
import { settleRefund } from './settle-refund.ts';
import { writeRefund } from './write-refund.ts';

type Refused = Extract<RefundJudgement, { kind: 'refused' }>;
type RefusalCode = Refused['errorCode'];

/** Answers the refund as it was made, also if the same reference comes again. Throws Refusal. */
export async function createRefund(
  context: Context,
  by: AuditActor,
  transaction: Transaction,
  wanted: Omit<RefundRequest, 'id'>,
): Promise<Refund> {
  if (!mayHaveRefunds(transaction)) throw refusalOf(transaction, CODE.refundNotPossible);
  const judged = await open(context, by, transaction, { ...wanted, id: timeOrderedId(context.now()) });
  switch (judged.kind) {
    case 'opened': {
      const { after, refund } = judged.change;
      await sendRefund(context, after, refund);
      return refund;
    }
    case 'repeated':
      return judged.refund;
    case 'reference-used': {
      const { amountMinor, currency, transactionId } = judged.refund;
      const first = `${formatMinor(amountMinor, currency)} ${currency} of transaction ${transactionId}`;
      throw new Refusal(422, `refundReference: was used before, for a refund of ${first}`, { transactionId });
    }
    case 'refused':
      throw refusalOf(judged.ground.transaction, judged.errorCode, judged);
  }
}

async function open(
  context: Context,
  by: AuditActor,
  transaction: Transaction,
  request: RefundRequest,
): Promise<RefundJudgement> {
  const { merchantId, brandId, currency, id: transactionId } = transaction;
  const provider = providerOf(context, transaction);
  const supported = provider?.capabilities.refund === true;
  const { id: refundId, refundReference } = request;
  const job = { merchantId, brandId, currency, transactionId, refundId, refundReference, spends: true, by };
  let judged: RefundJudgement | undefined;
  let despiteDispute = false;
  await writeRefund(
    context,
    job,
    (standing) => {
      // If we repeated a commit whose acknowledgement was lost, the refund's own id exists already.
      const first = standing.first ?? standing.refund;
      judged = openRefund(request, { ...standing, first, supported }, context.now());
      despiteDispute = standing.disputes.some(holdsMoney);
      return judged.kind === 'opened' ? judged.change : null;
    },
    (change) => refundEntry(change, by, { despiteDispute }),
  );
  return judged!;
}

/** The refund is stored, so no later failure changes the caller's answer. */
async function sendRefund(context: Context, transaction: Transaction, refund: Refund): Promise<void> {
  const provider = providerOf(context, transaction)!;
  // The sweep might ask while this call is still running, so we leave the refund to the sweep.
  if (context.now().getTime() + provider.deadlineMs > refund.dueAt!.getTime()) return;
  try {
    const outcome = await askProvider(context, provider, (signal) =>
      provider.refund(transaction, refund, signal),
    );
    await settleRefund(context, refund, { outcome, inquired: false });
  } catch (error) {
    const of = { refundId: refund.id, transactionId: transaction.id };
    context.log.error(
      { err: error, ...of },
      'a refund was made, but its answer could not be stored; the sweep asks again',
    );
  }
}

function refusalOf(
  transaction: Transaction,
  errorCode: RefusalCode,
  judged?: Pick<Refused, 'ground' | 'refundableMinor'>,
): Refusal {
  const { id: transactionId, currency } = transaction;
  const amounts = { amountRefundable: toWire(judged?.refundableMinor ?? 0n, currency) };
  return new Refusal(400, adviceFor(errorCode, transaction, judged?.ground.disputes ?? []), {
    errorCode,
    transactionId,
    members: { errorReason: errorReason(errorCode), ...(errorCode === CODE.refundTooLarge && amounts) },
  });
}

function adviceFor(
  errorCode: RefusalCode,
  { type, status, returned }: Transaction,
  disputes: readonly Dispute[],
): string {
  switch (errorCode) {
    case CODE.refundTooLarge:
      return 'amount: is more than what is left to refund';
    case CODE.refundNotPossible:
      if (returned) {
        const day = returned.at.slice(0, 10);
        return `merchantReference: the money of this pay-in came back to the payer on ${day}, so nothing is left to refund`;
      }
      return `merchantReference: only a COMPLETED pay-in can be refunded, this ${type === 'PAYIN' ? 'one' : 'payout'} is ${status}`;
    case CODE.refundDisputed: {
      const { id, status: stands } = disputes.find(holdsMoney)!;
      const held = stands === 'LOST' ? 'is LOST' : `is ${stands} and withholds its money`;
      return `despiteDispute: the dispute ${id} of this pay-in ${held}, so a refund pays the payer a second time; send true to refund anyway`;
    }
    case CODE.refundNotSupported:
      return 'merchantReference: the payment method of this pay-in does not allow refunds';
    case CODE.refundNotCovered:
      return 'amount: the available balance is too small for it; wait for more pay-ins, or fund the brand';
  }
}
