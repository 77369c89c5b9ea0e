// The filters of the portal's list of settlements. The list and the export share them, so that both show the same. Days
// are those of the brand's time zone.
import { type Static, Type } from 'typebox';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { endOfDay, isDay, startOfDay } from '../../../domain/ledger/zoned-days.ts';
import type { Brand } from '../../../domain/merchants/brand.ts';
import type { SettlementFilter } from '../../../storage/settlements/settlement-list.ts';
import { choice } from '../../schemas/schema-fields.ts';

const day = (description: string) => Type.Optional(Type.String({ maxLength: 10, description }));

export const settlementFilterFields = {
  provider: Type.Optional(Type.String({ maxLength: 50, description: 'Only settlements of this provider.' })),
  state: Type.Optional(
    choice(
      ['open', 'paid', 'look'],
      'open: not found at the bank yet. paid: found. look: a conflict, or with a line that waits for a person.',
    ),
  ),
  from: day('Paid out on this day or later, `YYYY-MM-DD`, in the time zone of the brand.'),
  to: day('Paid out on this day or earlier.'),
};
const Fields = Type.Object(settlementFilterFields);

/** Throws Refusal 400. */
export function readSettlementFilter(
  { provider, state, from, to }: Static<typeof Fields>,
  { timeZone }: Pick<Brand, 'timeZone'>,
): SettlementFilter {
  const momentOf = (name: string, text: string | undefined, of: typeof startOfDay) => {
    if (text === undefined || text === '') return null;
    if (!isDay(text)) throw new Refusal(400, [`${name}: must be a day such as 2036-03-01`]);
    return of(text, timeZone);
  };
  return {
    provider: provider ?? null,
    state: state ?? null,
    paidFrom: momentOf('from', from, startOfDay),
    paidTo: momentOf('to', to, endOfDay),
  };
}
