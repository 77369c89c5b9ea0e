// The state of the brand at this moment, for any period: what waits for a person, each with its age and a link, and the
// balances.
import { dayText, durationText, moneyText, numberText, percentText } from '../../parts/format.ts';
import { Section } from '../../parts/section.tsx';
import { type WaitingItem, WaitingList } from '../../parts/table/waiting-list.tsx';
import { useNow } from '../../parts/time.tsx';
import { leftText } from '../../parts/time-left.tsx';
import { useBrand, useCan } from '../../shell/session/session.ts';
import { Tile } from './numbers.tsx';
import classes from './overview.module.css';
import type { Overview } from './overview-answer.ts';

/** Shows nothing if nothing waits. */
export function Waiting({ overview }: { overview: Overview }) {
  return <WaitingList label="Waiting for a decision" items={useWaiting(overview)} />;
}

function useWaiting({
  balances,
  webhooks,
  undecided,
  failedRefunds,
  disputes,
  notifications,
  declinesAll,
  lapsing,
  settlements,
}: Overview) {
  const { id, timeZone } = useBrand();
  const now = useNow();
  const mayDecide = useCan('payments.decide');
  const mayReadBank = useCan('bank.read');
  const oldest = (at: string | null) =>
    at ? `, the oldest for ${durationText(now.getTime() - Date.parse(at))}` : '';
  const count = (of: number, one: string, many: string) => (of === 1 ? one : `${numberText(of)} ${many}`);
  const items: WaitingItem[] = [];
  if (declinesAll)
    items.push({
      key: 'no-provider',
      what: 'Every payment is declined',
      detail: 'No provider is connected. The error code is 1011.',
      path: `/b/${id}/settings/providers`,
      mood: 'bad',
    });
  items.push(...brokenWebhooks(webhooks, `/b/${id}/developers/webhooks`));
  for (const { currency, payoutsWaiting, waitingForApproval, oldestWaitingSince } of balances) {
    if (payoutsWaiting === 0) continue;
    items.push({
      key: currency,
      what: count(payoutsWaiting, 'One payout waits for approval', 'payouts wait for approval'),
      detail: `${moneyText(waitingForApproval, currency)}${oldest(oldestWaitingSince)}`,
      path: `/b/${id}/payouts`,
    });
  }
  if (lapsing.payments > 0)
    items.push({
      key: 'lapsing',
      what: count(
        lapsing.payments,
        'One authorised payment lapses within 24 hours',
        'authorised payments lapse within 24 hours',
      ),
      detail: `Capture ${lapsing.payments === 1 ? 'it' : 'the first'} now${lapsing.firstAt ? `: ${leftText(lapsing.firstAt, now)}` : ''}`,
      path: `/b/${id}/transactions`,
      search: { authorized: ['day'] },
    });
  if (disputes.open > 0)
    items.push({
      key: 'disputes',
      what: count(disputes.open, 'One payment is disputed', 'payments are disputed'),
      detail: disputes.firstDeadline
        ? `Answer ${disputes.open === 1 ? '' : 'the first '}by ${dayText(disputes.firstDeadline, timeZone)}`
        : 'Answer at the provider',
      path: `/b/${id}/money/disputes`,
    });
  if (notifications.open > 0)
    items.push({
      key: 'notifications',
      what: count(
        notifications.open,
        'One provider notification needs a decision',
        'provider notifications need a decision',
      ),
      detail: `${notifications.open === 1 ? 'It fits' : 'They fit'} no payment, or ${
        notifications.open === 1 ? 'contradicts' : 'contradict'
      } one${oldest(notifications.oldestSince)}`,
      path: `/b/${id}/settings/notifications`,
    });
  if (mayReadBank) items.push(...oddSettlements(settlements, `/b/${id}/money/settlements`));
  if (failedRefunds.count > 0)
    items.push({
      key: 'failed-refunds',
      what: count(failedRefunds.count, 'One refund failed', 'refunds failed'),
      detail:
        failedRefunds.count === 1
          ? 'The customer has not got the money'
          : `The customers have not got the money${oldest(failedRefunds.oldestSince)}`,
      path: `/b/${id}/transactions`,
      search: { moneyBack: ['refund-failed'] },
      mood: 'bad',
    });
  const unknown = undecided.transactions + undecided.refunds + undecided.captures;
  if (unknown > 0)
    items.push({
      key: 'undecided',
      what: count(unknown, 'One outcome is unknown', 'outcomes are unknown'),
      detail: `${mayDecide ? 'You decide' : 'An approver decides'}${oldest(undecided.oldestSince)}`,
      path: `/b/${id}/transactions`,
    });
  return items;
}

