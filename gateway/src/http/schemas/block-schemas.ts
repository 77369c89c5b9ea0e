// What the calls about blocks share: the block as it is answered (contract 12).
import { type Static, Type } from 'typebox';
import type { NewBlock } from '../../actions/risk/add-block.ts';
import { BLOCK_KINDS } from '../../domain/risk/block-list.ts';
import type { StoredBlock } from '../../storage/risk/block-store.ts';
import { choice, closed, maybe, text, uuid } from './schema-fields.ts';

export const BlockKind = choice(
  BLOCK_KINDS,
  'What is blocked: a card; the first digits of card numbers; an e-mail address, in whatever case; a userId as requests name ' +
    'it; an address or a range of addresses, of the customer or of the browser in the cashier; the country of a transaction.',
);

const moment = (description: string) => Type.String({ format: 'date-time', description });

export const Block = Type.Object(
  {
    blockId: uuid('The block.'),
    kind: BlockKind,
    value: Type.String({ description: 'What is blocked; of a card the digits that may be shown.' }),
    transactionId: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'uuid',
      description: 'The transaction it was taken from.',
    } as never),
    reason: Type.String({ description: 'Why, in your words.' }),
    createdAt: moment('When it was made.'),
    expiresAt: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date-time',
      description: 'When it ends; null: when you delete it.',
    } as never),
  },
  { title: 'Block', description: 'What a brand takes no money from, and pays none to.' },
);

export const NewBlockBody = closed(
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

export function newBlockOf(body: Static<typeof NewBlockBody>): NewBlock {
  return {
    kind: body.kind,
    value: body.value ?? null,
    transactionId: body.transactionId?.toLowerCase() ?? null,
    reason: body.reason,
    expiresAt: body.expiresAt == null ? null : new Date(body.expiresAt),
  };
}

export function toWireBlock(block: StoredBlock): Static<typeof Block> {
  return {
    blockId: block.id,
    kind: block.kind,
    value: block.shown,
    transactionId: block.transactionId,
    reason: block.reason,
    createdAt: block.createdAt.toISOString(),
    expiresAt: block.expiresAt?.toISOString() ?? null,
  };
}
