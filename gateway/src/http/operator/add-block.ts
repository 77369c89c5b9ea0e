// POST /operator/brands/{id}/blocks (contract 12).
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { addBlock } from '../../actions/add-block.ts';
import type { Context } from '../../actions/context.ts';
import type { Operation } from '../operation.ts';
import { closed, maybe, text, uuid } from '../schema-fields.ts';
import { Block, BlockKind, toWireBlock } from './block-schemas.ts';
import * as examples from './operator-examples.ts';
import { BrandPath, operatorErrors } from './operator-schemas.ts';

const Body = closed(
  {
    kind: BlockKind,
    value: maybe(
      text(
        255,
        'What to block, unless a transaction says it. `bin`: six to eight digits. `ip`: an address or a range (CIDR). `country`: ' +
          'two capital letters. Not for a card, whose number must not come here.',
        { minLength: 1, examples: ['203.0.113.0/24'] },
      ),
    ),
    transactionId: maybe(
      uuid(
        'A transaction of the brand whose card, customer, network (of IPv6 the /64) or country is to be blocked.',
      ),
    ),
    reason: text(255, 'Why, in your words. Shoppers and merchants never read it.', {
      minLength: 1,
      examples: ['card testing on 1 March'],
    }),
    expiresAt: maybe(
      Type.String({
        format: 'date-time',
        maxLength: 40,
        description: 'When it ends, in the future. Absent: when you delete it.',
        examples: ['2036-03-01T00:00:00Z'],
      }),
    ),
  },
  { title: 'NewBlock', description: 'What to block: a value, or what a transaction had.' },
);

const operation = {
  operationId: 'addBlock',
  tags: ['Operator'],
  summary: 'Block a card, a customer, a network or a country',
  description:
    'Pay-ins and payouts of the brand that match are declined 2203, and no provider is asked; in the cashier each attempt is ' +
    'judged. It holds whatever the `risk` setting is, and in every process within two seconds. A card is named by one of its ' +
    'transactions; it is known again by its number, also saved under a token. At most 10,000 a brand.',
  access: 'operator',
  params: BrandPath,
  body: Body,
  examples: examples.newBlocks,
  answers: {
    201: { description: 'Blocked.', schema: Block, examples: examples.block },
    ...operatorErrors({ 409: 'The brand has as many blocks as it may have.' }),
  },
} satisfies Operation;

export function addBlockRoute(app: FastifyInstance, context: Context): void {
  app.post<{ Params: { id: string }; Body: Static<typeof Body> }>(
    '/operator/brands/:id/blocks',
    { schema: operation },
    async ({ params, body, operator }, reply) => {
      const block = await addBlock(context, operator, params.id, {
        kind: body.kind,
        value: body.value ?? null,
        transactionId: body.transactionId?.toLowerCase() ?? null,
        reason: body.reason,
        expiresAt: body.expiresAt == null ? null : new Date(body.expiresAt),
      });
      return reply.code(201).send(toWireBlock(block));
    },
  );
}
