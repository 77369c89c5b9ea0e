// The numbers of a period in one currency: tiles with their comparison and a small line, the volume over the period,
// and its parts. It says which numbers may still grow.
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import {
  clockText,
  countryName,
  dayText,
  moneyText,
  numberText,
  percentText,
  shortDay,
  shortMoney,
  shortTime,
} from '../../parts/format.ts';
import { Section } from '../../parts/section.tsx';
import { useNow } from '../../parts/time.tsx';
import { useBrand } from '../../shell/session/session.ts';
import { Bars, Sparkline } from './charts.tsx';
import { LineChart } from './line-chart.tsx';
import classes from './overview.module.css';
import type { Overview } from './overview-answer.ts';

type OfCurrency = Overview['currencies'][number];
interface Props {
  overview: Overview;
  own: OfCurrency;
}

const shareText = (share: number | null) => (share === null ? '–' : percentText(share));

export function Numbers({ overview, own }: Props) {
  const { timeZone } = useBrand();
  const now = useNow();
  const { step, period } = overview;
  const hasBegun = ({ begins }: { begins: string }) => Date.parse(begins) <= now.getTime();
  const isOpen = Date.parse(period.ends) > now.getTime();
  const money = (value: number) => moneyText(value, own.currency);
  // A step that still grows would look like a fall.
  const begun = own.steps.filter(hasBegun).length;
  const steps = isOpen && begun > 2 ? begun - 1 : begun;
  return (
    <>
      <Tiles own={own} whole={steps} />
      <Section title={`Volume in ${own.currency}`}>
        <LineChart
          label="Volume"
          isOpen={isOpen}
          compared={own.former.count > 0}
          points={own.steps.map((one) => ({
            label: step === 'hour' ? shortTime(one.begins, timeZone) : dayText(one.begins, timeZone),
            short: step === 'hour' ? clockText(one.begins, timeZone) : shortDay(one.begins, timeZone),
            value: hasBegun(one) ? one.amount : null,
            former: one.formerAmount,
          }))}
          write={money}
          writeShort={(value) => shortMoney(value, own.currency)}
        />
      </Section>
      <Parts overview={overview} own={own} write={money} />
      <p className={classes.note}>
        All numbers are for payments in {own.currency}. Approval rate: completed payments divided by finished
        payments (completed, declined or failed; voided and lapsed ones count as declined). A captured payment
        counts what was captured; a payment that is only authorised does not count yet. Each counts on the day
        it was created. Refunds count on the day they were made, disputes on the day they were opened.
      </p>
    </>
  );
}

/** `whole`: the number of steps in the small lines. */
function Tiles({ own, whole }: Pick<Props, 'own'> & { whole: number }) {
  const { approval } = own;
  const money = (value: number) => moneyText(value, own.currency);
  const steps = own.steps.slice(0, whole);
  const rates = approval.steps.slice(0, whole).filter(({ ended }) => ended > 0);
  return (
    <div className={classes.tiles}>
      <Tile
        title="Volume"
        value={money(own.own.amount)}
        chart={<Sparkline values={steps.map(({ amount }) => amount)} />}
      >
        <Change now={own.own.amount} former={own.former.amount} write={money} />
      </Tile>
      <Tile
        title="Payments"
        value={numberText(own.own.count)}
        chart={<Sparkline values={steps.map(({ count }) => count)} />}
      >
        <Change now={own.own.count} former={own.former.count} write={numberText} />
      </Tile>
      <Tile
        title="Approval rate"
        value={shareText(approval.rate)}
        detail={`${numberText(approval.approved)} of ${numberText(approval.ended)}`}
        chart={<Sparkline values={rates.map((one) => one.approved / one.ended)} top={1} />}
      >
        <PointChange now={approval.rate} former={approval.formerRate} upIsGood />
      </Tile>
      <Tile
        title="Refunded"
        value={shareText(own.refundedShare)}
        detail={money(own.own.refunded)}
        more={takenBack(own.own, money)}
        chart={<Sparkline values={steps.map(({ refunded }) => refunded)} />}
      >
        <PointChange now={own.refundedShare} former={own.formerRefundedShare} upIsGood={false} />
      </Tile>
    </div>
  );
}

