// Answers a call that changes a payment with the page's present state: 200 if the call did something, 409 if another
// call was faster or the payment does not ask for it any more.
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
