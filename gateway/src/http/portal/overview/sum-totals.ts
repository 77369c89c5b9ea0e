// Adds up the totals of transactions (storage/listing/) for the overview. Pure. It must never add amounts of different
// currencies: each number is of one currency, so that all numbers in a row are about the same
// payments.
import { type ErrorCode, errorReason, isErrorCode } from '../../../domain/errors/error-codes.ts';
import { toWire } from '../../../domain/money/money.ts';
import { findOption } from '../../../domain/options/payment-option.ts';
import type { Status } from '../../../domain/transactions/transaction.ts';
import type { MoneyBackSum } from '../../../storage/after-end/money-back.ts';
import type { Step, Total } from '../../../storage/listing/read-totals.ts';

/** The statuses that count as ended. The success rate is the share of completed pay-ins among those that ended. */
const ENDED: readonly Status[] = ['COMPLETED', 'DECLINED', 'ERROR'];

const isPayin = (one: Pick<Total, 'type'>) => one.type === 'PAYIN';
const isDone = (one: Pick<Total, 'status'>) => one.status === 'COMPLETED';
const hasEnded = (one: Pick<Total, 'status'>) => ENDED.includes(one.status);
const counted = (rows: readonly { count: number }[]) => rows.reduce((sum, one) => sum + one.count, 0);
const rateOf = (approved: number, ended: number) => (ended === 0 ? null : approved / ended);

/** For totals and steps. */
type Summed = Pick<Total, keyof Step & keyof Total>;

function volumeOf(rows: readonly Summed[], currency: string) {
  const done = rows.filter((one) => isPayin(one) && isDone(one));
  const sum = (of: (one: Summed) => bigint) =>
    toWire(
      done.reduce((all, one) => all + of(one), 0n),
      currency,
    );
  return {
    count: counted(done),
    amount: sum((one) => one.amountMinor),
  };
}

/** What went back in a time, whenever its payments were made. */
function backOf(sums: readonly MoneyBackSum[], currency: string) {
  const own = sums.filter((one) => one.currency === currency);
  const sum = (of: (one: MoneyBackSum) => bigint) =>
    toWire(
      own.reduce((all, one) => all + of(one), 0n),
      currency,
    );
  return {
    refunded: sum((one) => one.refundedMinor),
    disputed: sum((one) => one.disputedMinor),
    returned: sum((one) => one.returnedMinor),
  };
}

const refundedShare = ({ amount, refunded }: { amount: number; refunded: number }) =>
  amount === 0 ? null : refunded / amount;

function payoutsOf(rows: readonly Total[], currency: string) {
  const done = rows.filter((one) => one.type === 'PAYOUT' && isDone(one));
  const amountMinor = done.reduce((sum, one) => sum + one.amountMinor, 0n);
  return { count: counted(done), amount: toWire(amountMinor, currency) };
}

function partsOf(rows: readonly Total[], currency: string, keyOf: (one: Total) => string | null) {
  const parts = [...Map.groupBy(rows.filter(isPayin), keyOf)].map(([key, own]) => {
    const { count, amount } = volumeOf(own, currency);
    const ended = counted(own.filter(hasEnded));
    return { key, count, amount, approved: count, ended, rate: rateOf(count, ended) };
  });
  return parts.filter(({ ended }) => ended > 0).sort((a, b) => b.amount - a.amount || b.ended - a.ended);
}

/** Suboptions of one method share one line. */
function methodsOf(rows: readonly Total[], currency: string) {
  const optionOf = ({ optionId }: Total) => optionId && (findOption(optionId)?.option.id ?? optionId);
  return partsOf(rows, currency, optionOf).map(({ key: optionId, ...part }) => {
    const name = optionId && (findOption(optionId)?.option.name ?? optionId);
    return { key: name, optionId, ...part };
  });
}

/** A period. */
interface Summary {
  rows: readonly Total[];
  moneyBack: readonly MoneyBackSum[];
}

export function sumCurrencies(own: Summary, former: Summary, steps: readonly StepPair[]) {
  const all = [own, former].flatMap(({ rows, moneyBack }) => [...rows, ...moneyBack]);
  const codes = new Set(all.map((one) => one.currency));
  const backAt = Map.groupBy(own.moneyBack, (one) => one.begins.getTime());
  const summed = [...codes].map((currency) => {
    const rows = own.rows.filter((one) => one.currency === currency);
    const before = former.rows.filter((one) => one.currency === currency);
    const volume = { ...volumeOf(rows, currency), ...backOf(own.moneyBack, currency) };
    const formerVolume = { ...volumeOf(before, currency), ...backOf(former.moneyBack, currency) };
    return {
      currency,
      own: volume,
      former: formerVolume,
      refundedShare: refundedShare(volume),
      formerRefundedShare: refundedShare(formerVolume),
      payouts: payoutsOf(rows, currency),
      steps: steps.map(({ begins, now, before: earlier }) => ({
        begins: begins.toISOString(),
        ...volumeOf(inCurrency(now, currency), currency),
        ...backOf(backAt.get(begins.getTime()) ?? [], currency),
        formerAmount: volumeOf(inCurrency(earlier, currency), currency).amount,
      })),
      methods: methodsOf(rows, currency),
      countries: partsOf(rows, currency, (one) => one.country),
      approval: sumApproval(rows, before, stepsIn(steps, currency)),
      declines: sumDeclines(rows, before),
    };
  });
  return summed.sort(
    (a, b) =>
      b.own.count - a.own.count || b.former.count - a.former.count || (a.currency < b.currency ? -1 : 1),
  );
}

/** A step of the period, with the step at the same place in the period before. */
export interface StepPair {
  begins: Date;
  now: readonly Step[];
  before: readonly Step[];
}

const stepsIn = (steps: readonly StepPair[], currency: string): StepPair[] =>
  steps.map((one) => ({ ...one, now: inCurrency(one.now, currency) }));

const inCurrency = (rows: readonly Step[], currency: string) =>
  rows.filter((one) => one.currency === currency);

function sumApproval(own: readonly Total[], former: readonly Total[], steps: readonly StepPair[]) {
  const of = (rows: readonly Pick<Total, 'type' | 'status' | 'count'>[]) => {
    const payins = rows.filter(isPayin);
    return { approved: counted(payins.filter(isDone)), ended: counted(payins.filter(hasEnded)) };
  };
  const [now, before] = [of(own), of(former)];
  return {
    ...now,
    rate: rateOf(now.approved, now.ended),
    formerRate: rateOf(before.approved, before.ended),
    steps: steps.map((step) => ({ begins: step.begins.toISOString(), ...of(step.now) })),
  };
}

function sumDeclines(own: readonly Total[], former: readonly Total[]) {
  const of = (rows: readonly Total[]) =>
    Map.groupBy(
      rows.filter((one) => isPayin(one) && hasEnded(one) && !isDone(one)),
      (one) => one.errorCode ?? '',
    );
  const before = of(former);
  return [...of(own)]
    .map(([errorCode, rows]) => ({
      errorCode,
      reason: isErrorCode(errorCode) ? errorReason(errorCode as ErrorCode) : 'No reason given',
      count: counted(rows),
      formerCount: counted(before.get(errorCode) ?? []),
    }))
    .sort((a, b) => b.count - a.count);
}
