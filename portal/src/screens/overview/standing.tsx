// The state of the brand at this moment, whatever the period: what waits for a person, each with its age and a link, and the
// balances.
import { durationText, moneyText, numberText, percentText } from '../../parts/format.ts';
import { Section } from '../../parts/section.tsx';
import { type WaitingItem, WaitingList } from '../../parts/table/waiting-list.tsx';
import { useNow } from '../../parts/time.tsx';
import { useBrand } from '../../shell/session/session.ts';
import { Tile } from './numbers.tsx';
import classes from './overview.module.css';
import type { Overview } from './overview-answer.ts';

/** Shows nothing if nothing waits. */
export function Waiting({ overview }: { overview: Overview }) {
  return <WaitingList label="Waiting for a decision" items={useWaiting(overview)} />;
}

function useWaiting({ balances, webhooks, undecided }: Overview) {
  const { id } = useBrand();
  const now = useNow();
  const oldest = (at: string | null) =>
    at ? `, the oldest for ${durationText(now.getTime() - Date.parse(at))}` : '';
  const count = (of: number, one: string, many: string) => (of === 1 ? one : `${numberText(of)} ${many}`);
  const items: WaitingItem[] = [];
  for (const { currency, payoutsWaiting, waitingForApproval, oldestWaitingSince } of balances) {
    if (payoutsWaiting === 0) continue;
    items.push({
      key: currency,
      what: count(payoutsWaiting, 'One payout waits for approval', 'payouts wait for approval'),
      detail: `${moneyText(waitingForApproval, currency)}${oldest(oldestWaitingSince)}`,
      path: `/b/${id}/payouts`,
    });
  }
  const unknown = undecided.transactions + undecided.refunds;
  if (unknown > 0)
    items.push({
      key: 'undecided',
      what: count(unknown, 'One outcome is unknown', 'outcomes are unknown'),
      detail: `A person decides${oldest(undecided.oldestSince)}`,
      path: `/b/${id}/transactions`,
    });
  if (webhooks.pausedEndpoints > 0)
    items.push({
      key: 'paused',
      what: 'Webhooks are paused',
      detail: `${numberText(webhooks.waiting)} wait in line`,
      path: `/b/${id}/developers/webhooks`,
    });
  if (webhooks.abandoned > 0)
    items.push({
      key: 'abandoned',
      what: count(webhooks.abandoned, 'One webhook was given up', 'webhooks were given up'),
      detail: 'In the last 24 hours; send them again',
      path: `/b/${id}/developers/webhooks`,
    });
  return items;
}

/** `first`: the currency that is shown above. */
export function Balances({ overview, first }: { overview: Overview; first: string | undefined }) {
  const { balances, webhooks } = overview;
  const own = balances.filter((one) => one.currency === first);
  const others = balances.filter((one) => one.currency !== first);
  return (
    <Section title="Now" lead="The balances, and whether webhooks are delivered.">
      <div className={classes.tiles} data-small>
        {[...own, ...others].map(({ currency, available, reserved }) => (
          <Tile key={currency} title={`Balance in ${currency}`} value={moneyText(available, currency)}>
            {reserved > 0 ? `${moneyText(reserved, currency)} more is set aside` : 'Nothing is set aside'}
          </Tile>
        ))}
        <Tile
          title="Webhooks delivered"
          value={webhooks.looked === 0 ? '–' : percentText(webhooks.delivered / webhooks.looked)}
        >
          {webhooks.looked === 0
            ? 'None in 24 hours'
            : `Of ${numberText(webhooks.looked)} in 24 hours · ${numberText(webhooks.waiting)} on their way`}
        </Tile>
      </div>
    </Section>
  );
}
