// Sends the webhooks of a range of time once more, because a receiver was broken meanwhile (contract 5). It first
// counts the range, then stores it with its audit row; worker/webhooks/run-replays.ts sends. A stopped replay sends
// nothing more.

import type { AuditActor } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { timeOrderedId } from '../../domain/transactions/time-ordered-id.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { violates, withRetries } from '../../storage/database/database.ts';
import {
  countReplay,
  endReplay,
  insertReplay,
  listReplays,
  MOST_REPLAYED,
  type Replay,
  type ReplayRange,
} from '../../storage/webhooks/replay-store.ts';
import type { Context } from '../context.ts';

type Parts = Pick<Context, 'sql' | 'now'>;

/** Contract 5: how long events are kept for resending. */
const OLDEST_MS = 90 * 86_400_000;

export async function previewReplay({ sql, now }: Parts, range: ReplayRange): Promise<number> {
  checkRange(range, now());
  return await countReplay(sql, range);
}

export async function startReplay({ sql, now }: Parts, by: AuditActor, range: ReplayRange): Promise<Replay> {
  const at = now();
  checkRange(range, at);
  const { merchantId, brandId, from, to, undeliveredOnly } = range;
  const counted = await countReplay(sql, range);
  if (counted === 0) throw new Refusal(409, 'there is no event in this period');
  if (counted > MOST_REPLAYED) {
    throw new Refusal(409, `the period has more than ${MOST_REPLAYED} events; replay it in parts`);
  }
  const running = (await listReplays(sql, range)).some(({ endedAt }) => endedAt === null);
  if (running) throw onlyOne();
  const id = timeOrderedId(at);
  const events = await withRetries(() =>
    sql.begin(async (tx) => {
      const written = await insertReplay(tx, { ...range, id, startedBy: by.name, createdAt: at });
      const after = {
        replayId: id,
        from: from.toISOString(),
        to: to.toISOString(),
        undeliveredOnly,
        events: written,
      };
      const target = { kind: 'brand', id: brandId } as const;
      await appendAudit(tx, {
        merchantId,
        at,
        by,
        action: 'webhooks.replayed',
        target,
        before: null,
        after,
      });
      return written;
    }),
  ).catch((error) => {
    if (violates(error, 'webhook_replays_open')) throw onlyOne();
    throw error;
  });
  return {
    ...range,
    id,
    events,
    done: 0,
    startedBy: by.name,
    createdAt: at,
    endedAt: null,
    cancelled: false,
  };
}

export async function stopReplay(
  { sql, now }: Parts,
  by: AuditActor,
  replay: Pick<Replay, 'merchantId' | 'brandId' | 'id'>,
): Promise<Replay> {
  const ended = await withRetries(() =>
    sql.begin(async (tx) => {
      const at = now();
      const stopped = await endReplay(tx, replay, { now: at, cancelled: true });
      if (!stopped) return null;
      const { merchantId, brandId, id, done, events } = stopped;
      const target = { kind: 'brand', id: brandId } as const;
      const after = { replayId: id, done, events };
      await appendAudit(tx, {
        merchantId,
        at,
        by,
        action: 'webhooks.replay-stopped',
        target,
        before: null,
        after,
      });
      return stopped;
    }),
  );
  if (!ended) throw new Refusal(404, 'replayId: no such replay is running');
  return ended;
}

function checkRange({ from, to }: ReplayRange, now: Date): void {
  if (from >= to) throw new Refusal(400, ['to: must be after from']);
  if (now.getTime() - from.getTime() > OLDEST_MS) {
    throw new Refusal(400, ['from: must be within the last 90 days']);
  }
}

const onlyOne = () => new Refusal(409, 'a replay of this brand is running; wait for its end, or stop it');
