// The shape of a block in answers, which the calls about blocks share (contract 12).
import { type Static, Type } from 'typebox';
import type { NewBlock } from '../../actions/risk/add-block.ts';
import { BLOCK_KINDS } from '../../domain/risk/block-list.ts';
import type { StoredBlock } from '../../storage/risk/block-store.ts';
import { choice, closed, maybe, uuid, visibleText } from './schema-fields.ts';

export const BlockKind = choice(
  BLOCK_KINDS,
  'What is blocked: a card; the first digits of card numbers; an e-mail address, in upper or lower case; a ' +
    'userId as in requests; an IP address or a range of addresses, of the customer or of the browser in the ' +
    'cashier; the country of a transaction.',
);

const moment = (description: string) => Type.String({ format: 'date-time', description });

export const Block = Type.Object(
  {
    blockId: uuid('Id of the block.'),
    kind: BlockKind,
    value: Type.String({ description: 'The blocked value; for a card the digits that may be shown.' }),
    transactionId: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'uuid',
      description: 'The transaction whose value was blocked.',
    } as never),
    reason: Type.String({ description: 'The reason, as free text.' }),
    createdAt: moment('When it was created.'),
    expiresAt: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date-time',
      description: 'When it expires; null: it is valid until you delete it.',
    } as never),
  },
  {
    title: 'Block',
    description: 'A value from which a brand accepts no payments, and to which it pays nothing.',
  },
);

export const NewBlockBody = closed(
  {
    kind: BlockKind,
    value: maybe(
      visibleText(
        255,
        'The value to block, unless `transactionId` is given. `bin`: six to eight digits. `ip`: an address or a range ' +
          '(CIDR). `country`: two capital letters. Not for a card: its number must not be sent here.',
        { minLength: 1, numbers: 'any', examples: ['203.0.113.0/24'] },
      ),
    ),
    transactionId: maybe(
      uuid(
        'A transaction of the brand whose card, customer, network (for IPv6 the /64) or country is to be blocked.',
      ),
    ),
    reason: visibleText(255, 'The reason, as free text. Shoppers and merchants never see it.', {
      minLength: 1,
      examples: ['card testing on 1 March'],
    }),
    expiresAt: maybe(
      Type.String({
        format: 'date-time',
        maxLength: 40,
        description: 'When it expires: a future time. Absent: it is valid until you delete it.',
        examples: ['2036-03-01T00:00:00Z'],
      }),
    ),
  },
  { title: 'NewBlock', description: 'What to block: a value, or a value of a transaction.' },
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
