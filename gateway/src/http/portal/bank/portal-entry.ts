// An entry of a statement as the portal shows it (contract 15): what it was matched with, or the payments and payouts
// that it most likely is, and whether its assignment can be taken back.
import { type Static, type TSchema, Type } from 'typebox';
import { isAssigned, isInClosedMonth } from '../../../actions/bank/assignment.ts';
import { openEntry } from '../../../actions/bank/open-entry.ts';
import { suggestPayments } from '../../../actions/bank/suggest-payments.ts';
import type { Context } from '../../../actions/context.ts';
import { toWire } from '../../../domain/money/money.ts';
import type { Transaction } from '../../../domain/transactions/transaction.ts';
import type { StoredEntry } from '../../../storage/bank/entry-store.ts';
import { listMonthEnds } from '../../../storage/month-end/month-end-store.ts';
import { settlementsByIds, unpaidOfAmount } from '../../../storage/settlements/settlement-list.ts';
import type { StoredSettlement } from '../../../storage/settlements/settlement-store.ts';
import { readTransactions } from '../../../storage/transactions/read-transactions.ts';
import { answerEntry, EntryAnswer } from '../../schemas/bank-schemas.ts';
import { orNull, textOrNull, timeOrNull, uuid } from '../../schemas/schema-fields.ts';
import { providerName } from '../providers/provider-name.ts';
import { nameOf } from '../transactions/transaction-item.ts';

/** Payouts of the same amount that are offered for an entry. */
const MOST_PAYOUTS = 3;

const Payment = Type.Object(
  {
    transactionId: uuid('The payment.'),
    merchantReference: Type.String({ description: 'Its reference: the order.' }),
    customer: textOrNull('Name of its customer or recipient; null: not known, or erased.'),
    status: Type.String({ description: 'Its status.' }),
    amount: Type.Number({ description: 'In units of its currency.' }),
    currency: Type.String({ description: 'Its currency.' }),
    createdAt: Type.String({ format: 'date-time', description: 'When it was created.' }),
  },
  { description: 'A payment.' },
);

const Suggestion = Type.Object(
  {
    ...Payment.properties,
    partPayment: Type.Boolean({
      description: 'true: its amount is larger, so the entry can only be a part payment.',
    }),
    reasons: Type.Array(Type.String(), {
      description: 'Why this payment is likely, the strongest reason first.',
    }),
  },
  { title: 'BankEntrySuggestion', description: 'A payment to which an entry may belong.' },
);

const EntryPayout = Type.Object(
  {
    settlementId: uuid('The settlement.'),
    provider: Type.String({ description: 'Name of the provider for people.' }),
    reference: Type.String({ description: "The provider's own id of the payout." }),
    paidAt: timeOrNull('When the provider paid it out.'),
  },
  { description: 'A payout of a provider.' },
);

export const PortalEntry = Type.Object(
  {
    ...EntryAnswer.properties,
    payment: orNull(Payment),
    settlement: orNull(EntryPayout),
    mayTakeBack: Type.Boolean({
      description:
        'Whether a person assigned it and its month is open, so that the assignment can be taken back.',
    }),
    payouts: Type.Array(EntryPayout, {
      description:
        'For entries that need a person: payouts of the same amount that are not found at the bank yet.',
    }),
    bookedOn: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date',
      description:
        'The day on which the bank booked the entry, as the bank wrote it; null: the statement does not say.',
    } as TSchema),
    suggestions: Type.Array(Suggestion, { description: 'At most three, for entries that need a person.' }),
  },
  { title: 'PortalBankEntry', description: 'An entry of a statement.' },
);

type OfBrand = Pick<StoredEntry, 'merchantId' | 'brandId'>;

export async function shownEntries(
  context: Context,
  brand: OfBrand,
  entries: readonly StoredEntry[],
): Promise<Static<typeof PortalEntry>[]> {
  const { sql } = context;
  const ids = [...new Set(entries.flatMap(({ transactionId }) => transactionId ?? []))];
  const settlementIds = entries.flatMap(({ settlementId }) => settlementId ?? []);
  const [payments, settlements, [closed]] = await Promise.all([
    readTransactions(sql, brand.merchantId, ids),
    settlementsByIds(sql, brand, settlementIds),
    listMonthEnds(sql, brand, 1),
  ]);
  const byId = new Map(payments.map((one) => [one.id, one]));
  return await Promise.all(
    entries.map(async (entry) => {
      const payment = entry.transactionId === null ? undefined : byId.get(entry.transactionId);
      const settlement = entry.settlementId === null ? undefined : settlements.get(entry.settlementId);
      const isClosed = isInClosedMonth(entry, payment?.completedAt ?? null, closed);
      return {
        ...(await answerEntry(context, entry)),
        payment: payment ? toPayment(payment) : null,
        settlement: settlement ? toPayout(context, settlement) : null,
        mayTakeBack: entry.state === 'applied' && isAssigned(entry) && !isClosed,
        bookedOn: entry.bookedOn,
        ...(await likelyOf(context, entry)),
      };
    }),
  );
}

/** Nothing for an entry that needs nobody. */
async function likelyOf(context: Context, entry: StoredEntry) {
  if (entry.state !== 'unmatched' && entry.state !== 'conflict') return { payouts: [], suggestions: [] };
  const found = await suggestPayments(context, await openEntry(context, entry));
  const payouts = await payoutsLike(context, entry);
  return {
    payouts: payouts.map((one) => toPayout(context, one)),
    suggestions: found.map(({ transaction, reasons }) => ({
      ...toPayment(transaction),
      partPayment: entry.amountMinor !== null && entry.amountMinor < transaction.amountMinor,
      reasons,
    })),
  };
}

const toPayment = (transaction: Transaction): Static<typeof Payment> => ({
  transactionId: transaction.id,
  merchantReference: transaction.merchantReference,
  customer: nameOf(transaction),
  status: transaction.status,
  amount: toWire(transaction.amountMinor, transaction.currency),
  currency: transaction.currency,
  createdAt: transaction.createdAt.toISOString(),
});

const toPayout = (
  context: Context,
  { id, provider, reference, paidAt }: StoredSettlement,
): Static<typeof EntryPayout> => ({
  settlementId: id,
  provider: providerName(context, provider),
  reference,
  paidAt: paidAt?.toISOString() ?? null,
});

async function payoutsLike({ sql }: Context, entry: StoredEntry): Promise<StoredSettlement[]> {
  const { direction, amountMinor, currency } = entry;
  if (direction !== 'credit' || amountMinor === null || currency === null) return [];
  return await unpaidOfAmount(sql, entry, { amountMinor, currency }, MOST_PAYOUTS);
}
