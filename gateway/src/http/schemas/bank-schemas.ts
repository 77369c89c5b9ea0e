// Files of payouts, statements and their entries in answers to operators and in the portal (contract 15). They must
// mask the account of a counterparty.
import { type Static, type TSchema, Type } from 'typebox';
import { open } from '../../actions/bank/apply-statement.ts';
import type { TakenStatement } from '../../actions/bank/take-statement.ts';
import type { Context } from '../../actions/context.ts';
import { fileIdOf } from '../../domain/bank/payment-file.ts';
import { currencyDigits } from '../../domain/money/currency.ts';
import { toWire } from '../../domain/money/money.ts';
import { maskAccount } from '../../domain/payment-data/recipient.ts';
import type { BankFile } from '../../storage/bank/bank-file-store.ts';
import { ENTRY_STATES, type StoredEntry } from '../../storage/bank/entry-store.ts';
import { choice, textOrNull, timeOrNull, uuid } from './schema-fields.ts';

export const BankFileAnswer = Type.Object(
  {
    fileId: Type.String({ description: 'The file; its `MsgId`.' }),
    payouts: Type.Integer({ description: 'How many payouts it has.' }),
    total: Type.Number({ description: 'Their sum, in units of the currency.' }),
    currency: Type.String({ description: 'EUR.' }),
    executionDate: Type.String({
      format: 'date',
      description: 'When the bank is asked to pay: a day of TARGET.',
    }),
    createdAt: Type.String({ format: 'date-time', description: 'When it was made.' }),
    sha256: Type.String({ description: 'SHA-256 of its bytes, in lower-case hexadecimal digits.' }),
    withdrawnAt: timeOrNull('Since when its payouts wait for another file; null: it is in force.'),
  },
  { title: 'BankFile', description: 'A file of payouts for the bank.' },
);

export function answerBankFile(file: BankFile): Static<typeof BankFileAnswer> {
  const { id, payouts, totalMinor, executionDate, createdAt, sha256, withdrawnAt } = file;
  return {
    fileId: fileIdOf(id),
    payouts,
    total: toWire(totalMinor, 'EUR'),
    currency: 'EUR',
    executionDate,
    createdAt: createdAt.toISOString(),
    sha256,
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
  };
}

export const StatementAnswer = Type.Object(
  {
    statementId: uuid('The message.'),
    kind: Type.String({ description: 'Its name, such as `camt.053.001.08`.' }),
    entries: Type.Integer({
      description: 'How many entries it has: one a detail, else one an entry; pending ones do not count.',
    }),
    applied: Type.Integer({ description: 'Those that fit, and what they say is done.' }),
    known: Type.Integer({ description: 'Those that had come in another file, and say nothing more.' }),
    unmatched: Type.Integer({ description: 'Those that are about nothing of ours; for a person.' }),
    conflicts: Type.Integer({ description: 'Those that contradict what is stored; for a person.' }),
    fault: Type.Optional(
      Type.String({
        description:
          'Only of a message that does not add up: why. Nothing of it is applied before a person decides.',
      }),
    ),
  },
  { title: 'BankStatement', description: 'What became of a message of the bank.' },
);

export function answerStatement({ statement }: TakenStatement): Static<typeof StatementAnswer> {
  const { id, kind, entries, known, counts, fault } = statement;
  return {
    statementId: id,
    kind,
    entries,
    known,
    ...(counts ?? { applied: 0, unmatched: 0, conflicts: 0 }),
    ...(fault !== null && { fault }),
  };
}

export const EntryAnswer = Type.Object(
  {
    entryId: uuid('The entry.'),
    statementId: uuid('The message in which it came first, or the last one that said more of it.'),
    bookedAt: timeOrNull('When the bank booked it; null: it does not say. A day begins at midnight of UTC.'),
    amount: Type.Unsafe<number | null>({
      type: ['number', 'null'],
      description: 'In units of the currency; null: a status report need not say it.',
    } as TSchema),
    currency: textOrNull('Its currency.'),
    direction: choice(
      ['credit', 'debit'],
      'credit: money came in; debit: it went out, or a status of a payout.',
    ),
    reference: textOrNull('The reference in it: ours, or what the parties name it by.'),
    counterparty: Type.Object(
      {
        name: textOrNull('Who paid, or was paid.'),
        account: textOrNull('Their account, masked but for its end.'),
      },
      { description: 'Who paid, or was paid.' },
    ),
    text: textOrNull('What the payer wrote; null: nothing, or it was erased with the customer.'),
    state: choice(
      ENTRY_STATES,
      'applied. unmatched: about nothing of ours. conflict: it contradicts what is stored. These two are for a person. dismissed: by a person.',
    ),
    transactionId: textOrNull('The transaction that it is about, as far as that is known.'),
    reason: textOrNull('Why; null: nothing has to be explained.'),
  },
  { title: 'BankEntry', description: 'What a bank says of one movement or one payout.' },
);

export async function answerEntry(
  context: Pick<Context, 'vault'>,
  entry: StoredEntry,
): Promise<Static<typeof EntryAnswer>> {
  const { said, references } = await open(context, entry);
  const { amountMinor, currency, direction } = entry;
  const isAmount = amountMinor !== null && currency !== null && currencyDigits(currency) !== undefined;
  const account = said?.counterparty.account ?? null;
  return {
    entryId: entry.id,
    statementId: entry.statementId,
    bookedAt: entry.bookedAt?.toISOString() ?? null,
    amount: isAmount ? toWire(amountMinor, currency) : null,
    currency,
    direction: direction === 'credit' ? 'credit' : 'debit',
    reference: references[0] ?? said?.endToEndId ?? said?.messageId ?? null,
    counterparty: { name: said?.counterparty.name ?? null, account: account && maskAccount(account) },
    text: said?.text || null,
    state: entry.state as (typeof ENTRY_STATES)[number],
    transactionId: entry.transactionId,
    reason: entry.reason,
  };
}
