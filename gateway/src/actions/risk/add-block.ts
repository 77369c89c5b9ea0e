// Blocks a card, a BIN, an e-mail address, a user, a network or a country at a brand (contract 12). Every process
// applies it within two seconds. A card is named by one of its transactions and never by its number, so no card number
// ever comes in here.

import type { AuditActor, AuditFacts } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { holdsCardNumber, withCardMasked } from '../../domain/payment-data/card-number-in-text.ts';
import { type Block, type BlockKind, blockValue, MOST_BLOCKS } from '../../domain/risk/block-list.ts';
import { timeOrderedId } from '../../domain/transactions/time-ordered-id.ts';
import { namedUser, type Transaction } from '../../domain/transactions/transaction.ts';
import { addressSource } from '../../domain/web-address.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { withRetries } from '../../storage/database/database.ts';
import { touchBrand } from '../../storage/merchants/brand-store.ts';
import { insertBlock, loadBlocks, type StoredBlock } from '../../storage/risk/block-store.ts';
import type { Context } from '../context.ts';
import { requireBrand } from '../merchants/change-brand.ts';

export interface NewBlock {
  kind: BlockKind;
  /** Exactly one of the two is set. */
  value: string | null;
  transactionId: string | null;
  reason: string;
  expiresAt: Date | null;
}

export async function addBlock(
  context: Context,
  by: AuditActor,
  brandId: string,
  request: NewBlock,
): Promise<StoredBlock> {
  const { sql, brands, now } = context;
  const { merchantId } = await requireBrand(sql, brandId);
  const { kind, transactionId, reason, expiresAt } = request;
  const at = now();
  if (expiresAt && expiresAt <= at) throw new Refusal(400, ['expiresAt: must be in the future']);
  const blocked = await readValue(context, merchantId, brandId, request);
  const block: StoredBlock = {
    ...blocked,
    merchantId,
    brandId,
    kind,
    transactionId,
    reason,
    expiresAt,
    id: timeOrderedId(at),
    createdAt: at,
  };
  await withRetries(() =>
    sql.begin(async (tx) => {
      // This locks the brand, so that nobody adds another block between the count and the insert.
      await touchBrand(tx, merchantId, brandId);
      const { length } = await loadBlocks(tx, [merchantId], [brandId], at);
      if (length >= MOST_BLOCKS) {
        throw new Refusal(409, `the brand has ${length} blocks, which is the maximum; delete some first`);
      }
      await insertBlock(tx, block);
      const target = { kind: 'brand', id: brandId } as const;
      const added = { merchantId, at, by, action: 'block.created', target } as const;
      await appendAudit(tx, {
        ...added,
        before: null,
        after: blockFacts(block),
        personalFields: personalFieldsOf(block),
      });
    }),
  );
  await brands.refresh();
  return block;
}

/** The fields of a block that may identify a person. The value of a country or a BIN applies to many people. */
export const personalFieldsOf = ({ kind }: Pick<Block, 'kind'>): string[] =>
  kind === 'country' || kind === 'bin' ? ['reason'] : ['value', 'reason'];

/** A block as the audit log shows it: for a card only the digits that may be shown. */
export function blockFacts(block: StoredBlock): AuditFacts {
  const { id: blockId, kind, shown, transactionId, reason, expiresAt } = block;
  return { blockId, kind, value: shown, transactionId, reason, expiresAt: expiresAt?.toISOString() ?? null };
}

/** The value to compare, and its form for operators. */
async function readValue(
  context: Context,
  merchantId: string,
  brandId: string,
  { kind, value, transactionId }: NewBlock,
): Promise<Pick<StoredBlock, 'value' | 'shown'>> {
  if ((value === null) === (transactionId === null)) {
    throw new Refusal(400, ['value: name either a value or a transactionId']);
  }
  if (transactionId !== null) {
    const transaction = await context.transactions.find(merchantId, transactionId);
    if (transaction?.brandId !== brandId)
      throw new Refusal(404, 'transactionId: the brand has no such transaction');
    return readFrom(kind, transaction);
  }
  // A userId may be any text (spec 2.1), so it may look like a card number.
  if (kind !== 'userId' && holdsCardNumber(value!))
    throw new Refusal(400, ['value: must not hold a card number']);
  if (kind === 'card') {
    throw new Refusal(400, ['value: a card is named by a transactionId, never by its number']);
  }
  const read = blockValue(kind, value!);
  if ('fault' in read) throw new Refusal(400, [`value: ${read.fault}`]);
  return { ...read, shown: withCardMasked(read.value) };
}

function readFrom(kind: BlockKind, transaction: Transaction): Pick<StoredBlock, 'value' | 'shown'> {
  const { card, cardKey, country, details } = transaction;
  if (kind === 'card') {
    if (card === null || cardKey === null) throw nothingToBlock(kind);
    return { value: cardKey.toString('hex'), shown: `${card.first6}…${card.last4}` };
  }
  const address = details.browserIp ?? details.customer?.ip;
  const values: Record<Exclude<BlockKind, 'card'>, string | null | undefined> = {
    bin: card?.first6,
    email: details.customer?.email,
    userId: namedUser(transaction),
    ip: address && addressSource(address),
    country,
  };
  const read = values[kind] ? blockValue(kind, values[kind]) : null;
  if (!read || 'fault' in read) throw nothingToBlock(kind);
  return { ...read, shown: withCardMasked(read.value) };
}

const nothingToBlock = (kind: Block['kind']) =>
  new Refusal(400, [`transactionId: this transaction has no ${kind}`]);
