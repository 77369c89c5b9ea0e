// The state of the brand at this moment, for any period: what waits for a person, each with its age and a link, and the
// balances.
import { durationText, moneyText, numberText, percentText } from '../../parts/format.ts';
import { decidersText, type InboxGroup, screenAt } from '../../parts/inbox.ts';
import { Section } from '../../parts/section.tsx';
import { type WaitingItem, WaitingList } from '../../parts/table/waiting-list.tsx';
import { useNow } from '../../parts/time.tsx';
import { leftText } from '../../parts/time-left.tsx';
import { useBrand } from '../../shell/session/session.ts';
import { Tile } from './numbers.tsx';
import classes from './overview.module.css';
import type { Overview } from './overview-answer.ts';

/** Shows nothing if nothing waits. `groups`: of the inbox. */
export function Waiting({ overview, groups }: { overview: Overview; groups: readonly InboxGroup[] }) {
  return <WaitingList label="Waiting for a decision" items={useWaiting(overview, groups)} />;
}

function useWaiting({ balances, webhooks, declinesAll }: Overview, groups: readonly InboxGroup[]) {
  const { id } = useBrand();
  const now = useNow();
  const items: WaitingItem[] = [];
  if (declinesAll)
    items.push({
      key: 'no-provider',
      what: 'Every payment is declined',
      detail: 'No provider is connected. The error code is 1011.',
      path: `/b/${id}/settings/providers`,
      mood: 'bad',
    });
  if (webhooks.failingEndpoints > 0)
    items.push({
      key: 'failing',
      what: 'Webhooks fail',
      detail: 'Your server did not accept the last one. Look at its answer.',
      path: `/b/${id}/developers/webhooks`,
      mood: 'bad',
    });
  const amounts = balances
    .filter(({ payoutsWaiting }) => payoutsWaiting > 0)
    .map(({ waitingForApproval, currency }) => moneyText(waitingForApproval, currency));
  for (const group of groups) {
    const { kind, title, isUrgent, isYours, deciders, path } = group;
    // The reader may not open its screen; the inbox says who may.
    if (path === null) continue;
    const details = [timeOf(group, now), ...(isYours ? [] : [decidersText(deciders)])];
    items.push({
      key: kind,
      what: title,
      detail: (kind === 'payout' ? [...amounts, ...details] : details).join(' · '),
      ...screenAt(id, path),
      ...(isUrgent && { mood: 'bad' as const }),
    });
  }
  return items;
}

/** How much time is left for the first one, or how long the oldest waits. */
function timeOf({ count, items, oldestSince }: InboxGroup, now: Date): string {
  const until = items[0]?.until;
  if (until) return `${count === 1 ? '' : 'the first: '}${leftText(until, now)}`;
  const age = durationText(now.getTime() - Date.parse(oldestSince ?? now.toISOString()));
  return count === 1 ? `for ${age}` : `the oldest for ${age}`;
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
