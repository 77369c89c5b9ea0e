// Answers a call of the cashier's page with what the page shows now: 200 where the call did something, 409 where somebody
// else was faster or nothing of the kind is asked for any more. For the calls that change a payment.
import type { FastifyReply } from 'fastify';
import type { Context } from '../../../actions/context.ts';
import type { Transaction } from '../../../domain/transactions/transaction.ts';
import type { Page } from '../page/find-page.ts';
import { cashierState } from './build-state.ts';

export async function answerState(
  context: Context,
  reply: FastifyReply,
  { reader }: Pick<Page, 'reader'>,
  { taken, transaction }: { taken: boolean; transaction: Transaction },
): Promise<FastifyReply> {
  return reply.code(taken ? 200 : 409).send(await cashierState(context, transaction, reader));
}
