// POST /portal/api/brands/{brandId}/customers/erase/preview: who an erasure would erase, and how much of them. A plain
// read, by POST because a log of addresses must not have the person's name. The erasure itself is
// staff/erase-customer.ts.
import { fullName } from '@tollgate/provider-kit/seam/customer';
import { Type } from 'typebox';
import { blocksOf, requireName } from '../../../actions/erasure/erase-customer.ts';
import { toWire } from '../../../domain/money/money.ts';
import { maskedCustomer } from '../../../domain/records/record.ts';
import { findTransactionsOf } from '../../../storage/erasure/find-customer.ts';
import { profilesOf, sumTransactions } from '../../../storage/erasure/person-sums.ts';
import { findBlocks } from '../../../storage/risk/block-store.ts';
import { readTransactions } from '../../../storage/transactions/read-transactions.ts';
import { call } from '../../calls/call.ts';
import { ErasureBody } from '../../schemas/erasure-schemas.ts';
import { choice, textOrNull, timeOrNull } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, portalErrors } from '../portal-schemas.ts';
import { amount, count, currency } from './money-schemas.ts';

const Preview = Type.Object(
  {
    people: Type.Array(
      Type.Object({
        userId: textOrNull("The merchant's id of the customer; null: none was given."),
        name: textOrNull('The name that was given last.'),
        email: textOrNull('Masked.'),
        phone: textOrNull('Masked.'),
      }),
      { description: 'The profiles that go; without one, the customer of the latest transaction.' },
    ),
    transactions: count('Transactions that lose their personal data.'),
    inProgress: count('How many of them are erased only when they end.'),
    firstAt: timeOrNull('When the first of them was created; null: there is none.'),
    lastAt: timeOrNull('When the last of them was created.'),
    cards: count('Saved cards that go.'),
    blocks: count('Blocks that lose their value and reason. They go on blocking.'),
    amounts: Type.Array(
      Type.Object({
        type: choice(['PAYIN', 'PAYOUT'], 'Pay-ins or payouts.'),
        currency,
        count: count('Number of transactions.'),
        amount: amount('Sum of their amounts, which stay.'),
      }),
      { description: 'All these transactions, whatever became of them.' },
    ),
  },
  { title: 'ErasurePreview', description: 'What an erasure would erase.' },
);

export const previewErasureCall = call({
  address: 'POST /portal/api/brands/:brandId/customers/erase/preview',
  operationId: 'previewErasure',
  tags: ['Portal money'],
  summary: 'Show who an erasure would erase',
  description: 'Counts what has this userId or this e-mail address. Changes nothing.',
  access: 'portal',
  permission: 'customers.erase',
  params: PortalBrandPath,
  body: ErasureBody,
  answers: { 200: { description: 'What was found.', schema: Preview }, ...portalErrors() },
  handle: async ({ sql }, { portal: { brand }, body: { userId = null, email = null } }) => {
    const name = requireName({ userId, email });
    const ids = await findTransactionsOf(sql, brand, name);
    const [sums, { profiles, cards }, latest, blocks] = await Promise.all([
      sumTransactions(sql, brand.merchantId, ids),
      profilesOf(sql, brand, name),
      readTransactions(sql, brand.merchantId, ids.slice(-1)),
      findBlocks(sql, brand, blocksOf(name, ids)),
    ]);
    const found =
      profiles.length > 0
        ? profiles
        : latest.map((one) => ({ userId: one.userId, profile: one.details.customer }));
    return {
      people: found.map((one) => {
        const masked = maskedCustomer(one.profile);
        const { email = null, phone = null } = masked ?? {};
        return { userId: one.userId, name: fullName(masked), email: email ?? null, phone: phone ?? null };
      }),
      transactions: sums.count,
      inProgress: sums.open,
      firstAt: sums.firstAt?.toISOString() ?? null,
      lastAt: sums.lastAt?.toISOString() ?? null,
      cards,
      blocks: blocks.length,
      amounts: sums.amounts.map(({ type, currency: code, count: number, amountMinor }) => ({
        type,
        currency: code,
        count: number,
        amount: toWire(amountMinor, code),
      })),
    };
  },
});
