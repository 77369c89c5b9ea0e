// GET /portal/api/brands/{brandId}/month-ends/{month}/preview (decision 135): what finance looks at before a month is
// closed. It reads the whole month within the call, as the closing does.
import { Type } from 'typebox';
import { accountIban } from '../../../actions/bank/account-iban.ts';
import type { DifferenceRow } from '../../../actions/month-end/month-end-rows.ts';
import { previewMonthEnd } from '../../../actions/month-end/preview-month-end.ts';
import { countedLike, formatMinor } from '../../../domain/money/money.ts';
import { CAUSES, EXPLAINED, SETTLED_CAUSES } from '../../../domain/month-end/cause.ts';
import { call } from '../../calls/call.ts';
import { textOrNull, uuid } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, portalErrors } from '../portal-schemas.ts';

const text = (description: string) => Type.String({ description });
const amount = (description: string) =>
  Type.String({ description: `${description} A decimal number as text; money that went out has a minus.` });

const Row = Type.Object({
  of: text(
    'What differs: a movement, a bank entry, a payment, a notification, an account, a settlement, its line.',
  ),
  id: text('Its id.'),
  paymentId: textOrNull('Its payment.'),
  reference: textOrNull('The reference of its payment, or the day of a balance.'),
  currency: textOrNull('The currency.'),
  amount: textOrNull('A decimal number as text; money that went out has a minus. null: not known.'),
});

const Preview = Type.Object(
  {
    month: text('The month.'),
    differences: Type.Array(
      Type.Object({
        name: text('The cause, as in the file.'),
        meaning: text('In a sentence.'),
        isExplained: Type.Boolean({ description: 'true: it explains itself and needs no action.' }),
        count: Type.Integer({ description: 'How many.' }),
        sums: Type.Array(Type.Object({ currency: text('The currency.'), amount: amount('Their sum.') }), {
          description: 'By currency.',
        }),
        rows: Type.Array(Row, { description: 'The first twenty. The file of the month-end has all.' }),
      }),
      { description: 'Those that need a person first.' },
    ),
    missingStatements: Type.Array(
      Type.Object({
        accountId: uuid('The account.'),
        iban: textOrNull('Its IBAN.'),
        after: text('The day of the closing balance before.'),
        before: text('The day of the closing balance of the statement that does not follow it.'),
        currency: text('The currency.'),
        amount: amount('Its opening balance, minus the closing balance before.'),
      }),
      { description: 'Where a statement does not open with the balance before.' },
    ),
    accounts: Type.Array(
      Type.Object({
        accountId: uuid('The account.'),
        iban: textOrNull('Its IBAN.'),
        currency: text('The currency.'),
        ledger: amount('Movements of the month in the ledger through this account.'),
        entries: amount('Entries that the bank booked in the month.'),
        difference: amount('entries - ledger. The differences say why.'),
        closing: textOrNull('The last balance of the month; null: no statement had one.'),
        closingDay: textOrNull('Its day.'),
      }),
      { description: 'Each bank account beside the ledger.' },
    ),
  },
  { title: 'MonthEndPreview', description: 'What a month-end would say.' },
);

export const previewMonthEndCall = call({
  address: 'GET /portal/api/brands/:brandId/month-ends/:month/preview',
  operationId: 'previewMonthEnd',
  tags: ['Portal bank'],
  access: 'portal',
  summary: 'Look at a month before it is closed',
  description:
    'The differences that a month-end would have now, with amounts, the statements that are missing, and each bank ' +
    'account beside the ledger. Nothing is stored.',
  permission: 'reports.read',
  params: Type.Object({
    ...PortalBrandPath.properties,
    month: Type.String({ maxLength: 7, description: 'The month, such as 2026-10.' }),
  }),
  answers: { 200: { description: 'The preview.', schema: Preview }, ...portalErrors(409) },
  handle: async (context, { portal: { brand }, params }) => {
    const { month, causes, gaps, accounts, isSettled } = await previewMonthEnd(context, brand, params.month);
    const words = isSettled ? SETTLED_CAUSES : CAUSES;
    const order = Object.keys(CAUSES);
    const sorted = causes.toSorted((a, b) => order.indexOf(a.cause) - order.indexOf(b.cause));
    return {
      month,
      differences: sorted.map(({ cause, count, sums, rows }) => ({
        name: cause,
        meaning: words[cause],
        isExplained: EXPLAINED.includes(cause),
        count,
        sums: [...sums].map(([currency, minor]) => ({ currency, amount: shownAmount(minor, currency) })),
        rows: rows.map(toRow),
      })),
      missingStatements: gaps.map(({ sum, link }) => ({
        accountId: sum.accountId,
        iban: accountIban(context, sum.accountId),
        after: link.formerDay,
        before: sum.closingDay!,
        currency: sum.currency,
        amount: shownAmount(link.gapMinor, sum.currency),
      })),
      accounts: accounts.map(({ accountId, currency, inMinor, outMinor, bank, ...one }) => {
        const ledgerMinor = inMinor - outMinor;
        const enteredMinor = one.bankInMinor - one.bankOutMinor;
        return {
          accountId: accountId!,
          iban: accountIban(context, accountId!),
          currency,
          ledger: shownAmount(ledgerMinor, currency),
          entries: shownAmount(enteredMinor, currency),
          difference: shownAmount(enteredMinor - ledgerMinor, currency),
          closing: bank?.closing ? shownAmount(bank.closing.amountMinor, currency) : null,
          closingDay: bank?.closing?.day ?? null,
        };
      }),
    };
  },
});

const shownAmount = (minor: bigint, currency: string): string => formatMinor(minor, countedLike(currency));

const toRow = ({ of, id, paymentId, reference, currency, minor }: DifferenceRow) => ({
  of,
  id,
  paymentId,
  reference,
  currency,
  amount: currency === null || minor === null ? null : shownAmount(BigInt(minor), currency),
});
