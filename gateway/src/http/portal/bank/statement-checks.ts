// What the portal says of statements and accounts of a bank (decision 135): whether opening + entries = closing,
// whether each statement opens with the balance before, and which entries lead from one balance of an account to the
// next. A difference is shown as it is.
import { type Static, type TSchema, Type } from 'typebox';
import { accountIban } from '../../../actions/bank/account-iban.ts';
import type { Context } from '../../../actions/context.ts';
import { type ChainedSum, differenceOf, linkOf } from '../../../domain/bank/statement-chain.ts';
import { daysOfMonth } from '../../../domain/ledger/settlement-month.ts';
import { countedLike, toWire } from '../../../domain/money/money.ts';
import { accountBalances } from '../../../storage/bank/account-entries.ts';
import { believedSums, sumsOf } from '../../../storage/bank/statement-sums.ts';
import { listMonthEnds } from '../../../storage/month-end/month-end-store.ts';
import { call } from '../../calls/call.ts';
import { orNull, textOrNull, uuid } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, portalErrors } from '../portal-schemas.ts';

const day = (description: string) => Type.String({ format: 'date', description });
const amount = (description: string) => Type.Number({ description });
const amountOrNull = (description: string) =>
  Type.Unsafe<number | null>({ type: ['number', 'null'], description } as TSchema);

const account = {
  accountId: uuid('The account.'),
  iban: textOrNull('Its IBAN.'),
  currency: Type.String({ description: 'The currency.' }),
};

export const StatementCheck = Type.Object(
  {
    ...account,
    opening: amountOrNull('The opening balance; null: the statement has none.'),
    entered: amountOrNull('The sum of its entries, money out with a minus.'),
    closing: amountOrNull('The closing balance; null: the statement has none.'),
    closingDay: textOrNull('The day of the closing balance.'),
    difference: amountOrNull(
      'closing - opening - entries. 0: it adds up. null: it cannot be compared: a balance is missing, or its other ' +
        'pages are in other files.',
    ),
    former: orNull(
      Type.Object(
        {
          day: day('Its day.'),
          closing: amount('The balance.'),
          gap: amount('opening - this balance. 0: no statement is missing between them.'),
        },
        {
          description:
            'The closing balance before; null: it is the first statement, or has no opening balance.',
        },
      ),
    ),
  },
  { title: 'BankStatementCheck', description: 'What a statement says of an account in one currency.' },
);

type OfBrand = { merchantId: string; brandId: string };

/** By statement. Statements of an older release have no checks. */
export async function checksOf(
  context: Context,
  brand: OfBrand,
  statementIds: readonly string[],
): Promise<Map<string, Static<typeof StatementCheck>[]>> {
  const own = await sumsOf(context.sql, brand, statementIds);
  const days = [...own.values()]
    .flat()
    .flatMap(({ openingDay, closingDay }) => openingDay ?? closingDay ?? []);
  const until = days.toSorted().at(-1);
  const others = until === undefined ? [] : await believedSums(context.sql, brand, until);
  const checked = [...own].map(
    ([id, sums]) => [id, sums.map((sum) => toCheck(context, sum, others))] as const,
  );
  return new Map(checked);
}

function toCheck(
  context: Context,
  sum: ChainedSum,
  others: readonly ChainedSum[],
): Static<typeof StatementCheck> {
  const { accountId, currency, closingDay } = sum;
  const counted = countedLike(currency);
  const wire = (minor: bigint | null) => (minor === null ? null : toWire(minor, counted));
  const link = linkOf(sum, others);
  return {
    accountId,
    iban: accountIban(context, accountId),
    currency,
    opening: wire(sum.openingMinor),
    entered: wire(sum.enteredMinor),
    closing: wire(sum.closingMinor),
    closingDay,
    difference: wire(differenceOf(sum)),
    former: link && {
      day: link.formerDay,
      closing: toWire(link.formerMinor, counted),
      gap: toWire(link.gapMinor, counted),
    },
  };
}

const AccountCheck = Type.Object(
  {
    ...account,
    from: day('The day of the balance at which the comparison begins.'),
    opening: amount('That balance.'),
    payments: amount('Entries that were matched with pay-ins and payouts, money out with a minus.'),
    settlements: amount('Entries that are payouts of providers.'),
    forPeople: amount('Entries that need a decision.'),
    dismissed: amount('Entries that a person dismissed.'),
    to: day('The day of the last balance.'),
    closing: amount('The last balance.'),
    difference: amount(
      'closing - opening - all these entries. Not 0: a statement is missing between the two days.',
    ),
  },
  {
    title: 'BankAccountCheck',
    description:
      'How the entries of an account lead from one balance to the last: since the last closed month, or since the ' +
      'first balance.',
  },
);

export const listBankAccountsCall = call({
  address: 'GET /portal/api/brands/:brandId/bank/accounts',
  operationId: 'listBankAccounts',
  tags: ['Portal bank'],
  summary: 'List the balances of the bank accounts',
  description: 'How the entries of each account lead to its last balance. A difference is shown as it is.',
  access: 'portal',
  permission: 'bank.read',
  params: PortalBrandPath,
  answers: {
    200: {
      description: 'Each account of which a balance is known.',
      schema: Type.Object(
        { items: Type.Array(AccountCheck, { description: 'By account and currency.' }) },
        { title: 'BankAccountChecks', description: 'The balances of the accounts.' },
      ),
    },
    ...portalErrors(),
  },
  handle: async (context, { portal: { brand } }) => ({ items: await accountChecks(context, brand) }),
});

async function accountChecks(context: Context, brand: OfBrand): Promise<Static<typeof AccountCheck>[]> {
  const [closed] = await listMonthEnds(context.sql, brand, 1);
  const found = await accountBalances(context.sql, brand, closed ? daysOfMonth(closed.month).last : null);
  return found.map(({ accountId, currency, first, last, entries }) => {
    const wire = (minor: bigint) => toWire(minor, countedLike(currency));
    const { paymentsMinor, settlementsMinor, forPeopleMinor, dismissedMinor } = entries;
    const entered = paymentsMinor + settlementsMinor + forPeopleMinor + dismissedMinor;
    return {
      accountId,
      iban: accountIban(context, accountId),
      currency,
      from: first.day,
      opening: wire(first.amountMinor),
      payments: wire(paymentsMinor),
      settlements: wire(settlementsMinor),
      forPeople: wire(forPeopleMinor),
      dismissed: wire(dismissedMinor),
      to: last.day,
      closing: wire(last.amountMinor),
      difference: wire(last.amountMinor - first.amountMinor - entered),
    };
  });
}