function oddSettlements({ lines, conflicts }: Overview['settlements'], path: string) {
  const items: WaitingItem[] = [];
  const search = { state: 'look' };
  if (conflicts > 0)
    items.push({
      key: 'settlements',
      what:
        conflicts === 1
          ? 'One payout of a provider needs a look'
          : `${numberText(conflicts)} payouts of providers need a look`,
      detail: conflicts === 1 ? 'It failed, or does not add up' : 'They failed, or do not add up',
      path,
      search,
    });
  if (lines > 0)
    items.push({
      key: 'settlement-lines',
      what:
        lines === 1
          ? 'One settlement line needs a decision'
          : `${numberText(lines)} settlement lines need a decision`,
      detail: `${lines === 1 ? 'It fits' : 'They fit'} no payment, or ${lines === 1 ? 'contradicts' : 'contradict'} one`,
      path,
      search,
    });
  return items;
}

/** Webhooks that merchants' servers do not get. They stand above everything else. */
function brokenWebhooks(
  { pausedEndpoints, failingEndpoints, abandoned, waiting }: Overview['webhooks'],
  path: string,
) {
  const items: WaitingItem[] = [];
  const add = (key: string, what: string, detail: string) =>
    items.push({ key, what, detail, path, mood: 'bad' });
  if (pausedEndpoints > 0) add('paused', 'Webhooks are paused', `${numberText(waiting)} wait in line`);
  if (failingEndpoints > 0)
    add('failing', 'Webhooks fail', 'Your server did not accept the last one. Look at its answer.');
  if (abandoned > 0)
    add(
      'abandoned',
      abandoned === 1 ? 'One webhook was given up' : `${numberText(abandoned)} webhooks were given up`,
      'In the last 24 hours. Send them again.',
    );
  return items;
}

/** A smaller share is bad. */
const GOOD_SHARE = 0.99;

/** A smaller share would round to zero. */
const LEAST_SHARE = 0.001;

/** Shows no rate before a webhook was delivered or failed. */
function deliveredShare({
  delivered,
  looked,
  abandoned,
  waiting,
  failingEndpoints,
  pausedEndpoints,
}: Overview['webhooks']) {
  if (looked === 0) return { value: '–', text: 'None in 24 hours' };
  const onTheirWay = `${numberText(waiting)} on their way`;
  const fails = abandoned + failingEndpoints + pausedEndpoints > 0;
  if (delivered === 0 && !fails) return { value: '–', text: 'The first one is on its way' };
  const share = delivered / looked;
  const of = `Of ${numberText(looked)} in 24 hours · ${onTheirWay}`;
  const isBad = fails && share < GOOD_SHARE;
  return {
    value: `${share > 0 && share < LEAST_SHARE ? `Below ${percentText(LEAST_SHARE)}` : percentText(share)}${isBad ? ' – failing' : ''}`,
    text: of,
    ...(isBad && { mood: 'bad' as const }),
  };
}

/** `first`: the currency of the numbers above. */
export function Balances({ overview, first }: { overview: Overview; first: string | undefined }) {
  const { balances, webhooks } = overview;
  const share = deliveredShare(webhooks);
  const own = balances.filter((one) => one.currency === first);
  const others = balances.filter((one) => one.currency !== first);
  return (
    <Section title="Now" lead="Balances and webhook delivery.">
      <div className={classes.tiles} data-small>
        {[...own, ...others].map(({ currency, available, reserved }) => (
          <Tile
            key={currency}
            title={`Balance in ${currency}`}
            value={moneyText(available, currency)}
            {...(available < 0 && { mood: 'bad' as const })}
          >
            {available < 0
              ? 'Below zero: nothing can be paid out or refunded'
              : reserved > 0
                ? `${moneyText(reserved, currency)} more is reserved`
                : 'Nothing is reserved'}
          </Tile>
        ))}
        <Tile title="Webhooks delivered" value={share.value} {...(share.mood && { mood: share.mood })}>
          {share.text}
        </Tile>
      </div>
    </Section>
  );
}
