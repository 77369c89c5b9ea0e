// The gauges of waiting work (contract 1, /metrics). They tell what the database holds, so every process of an installation
// tells the same, and a sum over processes counts double. However often it is scraped, a process counts once in 15 seconds,
// and a slow database must never hold up the other metrics.
import { Gauge, type Registry } from 'prom-client';
import type { Context } from '../../actions/context.ts';
import { type Backlog, countBacklog } from '../../storage/webhooks/backlog.ts';

const COUNT_EVERY_MS = 15_000;
const DEADLINE_MS = 2_000;

interface Series {
  labels?: Record<string, string>;
  value: (backlog: Backlog) => number;
}

export function backlogGauges(
  registry: Registry,
  { sql, now, log }: Pick<Context, 'sql' | 'now' | 'log'>,
): void {
  let counted: { backlog: Promise<Backlog | null>; atMs: number } | null = null;

  /** null if the database does not answer. */
  async function count(): Promise<Backlog | null> {
    try {
      return await countBacklog(sql, now());
    } catch (error) {
      log.warn({ err: error }, 'what waits could not be counted for the metrics');
      return null;
    }
  }

  function latest(): Promise<Backlog | null> {
    const nowMs = performance.now();
    if (!counted || nowMs - counted.atMs >= COUNT_EVERY_MS) counted = { backlog: count(), atMs: nowMs };
    return withDeadline(counted.backlog);
  }

  function gauge(name: string, help: string, series: Series[]): void {
    new Gauge({
      name,
      help,
      labelNames: Object.keys(series[0]!.labels ?? {}),
      registers: [registry],
      async collect() {
        const backlog = await latest();
        for (const { labels = {}, value } of series) {
          // In Prometheus a missing series means unknown; 0 or an old number would be wrong.
          if (backlog) this.set(labels, value(backlog));
          else this.remove(labels);
        }
      },
    });
  }

  gauge(
    'tollgate_webhook_events_waiting',
    'Webhook events that are due and not taken up yet, or in the line of a paused or slow endpoint; of the whole database',
    [
      { labels: { state: 'due' }, value: ({ eventsDue }) => eventsDue },
      { labels: { state: 'in_line' }, value: ({ eventsInLine }) => eventsInLine },
    ],
  );
  gauge(
    'tollgate_webhook_endpoints_paused',
    'Webhook addresses that get nothing until they are resumed; of the whole database',
    [{ value: ({ endpointsPaused }) => endpointsPaused }],
  );
  gauge(
    'tollgate_outcomes_unknown',
    'Transactions and refunds whose outcome nobody asks about any more: a person decides; of the whole database',
    [
      { labels: { kind: 'transaction' }, value: ({ transactionsUnknown }) => transactionsUnknown },
      { labels: { kind: 'refund' }, value: ({ refundsUnknown }) => refundsUnknown },
    ],
  );
  gauge('tollgate_payouts_to_approve', 'Payouts that wait for approval; of the whole database', [
    { value: ({ payoutsToApprove }) => payoutsToApprove },
  ]);
}

async function withDeadline<T>(work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, DEADLINE_MS, null);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
