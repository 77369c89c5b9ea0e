// The gauges of waiting work, of the nightly proofs and of the age of keys (contract 1, /metrics). They show the
// database's content, so every process of an installation shows the same: take the maximum, not the sum.
import type { Registry } from 'prom-client';
import type { Context } from '../../actions/context.ts';
import { listProofRuns, type Proof } from '../../storage/audit/proof-runs.ts';
import { type AgedKey, listKeyBirths } from '../../storage/keys/key-ages.ts';
import { type Backlog, countBacklog, type Waiting } from '../../storage/webhooks/backlog.ts';
import { type Series, SharedReading } from './shared-reading.ts';

const COUNT_EVERY_MS = 15_000;
const KEYS_EVERY_MS = 60_000;

const WAITING: readonly Waiting[] = [
  'webhook',
  'transaction',
  'refund',
  'capture',
  'notification',
  'fold_balances',
  'fold_listing',
];
const PROOFS: readonly Proof[] = ['ledger', 'audit'];
const KEYS: readonly AgedKey[] = ['data', 'api', 'signing', 'operator'];

export function backlogGauges(
  registry: Registry,
  { sql, now, log }: Pick<Context, 'sql' | 'now' | 'log'>,
): void {
  const backlog = new SharedReading(() => countBacklog(sql, now()), COUNT_EVERY_MS, log);
  const gauge = (name: string, help: string, series: Series<Backlog>[]) =>
    backlog.gauge(registry, name, `${help}; in the whole database`, series);

  gauge(
    'tollgate_webhook_events_waiting',
    'Webhook events that are due but not claimed yet, or wait in the line of a paused or slow endpoint',
    [
      { labels: { state: 'due' }, value: ({ eventsDue }) => eventsDue },
      { labels: { state: 'in_line' }, value: ({ eventsInLine }) => eventsInLine },
    ],
  );
  gauge('tollgate_webhook_endpoints_paused', 'Webhook addresses that are paused', [
    { value: ({ endpointsPaused }) => endpointsPaused },
  ]);
  gauge(
    'tollgate_outcomes_unknown',
    'Transactions, refunds and captures with an unknown outcome that the gateway no longer asks about: a person decides',
    [
      { labels: { kind: 'transaction' }, value: ({ transactionsUnknown }) => transactionsUnknown },
      { labels: { kind: 'refund' }, value: ({ refundsUnknown }) => refundsUnknown },
      { labels: { kind: 'capture' }, value: ({ capturesUnknown }) => capturesUnknown },
    ],
  );
  gauge('tollgate_payouts_to_approve', 'Payouts that wait for approval', [
    { value: ({ payoutsToApprove }) => payoutsToApprove },
  ]);
  gauge(
    'tollgate_notifications_to_decide',
    'Items of notifications from providers that match nothing or contradict our records: a person decides',
    [{ value: ({ notificationsToDecide }) => notificationsToDecide }],
  );
  gauge(
    'tollgate_oldest_waiting_seconds',
    'How late the oldest work of a kind is: a due webhook, transaction, refund, capture or notification, or a note that is not folded yet; 0: none waits',
    WAITING.map((kind) => ({ labels: { kind }, value: ({ oldestSeconds }) => oldestSeconds[kind] })),
  );
  gauge(
    'tollgate_oldest_mail_seconds',
    'How long ago the oldest mail that is not sent yet was made; 0: none waits',
    [{ value: ({ oldestMailSeconds }) => oldestMailSeconds }],
  );
  proofGauges(registry, new SharedReading(() => listProofRuns(sql), COUNT_EVERY_MS, log));
  keyGauges(registry, {
    now,
    births: new SharedReading(() => listKeyBirths(sql, now()), KEYS_EVERY_MS, log),
  });
}

function proofGauges(
  registry: Registry,
  runs: SharedReading<Awaited<ReturnType<typeof listProofRuns>>>,
): void {
  const of = (proof: Proof) => ({ labels: { proof } });
  runs.gauge(
    registry,
    'tollgate_proof_succeeded_timestamp_seconds',
    'When the nightly proof of the ledger and of the audit log last succeeded; before the first success, when the database was created; for the whole database',
    PROOFS.map((proof) => ({
      ...of(proof),
      value: (all) => {
        const run = all.find((one) => one.proof === proof);
        return run && run.succeededAt.getTime() / 1_000;
      },
    })),
  );
  runs.gauge(
    registry,
    'tollgate_proof_faults',
    'Faults that the last nightly proof of the ledger and of the audit log found; in the whole database',
    PROOFS.map((proof) => ({
      ...of(proof),
      value: (all) => all.find((one) => one.proof === proof)?.faults,
    })),
  );
}

function keyGauges(
  registry: Registry,
  { now, births }: { now: () => Date; births: SharedReading<Awaited<ReturnType<typeof listKeyBirths>>> },
): void {
  births.gauge(
    registry,
    'tollgate_key_age_seconds',
    'Age of the current data key, and of the oldest API key, signing secret and operator token that still works; in the whole database',
    KEYS.map((key) => ({
      labels: { key },
      value: (all) => {
        const born = all.find((one) => one.key === key);
        return born && Math.max(0, (now().getTime() - born.bornAt.getTime()) / 1_000);
      },
    })),
  );
}
