// How the brand is doing: numbers of a period against the one before, charts, and what waits for somebody. The period is in the
// address. Currencies are never added up: one is shown at a time.
import { Button, Group, Select } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Answer } from '../../api/client.ts';
import { apiQuery } from '../../api/queries.ts';
import { FilterChips } from '../../parts/filter-chips.tsx';
import {
  addDays,
  countryName,
  dayOf,
  dayText,
  durationText,
  moneyText,
  numberText,
  percentText,
  shortTime,
} from '../../parts/format.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { Section } from '../../parts/section.tsx';
import { EmptyState, ErrorState } from '../../parts/states.tsx';
import { useNow } from '../../parts/time.tsx';
import { useBrand } from '../../shell/session.ts';
import { Bars, LineChart } from './charts.tsx';
import classes from './overview.module.css';
import { overviewRoute } from './routes.ts';

const PATH = '/portal/api/brands/{brandId}/overview';
type Overview = Answer<typeof PATH>;
type OfCurrency = Overview['currencies'][number];

const PERIODS = [
  ['Today', 1],
  ['7 days', 7],
  ['30 days', 30],
  ['90 days', 90],
] as const;

export function OverviewScreen() {
  const brand = useBrand();
  const search = overviewRoute.useSearch();
  const navigate = overviewRoute.useNavigate();
  const today = dayOf(new Date(), brand.timeZone);
  const to = search.to ?? today;
  const from = search.from ?? addDays(to, -6);
  const query = useQuery({
    ...apiQuery(PATH, { params: { brandId: brand.id }, query: { from, to } }),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const own = data?.currencies.find((one) => one.currency === search.currency) ?? data?.currencies[0];
  const isLast = (days: number) => from === addDays(today, 1 - days) && to === today;
  const show = (patch: { from?: string; to?: string; currency?: string }) =>
    navigate({ search: (former) => ({ ...former, ...patch }), replace: true });
  return (
    <>
      <PageHeader
        title="Overview"
        lead={`Days of ${brand.timeZone}, compared with the same length before.`}
      />
      <Group gap={8} mb="md" align="center" className={classes.periods}>
        {PERIODS.map(([label, days]) => {
          const begins = addDays(today, 1 - days);
          const isShown = isLast(days);
          return (
            <Button
              key={label}
              size="compact-sm"
              variant={isShown ? 'filled' : 'default'}
              aria-pressed={isShown}
              onClick={() => show({ from: begins, to: today })}
            >
              {label}
            </Button>
          );
        })}
        <FilterChips
          filters={[{ key: 'days', label: 'Period', kind: 'days', from: 'from', to: 'to' }]}
          values={PERIODS.some(([, days]) => isLast(days)) ? {} : { from, to }}
          onChange={(patch) => show(patch as { from?: string; to?: string })}
        />
        {data && data.currencies.length > 1 && (
          <Select
            aria-label="Currency"
            size="xs"
            w={100}
            allowDeselect={false}
            data={data.currencies.map((one) => one.currency)}
            value={own?.currency ?? null}
            onChange={(currency) => show(currency ? { currency } : {})}
          />
        )}
      </Group>
      {query.error && !data && <ErrorState error={query.error} again={query.refetch} />}
      {data && (own ? <Numbers overview={data} own={own} /> : <Nothing overview={data} />)}
      {data && <Waiting overview={data} />}
      {!data && !query.error && <p aria-busy="true">Adding up…</p>}
    </>
  );
}

function Nothing({ overview }: { overview: Overview }) {
  if (overview.balances.length > 0)
    return (
      <EmptyState title="No payments in this period">
        Choose a longer one to see how the brand was doing.
      </EmptyState>
    );
  return (
    <EmptyState title="No payments yet">
      <p>Make the first one: a link to the hosted cashier, with the key of this brand.</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: wider than a phone, so it is scrolled by keys */}
      <pre className={classes.snippet} tabIndex={0}>{`curl ${window.location.origin}/payment-session \\
  -H "X-API-KEY: <your API key>" -H "Content-Type: application/json" \\
  -d '{"currency": "EUR", "amount": 25, "country": "DE", "merchantReference": "order-1"}'`}</pre>
    </EmptyState>
  );
}

/** "+12% · 3,400 before"; what was nothing before has no share. */
function changeOf(now: number, former: number, write: (value: number) => string): string {
  if (former === 0) return now === 0 ? 'as before' : `${write(0)} before`;
  const share = (now - former) / former;
  return `${share > 0 ? '+' : ''}${percentText(share, 0)} · ${write(former)} before`;
}

function Tile({ title, value, children }: { title: string; value: string; children: ReactNode }) {
  return (
    <div className={classes.tile}>
      <h2>{title}</h2>
      <p className={classes.number}>{value}</p>
      <p className={classes.compare}>{children}</p>
    </div>
  );
}

const shareText = (share: number | null) => (share === null ? '–' : percentText(share));

function Numbers({ overview, own }: { overview: Overview; own: OfCurrency }) {
  const { timeZone } = useBrand();
  const { approval, step } = overview;
  const money = (value: number) => moneyText(value, own.currency);
  const label = (at: string) => (step === 'hour' ? shortTime(at, timeZone) : dayText(at, timeZone));
  return (
    <>
      <div className={classes.tiles}>
        <Tile title="Volume" value={money(own.own.amount)}>
          {changeOf(own.own.amount, own.former.amount, money)}
        </Tile>
        <Tile title="Payments" value={numberText(own.own.count)}>
          {changeOf(own.own.count, own.former.count, numberText)}
        </Tile>
        <Tile title="Approval rate" value={shareText(approval.rate)}>
          {shareText(approval.formerRate)} before · {numberText(approval.approved)} of{' '}
          {numberText(approval.ended)} that ended
        </Tile>
        <Tile title="Refunded" value={shareText(own.refundedShare)}>
          {money(own.own.refunded)} · {shareText(own.formerRefundedShare)} before
        </Tile>
      </div>
      <Section title={`Volume in ${own.currency}`}>
        <LineChart
          label="Volume"
          points={own.steps.map((one) => ({
            label: label(one.begins),
            value: one.amount,
            former: one.formerAmount,
          }))}
          write={money}
        />
      </Section>
      <div className={classes.columns}>
        <Parts title="By method" parts={own.methods} write={money} nameOf={(key) => key ?? 'Not chosen'} />
        <Parts
          title="By country"
          parts={own.countries}
          write={money}
          nameOf={(key) => (key ? countryName(key) : 'No country')}
        />
        <Section title="Why payments were declined">
          {overview.declines.length === 0 ? (
            <p className={classes.note}>None were declined in this period.</p>
          ) : (
            <Bars
              bars={overview.declines.slice(0, 8).map((one) => ({
                key: one.errorCode,
                label: one.reason,
                share: one.count / (overview.declines[0]?.count ?? 1),
                value: numberText(one.count),
                beside: `${numberText(one.formerCount)} before`,
              }))}
            />
          )}
        </Section>
      </div>
      <p className={classes.note}>
        Approval rate: completed payments divided by those that ended (completed, declined or failed), of all
        currencies. A payment counts on the day it was made.
      </p>
    </>
  );
}

function Parts({
  title,
  parts,
  write,
  nameOf,
}: {
  title: string;
  parts: OfCurrency['methods'];
  write: (value: number) => string;
  nameOf: (key: string | null) => string;
}) {
  const most = Math.max(...parts.map((one) => one.amount), 1);
  return (
    <Section title={title}>
      <Bars
        bars={parts.slice(0, 8).map((one) => ({
          key: one.key ?? '',
          label: nameOf(one.key),
          share: one.amount / most,
          value: write(one.amount),
          beside: `${shareText(one.rate)} approved`,
        }))}
      />
    </Section>
  );
}

/** What waits now, whatever the period. */
function Waiting({ overview }: { overview: Overview }) {
  const now = useNow();
  const ageOf = (at: string | null) => (at ? durationText(now.getTime() - Date.parse(at)) : '');
  const { balances, webhooks, undecided } = overview;
  const unknown = undecided.transactions + undecided.refunds;
  return (
    <Section title="Now" lead="What the brand has, and what waits for somebody.">
      <div className={classes.tiles}>
        {balances.map((one) => (
          <Tile
            key={one.currency}
            title={`Balance in ${one.currency}`}
            value={moneyText(one.available, one.currency)}
          >
            {moneyText(one.reserved, one.currency)} reserved
            {one.payoutsWaiting > 0 &&
              ` · ${numberText(one.payoutsWaiting)} payouts wait for approval (${moneyText(one.waitingForApproval, one.currency)}, oldest ${ageOf(one.oldestWaitingSince)})`}
          </Tile>
        ))}
        <Tile
          title="Webhooks delivered"
          value={webhooks.looked === 0 ? '–' : percentText(webhooks.delivered / webhooks.looked)}
        >
          {numberText(webhooks.looked)} in 24 hours · {numberText(webhooks.waiting)} waiting
          {webhooks.pausedEndpoints > 0 && ' · deliveries are paused'}
        </Tile>
        <Tile title="Unknown outcomes" value={numberText(unknown)}>
          {unknown === 0
            ? 'Every outcome is known.'
            : `A person decides. The oldest waits ${ageOf(undecided.oldestSince)}.`}
        </Tile>
      </div>
    </Section>
  );
}
