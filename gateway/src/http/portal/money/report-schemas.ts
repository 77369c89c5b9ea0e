// A settlement report in answers, the same for the screen and for its JSON file (contract 10): the balances at the
// beginning and end of a day, by currency, and the transfers between, by kind.
import { type Static, Type } from 'typebox';
import { type Activity, effectOf } from '../../../domain/ledger/balance-activity.ts';
import { toWire } from '../../../domain/money/money.ts';
import type { DayReport } from '../../../storage/ledger/settlement-day-store.ts';
import { timeOrNull } from '../../schemas/schema-fields.ts';
import {
  amount,
  brandBalanceFields,
  count,
  currency,
  Kind,
  moment,
  toWireBrandBalance,
} from './money-schemas.ts';

const brandBalance = (description: string) => Type.Object(brandBalanceFields, { description });

export const SettlementReport = Type.Object(
  {
    date: Type.String({ description: 'The day, such as 2026-03-29.' }),
    timeZone: Type.String({ description: 'The time zone of the day.' }),
    begins: moment('Beginning of the day.'),
    ends: moment('End of the day, exclusive.'),
    computedAt: timeOrNull('When the day was closed; null: it is open, and its numbers still change.'),
    currencies: Type.Array(
      Type.Object(
        {
          currency,
          opening: brandBalance('Balance at the beginning of the day.'),
          closing: brandBalance('Balance at the end of the day.'),
          transfers: count('Number of transfers.'),
          activity: Type.Array(
            Type.Object(
              {
                kind: Kind,
                count: count('Number of transfers.'),
                amount: amount('Sum of their amounts.'),
                available: amount('Change of the available balance.'),
                reserved: amount('Change of the reserved balance.'),
              },
              { title: 'ReportActivity', description: 'The transfers of one kind.' },
            ),
            { description: 'Sums of the transfers by kind.' },
          ),
        },
        { title: 'ReportCurrency', description: 'A day in one currency.' },
      ),
      { description: 'Sorted by currency code; currencies are never added up.' },
    ),
  },
  { title: 'SettlementReport', description: 'A day of a brand.' },
);

export function toWireReport(report: DayReport): Static<typeof SettlementReport> {
  return {
    date: report.date,
    timeZone: report.timeZone,
    begins: report.begins.toISOString(),
    ends: report.ends.toISOString(),
    computedAt: report.computedAt?.toISOString() ?? null,
    currencies: report.currencies.map(({ currency: code, opening, closing, transfers, activity }) => ({
      currency: code,
      opening: toWireBrandBalance(opening, code),
      closing: toWireBrandBalance(closing, code),
      transfers,
      activity: activity.map((one) => toWireActivity(one, code)),
    })),
  };
}

function toWireActivity({ kind, count: times, amountMinor }: Activity, code: string) {
  return {
    kind,
    count: times,
    amount: toWire(amountMinor, code),
    ...toWireBrandBalance(effectOf(kind, amountMinor), code),
  };
}
