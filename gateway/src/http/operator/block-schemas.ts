// What the calls about blocks share: the block as it is answered (contract 12).
import { type Static, Type } from 'typebox';
import { BLOCK_KINDS } from '../../domain/block-list.ts';
import type { StoredBlock } from '../../storage/block-store.ts';
import { choice, uuid } from '../schema-fields.ts';

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
