// GET /portal/api/brands/{brandId}/overview: a brand's results in a period, compared with the period before, and the
// work that waits for a person now. Plain reads; storage has added up the totals already (storage/listing/).
import { Type } from 'typebox';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { lengthInDays, type Period, periodOf } from '../../../domain/ledger/overview-period.ts';
import { dateAt, dayOf } from '../../../domain/ledger/settlement-day.ts';
import { isDay } from '../../../domain/ledger/zoned-days.ts';
import { sumMoneyBack } from '../../../storage/after-end/money-back.ts';
import { webhookHealth } from '../../../storage/ledger/standing.ts';
import { readSteps, readTotals, type Step } from '../../../storage/listing/read-totals.ts';
import { call } from '../../calls/call.ts';
import { closed } from '../../schemas/schema-fields.ts';
import { readBalances } from '../money/show-balances.ts';
import { PortalBrandPath, portalErrors } from '../portal-schemas.ts';
import { declinesAll } from '../providers/provider-name.ts';
import { Overview } from './overview-schemas.ts';
import { type StepPair, sumCurrencies } from './sum-totals.ts';

const day = (description: string) => Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$', description });
const Query = closed({
  from: day('First day, in the time zone of the brand, such as 2026-03-01.'),
  to: day('Last day, inclusive.'),
});

const MOST_DAYS = 366;

export const showOverviewCall = call({
  address: 'GET /portal/api/brands/:brandId/overview',
  operationId: 'showOverview',
  tags: ['Portal overview'],
  summary: 'Show the overview of a brand',
  description:
    'A period of whole days, at most 366, compared with the period of equal length before it. If the period is not ' +
    'over, the same part of both is compared. A transaction counts at the time when it was created, with its ' +
    'current status; a refund when it was made, a dispute when it was opened. The answer also has the balances and ' +
    'the state of the webhooks now.',
  access: 'portal',
  permission: 'payments.read',
  params: PortalBrandPath,
  querystring: Query,
  answers: { 200: { description: 'The overview.', schema: Overview }, ...portalErrors() },
  handle: async (context, { portal: { brand }, query: { from, to } }) => {
    refuseOddDays(from, to);
    const { sql, now } = context;
    const { merchantId, brandId, timeZone } = brand;
    const { own, former } = periodOf(from, to, timeZone, now());
    const of = { merchantId, brandId };
    const step = from === to ? 'hour' : 'day';
    const steps = (period: Period) =>
      readSteps(sql, { ...of, from: period.begins, to: period.ends, step, timeZone });
    const back = (period: Period) =>
      sumMoneyBack(sql, of, { from: period.begins, to: period.ends, step, timeZone });
    const totals = (period: Period) => readTotals(sql, { ...of, from: period.begins, to: period.ends });
    const [rows, before, along, alongBefore, balances, webhooks, moneyBack, moneyBackBefore] =
      await Promise.all([
        totals(own),
        totals(former),
        steps(own),
        steps(former),
        readBalances(context, merchantId, brandId),
        webhookHealth(sql, of, now()),
        back(own),
        back(former),
      ]);
    const begins = (period: Period) => beginnings(period, step, timeZone);
    const pairs = pairSteps(begins(own), along, begins(former), alongBefore);
    return {
      from,
      to,
      timeZone,
      step,
      period: toWirePeriod(own),
      former: toWirePeriod(former),
      isEmpty: rows.length === 0 && before.length === 0,
      currencies: sumCurrencies({ rows, moneyBack }, { rows: before, moneyBack: moneyBackBefore }, pairs),
      balances,
      webhooks,
      declinesAll: declinesAll(context, brandId),
    };
  },
});

/** Throws Refusal 400. */
function refuseOddDays(from: string, to: string): void {
  for (const [name, date] of Object.entries({ from, to })) {
    if (!isDay(date)) throw new Refusal(400, [`${name}: must be a day, such as 2026-03-29`]);
  }
  if (from > to) throw new Refusal(400, ['to: must not be before from']);
  if (lengthInDays(from, to) > MOST_DAYS)
    throw new Refusal(400, [`to: at most ${MOST_DAYS} days after from`]);
}

const toWirePeriod = ({ begins, ends }: Period) => ({
  begins: begins.toISOString(),
  ends: ends.toISOString(),
});

const HOUR_MS = 3_600_000;

/** One row for each step, even if nothing happened in it. */
function beginnings({ begins, ends }: Period, step: 'hour' | 'day', timeZone: string): Date[] {
  const found: Date[] = [];
  if (step === 'hour') {
    for (let at = begins.getTime(); at < ends.getTime(); at += HOUR_MS) found.push(new Date(at));
    return found;
  }
  for (
    let one = dayOf(dateAt(begins, timeZone), timeZone);
    one.begins < ends;
    one = dayOf(dateAt(one.ends, timeZone), timeZone)
  )
    found.push(one.begins);
  return found;
}

function pairSteps(
  own: readonly Date[],
  rows: readonly Step[],
  former: readonly Date[],
  before: readonly Step[],
): StepPair[] {
  const [now, then] = [rows, before].map((some) => Map.groupBy(some, (one) => one.begins.getTime()));
  return own.map((begins, i) => ({
    begins,
    now: now!.get(begins.getTime()) ?? [],
    before: (former[i] && then!.get(former[i].getTime())) ?? [],
  }));
}
