// The payouts of a payment file in answers to operators and in the portal (contract 15), each with the bank's answer
// and its name check. They must never show an account of a recipient.
import { type Static, Type } from 'typebox';
import type { Context } from '../../actions/context.ts';
import type { EntryDetails } from '../../domain/bank/bank-entry.ts';
import { isMismatch, NAME_DECISIONS, NAME_RESULTS } from '../../domain/bank/name-check.ts';
import { errorReason } from '../../domain/errors/error-codes.ts';
import { toWire } from '../../domain/money/money.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { type FiledState, filedStates } from '../../storage/bank/filed-payout-store.ts';
import { type NameCheck, nameChecksOf } from '../../storage/bank/name-check-store.ts';
import { sealContext } from '../../storage/keys/vault.ts';
import { readTransactions } from '../../storage/transactions/read-transactions.ts';
import { choice, orNull, textOrNull, timeOrNull, uuid } from './schema-fields.ts';

const FILED_ANSWERS = ['open', 'paid', 'rejected', 'returned', 'refused-instant'] as const;

const NameCheckAnswer = Type.Object(
  {
    result: choice(
      NAME_RESULTS,
      'match. close-match: the name differs a little. no-match: it differs. not-possible: the recipient’s bank ' +
        'did not say.',
    ),
    bankName: textOrNull('The name that the recipient’s bank knows; only for a close match.'),
    text: textOrNull('Other words of the bank about it, such as the reason why it could not be checked.'),
    reportedAt: Type.String({ format: 'date-time', description: 'When the bank wrote its report.' }),
    needsDecision: Type.Boolean({ description: 'true: a person has to keep or withdraw the payout.' }),
    mayWithdraw: Type.Boolean({
      description: 'true: a mismatch that can be withdrawn, because the bank has not accepted the payout.',
    }),
    decision: orNull(choice(NAME_DECISIONS, 'The decision.')),
    decidedBy: textOrNull('Who decided.'),
    decidedAt: timeOrNull('When.'),
  },
  { title: 'NameCheck', description: 'The bank’s answer to the verification of payee.' },
);

export const FiledPayout = Type.Object(
  {
    transactionId: uuid('The payout.'),
    merchantReference: Type.String({ description: 'Its reference.' }),
    recipient: textOrNull('The name of the recipient.'),
    amount: Type.Number({ description: 'In euro.' }),
    answer: choice(
      FILED_ANSWERS,
      'What the bank reported. open: nothing final yet. paid: it paid. rejected: it did not pay. returned: it ' +
        'paid, and the money came back. refused-instant: it refused the instant transfer, and the payout left this ' +
        'file for an ordinary one.',
    ),
    reason: textOrNull('Why it was rejected, refused or came back.'),
    nameCheck: orNull(NameCheckAnswer),
  },
  { title: 'FiledPayout', description: 'A payout of a payment file.' },
);

export const NeedsDecision = Type.Optional(
  choice(['true'], 'true: only payouts whose name needs the decision of a person.'),
);

type Shown = Static<typeof FiledPayout>;

export async function answerFiledPayouts(
  context: Pick<Context, 'sql' | 'vault'>,
  file: { merchantId: string; fileId: string },
  transactionIds: readonly string[],
): Promise<Shown[]> {
  const { sql } = context;
  const [transactions, states, checks] = await Promise.all([
    readTransactions(sql, file.merchantId, transactionIds),
    filedStates(sql, file, transactionIds),
    nameChecksOf(sql, file, transactionIds),
  ]);
  return await Promise.all(
    transactions.map(async (one) => {
      const state = states.get(one.id) ?? null;
      const check = checks.get(one.id);
      const { id: transactionId, merchantReference, recipient, amountMinor } = one;
      return {
        transactionId,
        merchantReference,
        recipient: recipient?.name ?? null,
        amount: toWire(amountMinor, 'EUR'),
        ...bankAnswer(one, state),
        nameCheck: check ? await answerCheck(context, check, one, state) : null,
      };
    }),
  );
}

function bankAnswer(
  { status, errorCode, returned }: Transaction,
  state: FiledState | null,
): Pick<Shown, 'answer' | 'reason'> {
  if (state?.refusedCode) return { answer: 'refused-instant', reason: state.refusedCode };
  const reason = returned?.reason ?? (errorCode ? `${errorCode} ${errorReason(errorCode)}` : null);
  if (returned) return { answer: 'returned', reason };
  const answer = status === 'COMPLETED' ? 'paid' : status === 'DECLINED' ? 'rejected' : 'open';
  return { answer, reason };
}

async function answerCheck(
  { vault }: Pick<Context, 'vault'>,
  check: NameCheck,
  { merchantId, status }: Transaction,
  state: FiledState | null,
): Promise<NonNullable<Shown['nameCheck']>> {
  const { result, detailsSealed } = check;
  const opened = detailsSealed && (await vault.open(detailsSealed, sealContext.bankEntry(merchantId)));
  const said = opened && (JSON.parse(opened.toString('utf8')) as EntryDetails);
  const words = [said?.status?.reason, said?.text].filter(Boolean).join(' ') || null;
  // A withdrawal is noted before the payout ends, and counts only with its end.
  const isOpen = status === 'PROCESSING' && state !== null && state.refusedCode === null;
  const decision = check.decision === 'withdrawn' && status !== 'DECLINED' ? null : check.decision;
  return {
    result,
    bankName: result === 'close-match' ? said?.text || null : null,
    text: result === 'close-match' ? (said?.status?.reason ?? null) : words,
    reportedAt: check.reportedAt.toISOString(),
    needsDecision: isOpen && isMismatch(result) && decision === null,
    mayWithdraw: isOpen && isMismatch(result) && !state.isExecuted,
    decision,
    decidedBy: decision && check.decidedBy,
    decidedAt: decision && (check.decidedAt?.toISOString() ?? null),
  };
}
