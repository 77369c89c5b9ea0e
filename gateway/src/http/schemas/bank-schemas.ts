// Files of payouts, statements and their entries in answers to operators and in the portal (contract 15). They must
// mask the account of a counterparty.
import { currencyDigits } from '@tollgate/provider-kit/currency';
import { type Static, type TSchema, Type } from 'typebox';
import { openEntry } from '../../actions/bank/open-entry.ts';
import type { TakenStatement } from '../../actions/bank/take-statement.ts';
import type { Context } from '../../actions/context.ts';
import { fileIdOf } from '../../domain/bank/payment-file.ts';
import { toWire } from '../../domain/money/money.ts';
import { maskAccount } from '../../domain/payment-data/recipient.ts';
import type { BankFile } from '../../storage/bank/bank-file-store.ts';
import { ENTRY_STATES, type StoredEntry } from '../../storage/bank/entry-store.ts';
import { type NameCheckSum, NO_NAME_CHECKS, sumNameChecks } from '../../storage/bank/name-check-store.ts';
import type { Sql } from '../../storage/database/database.ts';
import { choice, textOrNull, timeOrNull, uuid } from './schema-fields.ts';

const count = (description: string) => Type.Integer({ description });
const NameChecks = Type.Object(
  {
    match: count('Names that match.'),
    closeMatch: count('Names that almost match.'),
    noMatch: count('Names that do not match.'),
    notPossible: count('Names that could not be checked.'),
    toDecide: count('Open payouts whose name does not or almost match, and about which nobody has decided.'),
  },
  { description: 'What the bank has reported about the names of the recipients: payouts by result.' },
);

export const BankFileAnswer = Type.Object(
  {
    fileId: Type.String({ description: 'Id of the file: its `MsgId`.' }),
    payouts: Type.Integer({ description: 'How many payouts it contains.' }),
    total: Type.Number({ description: 'Their sum, in units of the currency.' }),
    currency: Type.String({ description: 'EUR.' }),
    executionDate: Type.String({
      format: 'date',
      description: 'The day on which the bank is asked to pay: a business day of TARGET.',
    }),
    instant: Type.Boolean({ description: 'Whether its transfers are instant.' }),
    skipNameCheck: Type.Boolean({
      description: 'Whether the bank is to be asked to skip the name check (verification of payee).',
    }),
    nameChecks: NameChecks,
    createdAt: Type.String({ format: 'date-time', description: 'When the file was created.' }),
    sha256: Type.String({ description: 'SHA-256 of its bytes, in lower-case hexadecimal digits.' }),
    withdrawnAt: timeOrNull(
      'When the file was withdrawn; its payouts wait for another file. null: it was not withdrawn.',
    ),
  },
  { title: 'BankFile', description: 'A file of payouts for the bank.' },
);

export function answerBankFile(
  file: BankFile,
  nameChecks: NameCheckSum = NO_NAME_CHECKS,
): Static<typeof BankFileAnswer> {
  const { id, payouts, totalMinor, executionDate, createdAt, sha256, withdrawnAt } = file;
  return {
    fileId: fileIdOf(id),
    payouts,
    total: toWire(totalMinor, 'EUR'),
    currency: 'EUR',
    executionDate,
    instant: file.isInstant,
    skipNameCheck: file.skipsNameCheck,
    nameChecks,
    createdAt: createdAt.toISOString(),
    sha256,
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
  };
}

/** With what the bank has reported about the names. */
export async function answerBankFiles(
  sql: Sql,
  files: readonly BankFile[],
): Promise<Static<typeof BankFileAnswer>[]> {
  const [first] = files;
  if (!first) return [];
  const sums = await sumNameChecks(
    sql,
    first.merchantId,
    files.map(({ id }) => id),
  );
  return files.map((file) => answerBankFile(file, sums.get(file.id)));
}

export const StatementAnswer = Type.Object(
  {
    statementId: uuid('Id of the message.'),
    kind: Type.String({ description: 'The type of the message, such as `camt.053.001.08`.' }),
    entries: Type.Integer({
      description:
        'How many entries it contains. An entry with details counts once for each detail. Pending entries do not count.',
    }),
    applied: Type.Integer({ description: 'Entries that matched and were applied.' }),
    known: Type.Integer({
      description: 'Entries that an earlier file contained already, without anything new.',
    }),
    unmatched: Type.Integer({ description: 'Entries that match nothing of ours; a person decides.' }),
    conflicts: Type.Integer({ description: 'Entries that contradict what is stored; a person decides.' }),
    fault: Type.Optional(
      Type.String({
        description:
          'Why the message does not add up. None of it is applied until a person decides. Absent if it adds up.',
      }),
    ),
  },
  { title: 'BankStatement', description: "How the gateway handled a bank's message." },
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
    entryId: uuid('Id of the entry.'),
    statementId: uuid('The message that contained it first, or the last message that added something to it.'),
    bookedAt: timeOrNull(
      'When the bank booked it; null: the bank does not say. A date means midnight UTC of that day.',
    ),
    amount: Type.Unsafe<number | null>({
      type: ['number', 'null'],
      description: 'In units of the currency; null: a status report may lack it.',
    } as TSchema),
    currency: textOrNull('Its currency.'),
    direction: choice(
      ['credit', 'debit'],
      'credit: money came in. debit: money went out, or the entry is the status of a payout.',
    ),
    reference: textOrNull('The reference in it: ours, or that of the payer or the recipient.'),
    counterparty: Type.Object(
      {
        name: textOrNull('Their name.'),
        account: textOrNull('Their account, masked except for its end.'),
      },
      { description: 'Who paid, or was paid.' },
    ),
    text: textOrNull('What the payer wrote; null: nothing, or it was erased with the customer.'),
    state: choice(
      ENTRY_STATES,
      'applied. unmatched: matches nothing of ours; a person decides. conflict: contradicts what is stored; a person decides. dismissed: a person dismissed it.',
    ),
    transactionId: textOrNull('The transaction that it is about, if that is known.'),
    partPayment: Type.Boolean({ description: 'true: a person accepted it as a part of its pay-in.' }),
    settlementId: textOrNull('The payout of a provider that it is; then there is no transaction.'),
    reason: textOrNull('Why it has this state; null: no reason is needed.'),
  },
  { title: 'BankEntry', description: 'What a bank reports about one movement or one payout.' },
);

export async function answerEntry(
  context: Pick<Context, 'vault'>,
  entry: StoredEntry,
): Promise<Static<typeof EntryAnswer>> {
  const { said, references } = await openEntry(context, entry);
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
    partPayment: entry.isPart,
    settlementId: entry.settlementId,
    reason: entry.reason,
  };
}
