// Settlements and their lines in answers of the portal (contract 17): as the operator gets them, with the words and
// names that a person needs to decide.
import { type Static, Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { type LikelyPayment, suggestPayments } from '../../../actions/settlements/suggest-payments.ts';
import { toWire } from '../../../domain/money/money.ts';
import { netOf } from '../../../domain/settlements/settlement.ts';
import type { Transaction } from '../../../domain/transactions/transaction.ts';
import { countOpenLines, type StoredLine } from '../../../storage/settlements/line-store.ts';
import type { OfBrand, StoredSettlement } from '../../../storage/settlements/settlement-store.ts';
import { readTransactions } from '../../../storage/transactions/read-transactions.ts';
import { orNull, textOrNull, uuid } from '../../schemas/schema-fields.ts';
import {
  answerLine,
  answerSettlement,
  LineAnswer,
  SettlementAnswer,
} from '../../schemas/settlement-schemas.ts';
import { amount, count, moment } from '../money/money-schemas.ts';
import { providerName } from '../providers/provider-name.ts';

export const PortalSettlement = Type.Object(
  {
    ...SettlementAnswer.properties,
    providerName: Type.String({ description: 'Name of the provider for people.' }),
    reason: textOrNull('Why it is a conflict.'),
    isComplete: Type.Boolean({ description: 'false: the provider has not listed all its lines.' }),
    sumOfLines: amount('Sum of its lines. It differs from `net` if the settlement does not add up.'),
    waiting: count('Lines that wait for a person.'),
    createdAt: moment('When the gateway first heard of it.'),
  },
  { title: 'PortalSettlement', description: 'What a provider pays out to the bank account of the merchant.' },
);

export async function shownSettlements(
  context: Context,
  brand: OfBrand,
  settlements: readonly StoredSettlement[],
): Promise<Static<typeof PortalSettlement>[]> {
  const ids = settlements.map(({ id }) => id);
  const open = await countOpenLines(context.sql, brand, ids);
  return settlements.map((settlement) => {
    const { unmatched, conflicts } = open.get(settlement.id) ?? { unmatched: 0, conflicts: 0 };
    return {
      ...answerSettlement(settlement),
      providerName: providerName(context, settlement.provider),
      reason: settlement.reason,
      isComplete: settlement.isComplete,
      sumOfLines: toWire(netOf(settlement), settlement.currency),
      waiting: unmatched + conflicts,
      createdAt: settlement.createdAt.toISOString(),
    };
  });
}

const payment = {
  transactionId: uuid('The payment.'),
  merchantReference: Type.String({ description: 'Its reference.' }),
};

const Likely = Type.Object(
  {
    ...payment,
    amount: amount('In units of its currency.'),
    currency: Type.String({ description: 'Its currency.' }),
    createdAt: moment('When it was created.'),
    reasons: Type.Array(Type.String(), {
      description: 'Why this payment is likely, the strongest reason first.',
    }),
  },
  { title: 'SettlementLineSuggestion', description: 'A payment to which a line may belong.' },
);

export const PortalLine = Type.Object(
  {
    ...LineAnswer.properties,
    word: Type.String({ description: "The provider's word for its kind." }),
    payment: orNull(
      Type.Object(payment, { description: 'The payment that it is about; null: none is known.' }),
    ),
    suggestions: Type.Array(Likely, { description: 'At most three, for lines that wait for a person.' }),
  },
  { title: 'PortalSettlementLine', description: 'One line of a settlement.' },
);

/** `suggest`: looks for the likeliest payments of lines that wait for a person. */
export async function shownLines(
  context: Context,
  settlement: StoredSettlement,
  lines: readonly StoredLine[],
  { suggest }: { suggest: boolean },
): Promise<Static<typeof PortalLine>[]> {
  const payments = await paymentsOf(context, settlement, lines);
  const shown: Static<typeof PortalLine>[] = [];
  for (const line of lines) {
    const own = line.transactionId === null ? undefined : payments.get(line.transactionId);
    const waits = suggest && line.state !== 'matched';
    shown.push({
      ...answerLine(line),
      word: line.word,
      payment: own ? { transactionId: own.id, merchantReference: own.merchantReference } : null,
      suggestions: waits ? (await suggestPayments(context, settlement, line)).map(toLikely) : [],
    });
  }
  return shown;
}

export async function paymentsOf(
  { sql }: Pick<Context, 'sql'>,
  { merchantId }: Pick<OfBrand, 'merchantId'>,
  lines: readonly StoredLine[],
): Promise<Map<string, Transaction>> {
  const ids = new Set(lines.map(({ transactionId }) => transactionId).filter((id) => id !== null));
  const found = await readTransactions(sql, merchantId, [...ids]);
  return new Map(found.map((one) => [one.id, one]));
}

const toLikely = ({ transaction, reasons }: LikelyPayment): Static<typeof Likely> => ({
  transactionId: transaction.id,
  merchantReference: transaction.merchantReference,
  amount: toWire(transaction.amountMinor, transaction.currency),
  currency: transaction.currency,
  createdAt: transaction.createdAt.toISOString(),
  reasons,
});