/** What disputes and banks took beside the refunds; undefined: nothing. */
function takenBack({ disputed, returned }: OfCurrency['own'], money: (value: number) => string) {
  const parts = [];
  if (disputed > 0) parts.push(`${money(disputed)} taken by disputes`);
  if (returned > 0) parts.push(`${money(returned)} returned by banks`);
  return parts.length > 0 ? `Also ${parts.join(', ')}` : undefined;
}

interface TileProps {
  title: string;
  value: string;
  children: ReactNode;
  /** The total that the value is a share of. */
  detail?: string;
  /** A second line below the comparison. */
  more?: string | undefined;
  chart?: ReactNode;
  /** 'bad': the number is bad. The value also says so in words. */
  mood?: 'bad';
}

export function Tile({ title, value, children, detail, more, chart, mood }: TileProps) {
  return (
    <div className={classes.tile}>
      <div className={classes.tileHead}>
        <h2>{title}</h2>
        {detail && <span className={classes.compare}>{detail}</span>}
      </div>
      <p className={classes.number} data-mood={mood}>
        {value}
      </p>
      <p className={classes.compare}>{children}</p>
      {more && <p className={classes.compare}>{more}</p>}
      {chart}
    </div>
  );
}

/** "↗ 12%  €2,566.55 before"; there is no percentage if the number was 0 before. */
function Change({ now, former, write }: { now: number; former: number; write: (value: number) => string }) {
  if (former === 0) return 'none before';
  const share = (now - former) / former;
  return (
    <>
      <Arrow by={share} isGood={share > 0}>
        {percentText(Math.abs(share), 0)}
      </Arrow>{' '}
      {write(former)} before
    </>
  );
}

/** The change of a share, in percentage points. */
function PointChange({
  now,
  former,
  upIsGood,
}: {
  now: number | null;
  former: number | null;
  upIsGood: boolean;
}) {
  if (now === null || former === null) return 'none before';
  const by = now - former;
  return (
    <>
      <Arrow by={by} isGood={by > 0 === upIsGood}>
        {numberText(Math.round(Math.abs(by) * 1000) / 10)} pts
      </Arrow>{' '}
      {percentText(former)} before
    </>
  );
}

function Arrow({ by, isGood, children }: { by: number; isGood: boolean; children: ReactNode }) {
  if (Math.abs(by) < 0.0005) return <span>unchanged</span>;
  const Icon = by > 0 ? IconArrowUpRight : IconArrowDownRight;
  return (
    <span className={classes.change} data-good={isGood}>
      <Icon size={14} aria-label={by > 0 ? 'up' : 'down'} />
      {children}
    </span>
  );
}

type Part = OfCurrency['countries'][number];

function Parts({ overview, own, write }: Props & { write: (value: number) => string }) {
  const { id: brandId } = useBrand();
  const { from, to } = overview;
  const { declines } = own;
  const list = (search: object) =>
    ({
      to: `/b/${brandId}/transactions`,
      search: { from, to, type: ['PAYIN'], ...search },
    }) as never;
  const most = (parts: readonly Part[]) => Math.max(...parts.map((one) => one.amount), 1);
  const bar = (one: Part, of: readonly Part[]) => ({
    key: one.key ?? '',
    share: one.amount / most(of),
    value: write(one.amount),
    beside: `${shareText(one.rate)} approved`,
  });
  const { methods, countries, currency } = own;
  return (
    <div className={classes.columns}>
      <Section title="By method">
        <Bars
          none="No payments in this period."
          bars={methods.slice(0, 8).map((one) => ({
            ...bar(one, methods),
            label: one.key ?? 'Not chosen',
            ...(one.optionId && { link: list({ option: [one.optionId], currency: [currency] }) }),
          }))}
        />
      </Section>
      <Section title="By country">
        <Bars
          none="No payments in this period."
          bars={countries.slice(0, 8).map((one) => ({
            ...bar(one, countries),
            label: one.key ? countryName(one.key) : 'No country',
            ...(one.key && { link: list({ country: [one.key], currency: [currency] }) }),
          }))}
        />
      </Section>
      <Section title="Why payments were declined">
        <Bars
          none="No declined payments in this period."
          bars={declines.slice(0, 8).map((one) => ({
            key: one.errorCode,
            label: one.reason,
            share: one.count / (declines[0]?.count ?? 1),
            value: numberText(one.count),
            beside: `${numberText(one.formerCount)} before`,
            ...(one.errorCode && { link: list({ errorCode: [one.errorCode], currency: [own.currency] }) }),
          }))}
        />
      </Section>
    </div>
  );
}
