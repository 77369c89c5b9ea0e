// Executes replays, a few events at a time, in the order in which they happened (actions/webhooks/replay-webhooks.ts).
// A loop of chores.ts; several workers may run it. It sends nothing: it makes events due, and webhook-sender.ts sends
// them like any other. A batch begins after all events of the last batch had a try, and never has two events of a
// transaction, so the events of a transaction arrive in order. Readers of the event stream who ask for resends get
// these events too.
import type { Context } from '../../actions/context.ts';
import { inKeyOrder, type SqlTransaction } from '../../storage/database/database.ts';
import { logResends } from '../../storage/webhooks/log-resends.ts';
import {
  endReplay,
  holdReplay,
  markBegun,
  nextEvents,
  noteProgress,
  openReplays,
  type Replay,
  type ReplayEvent,
} from '../../storage/webhooks/replay-store.ts';
import { countTried, longestHoldMs, resendEvents } from '../../storage/webhooks/resend-events.ts';
import type { TurnResult } from '../turn-result.ts';

/** Few enough that present payments find slots at the same endpoint (webhook-queue.ts). */
const AT_ONCE = 20;

type Parts = Pick<Context, 'sql' | 'now' | 'config'>;

export async function runReplays(context: Parts): Promise<TurnResult> {
  let goesOn = false;
  const replays = await openReplays(context.sql);
  for (const replay of replays) {
    const ready = await inKeyOrder(context.sql, async (tx) => {
      const held = await holdReplay(tx, replay);
      return held !== null && (await step(context, tx, held));
    });
    goesOn ||= ready;
  }
  if (replays.length === 0) return 'nothing';
  return goesOn ? 'more' : 'done';
}

/** true: the next step need not wait. */
async function step({ now, config }: Parts, tx: SqlTransaction, replay: Replay): Promise<boolean> {
  const at = now();
  const events = await nextEvents(tx, replay, AT_ONCE);
  const begun = events.filter((event) => event.triesBefore !== null);
  if (begun.length > 0) {
    const waitedFor = begun.map((event) => ({ ...event, tries: event.triesBefore! }));
    const tried = await countTried(tx, replay, waitedFor);
    // Some events are in progress, or the brand's address is paused.
    if (tried < begun.length) return false;
    await noteProgress(tx, replay, begun.at(-1)!.place);
    return true;
  }
  if (events.length === 0) {
    await endReplay(tx, replay, { now: at, cancelled: false });
    return false;
  }
  const batch = withoutSecondOnes(events);
  const holdMs = longestHoldMs(config.webhookTimeoutMs);
  const moved = await resendEvents(tx, replay, batch, { now: at, holdMs });
  const triesOf = new Map(moved.map((event) => [`${event.transactionId}:${event.sequence}`, event.tries]));
  // An event that did not move is due anyway: it counts as tried.
  await markBegun(
    tx,
    replay,
    batch.map(({ place, transactionId, sequence }) => ({
      place,
      tries: triesOf.get(`${transactionId}:${sequence}`) ?? -1,
    })),
  );
  await logResends(tx, replay, batch, at);
  return false;
}

/** The events before the first that belongs to the transaction of an earlier event. */
function withoutSecondOnes(events: ReplayEvent[]): ReplayEvent[] {
  const transactions = new Set<string>();
  const second = events.findIndex(({ transactionId }) => {
    if (transactions.has(transactionId)) return true;
    transactions.add(transactionId);
    return false;
  });
  return second === -1 ? events : events.slice(0, second);
}
