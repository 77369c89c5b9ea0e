// For each alert of deploy/alerts.yml, series that must fire it and series that must not: in promtool's notation, a
// value every 15 seconds. `a+bxn` begins at a and grows by b, n times.

export interface AlertCase {
  /** Series and their values while something is wrong. */
  fires: Readonly<Record<string, string>>;
  /** Another case that must fire it. */
  firesToo?: Readonly<Record<string, string>>;
  /** The values of an ordinary day. */
  quiet: Readonly<Record<string, string>>;
  /** Set where the usual time is too short. */
  watchedSeconds?: number;
}

const on = (instance: string) => `job="tollgate",instance="${instance}"`;
const requests = (status: string, route: string) =>
  `tollgate_http_request_duration_seconds_count{${on('a')},method="POST",route="${route}",status="${status}"}`;
const bucket = (name: string, labels: string, le: string) =>
  `${name}_bucket{${on('a')},${labels},le="${le}"}`;

/** A histogram with all observations between two bounds. */
function between(name: string, labels: string, [low, high]: readonly [string, string]) {
  return {
    [bucket(name, labels, low)]: '0+0x100',
    [bucket(name, labels, high)]: '0+15x100',
    [bucket(name, labels, '+Inf')]: '0+15x100',
  };
}

const always = (value: number) => `${value}+0x200`;
const gauge = (series: string, bad: number, good: number): AlertCase => ({
  fires: { [series]: always(bad) },
  quiet: { [series]: always(good) },
});

const brandPayins = (brand: string, [completed, declined]: readonly [string, string]) => ({
  [`tollgate_brand_payins_total{${on('a')},brand="${brand}",result="completed"}`]: completed,
  [`tollgate_brand_payins_total{${on('a')},brand="${brand}",result="declined"}`]: declined,
});
const disk = (free: string, size: string) => ({
  'node_filesystem_avail_bytes{job="node",instance="a",mountpoint="/",fstype="ext4"}': free,
  'node_filesystem_size_bytes{job="node",instance="a",mountpoint="/",fstype="ext4"}': size,
});

export const ALERT_CASES: Readonly<Record<string, AlertCase>> = {
  TollgateProcessDown: gauge(`up{${on('a')}}`, 0, 1),
  TollgateNotReady: gauge(`tollgate_ready{${on('a')}}`, 0, 1),
  TollgateMerchantsNotServed: gauge(`tollgate_served_merchants_ratio{${on('a')}}`, 0.5, 1),
  TollgateNoWorker: {
    fires: { [`tollgate_loop_quiet_seconds{${on('a')},loop="refresh keys"}`]: always(1) },
    quiet: { [`tollgate_loop_quiet_seconds{${on('b')},loop="due transactions"}`]: always(1) },
  },
  TollgateErrors: {
    fires: { [requests('201', '/v3/payment')]: '0+95x200', [requests('503', '/v3/payment')]: '0+5x200' },
    // Readiness may answer 503 as often as it likes.
    quiet: { [requests('201', '/v3/payment')]: '0+100x200', [requests('503', '/health/ready')]: '0+50x200' },
  },
  TollgateCallFailing: {
    // A hundredth of all calls, and a third of one kind.
    fires: {
      [requests('201', '/v3/payment')]: '0+200x200',
      [requests('201', '/settle-payout')]: '0+4x200',
      [requests('503', '/settle-payout')]: '0+2x200',
    },
    // One failed call of a rare kind, and a few of a frequent one.
    quiet: {
      [requests('201', '/v3/payment')]: '0+100x200',
      [requests('503', '/v3/payment')]: '0+5x200',
      [requests('201', '/settle-payout')]: '0x99 1x100',
      [requests('503', '/settle-payout')]: '0x99 1x100',
    },
  },
  TollgateSlow: {
    fires: between(
      'tollgate_http_request_duration_seconds',
      'method="POST",route="/v3/payment",status="201"',
      ['2.5', '5'],
    ),
    quiet: between(
      'tollgate_http_request_duration_seconds',
      'method="POST",route="/v3/payment",status="201"',
      ['0.5', '1'],
    ),
  },
  TollgateRestarting: {
    fires: { [`process_start_time_seconds{${on('a')}}`]: '100+0x20 200+0x20 300+0x20 400+0x20' },
    quiet: { [`process_start_time_seconds{${on('a')}}`]: '100+0x40 200+0x40' },
  },
  TollgateEventLoopBlocked: gauge(`nodejs_eventloop_lag_p99_seconds{${on('a')}}`, 0.4, 0.02),
  TollgateFilesUsedUp: {
    fires: { [`process_open_fds{${on('a')}}`]: always(700), [`process_max_fds{${on('a')}}`]: always(1024) },
    quiet: { [`process_open_fds{${on('a')}}`]: always(600), [`process_max_fds{${on('a')}}`]: always(1024) },
  },
  TollgateLogDropped: {
    fires: { [`tollgate_log_lines_dropped_total{${on('a')}}`]: '0+0x60 1+1x100' },
    quiet: { [`tollgate_log_lines_dropped_total{${on('a')}}`]: always(7) },
  },
  TollgateTwoReleases: {
    fires: {
      [`tollgate_build_info{${on('a')},version="0.2.0"}`]: '1+0x400',
      [`tollgate_build_info{${on('b')},version="0.1.0"}`]: '1+0x400',
    },
    quiet: {
      [`tollgate_build_info{${on('a')},version="0.2.0",role="api"}`]: '1+0x400',
      [`tollgate_build_info{${on('b')},version="0.2.0",role="worker"}`]: '1+0x400',
    },
  },
  TollgateDatabaseSlow: {
    fires: between('tollgate_group_commit_duration_seconds', 'store="open"', ['0.25', '0.5']),
    quiet: between('tollgate_group_commit_duration_seconds', 'store="open"', ['0.005', '0.01']),
  },
  TollgateWritesWaiting: {
    fires: {
      [`tollgate_group_commit_jobs{${on('a')},store="open",state="waiting"}`]: always(150),
      [`tollgate_group_commit_jobs{${on('a')},store="apply",state="waiting"}`]: always(100),
    },
    quiet: {
      [`tollgate_group_commit_jobs{${on('a')},store="open",state="waiting"}`]: always(5),
      [`tollgate_group_commit_jobs{${on('a')},store="open",state="in_progress"}`]: always(250),
    },
  },
  TollgateWritesStuck: {
    fires: { [`tollgate_group_commit_jobs{${on('a')},store="apply",state="waiting"}`]: always(3) },
    // Writes come and go.
    quiet: {
      [`tollgate_group_commit_jobs{${on('a')},store="apply",state="waiting"}`]: '3 0 7 0 9 0 2 0 4 0 8 0 5 0',
    },
  },
  TollgatePoolBusy: gauge(`tollgate_database_pool_uses{${on('a')},state="waiting"}`, 4, 0),
  TollgateLoopFailing: gauge(`tollgate_loop_failures{${on('a')},loop="fold balances"}`, 5, 1),
  TollgateLoopQuiet: {
    fires: { [`tollgate_loop_quiet_seconds{${on('a')},loop="webhooks"}`]: '0+15x200' },
    // A proof may take hours, and so may the rewriting of archive files.
    quiet: {
      [`tollgate_loop_quiet_seconds{${on('a')},loop="nightly ledger check"}`]: '0+15x200',
      [`tollgate_loop_quiet_seconds{${on('a')},loop="archive erasures"}`]: '0+15x200',
    },
  },
  TollgateClockWrong: gauge(`tollgate_clock_skew_seconds{${on('a')}}`, -7, 0.3),
  TollgateProofFailed: gauge(`tollgate_proof_faults{${on('a')},proof="ledger"}`, 1, 0),
  // promtool's time begins at 0.
  TollgateProofMissing: gauge(
    `tollgate_proof_succeeded_timestamp_seconds{${on('a')},proof="audit"}`,
    -200_000,
    0,
  ),
  TollgateWorkLate: gauge(`tollgate_oldest_waiting_seconds{${on('a')},kind="transaction"}`, 90, 1),
  TollgateOutcomesUnknown: gauge(`tollgate_outcomes_unknown{${on('a')},kind="refund"}`, 1, 0),
  TollgateNotificationsToDecide: gauge(`tollgate_notifications_to_decide{${on('a')}}`, 1, 0),
  TollgateMailStuck: gauge(`tollgate_oldest_mail_seconds{${on('a')}}`, 1_000, 60),
  TollgateProviderAway: gauge(
    `tollgate_provider_circuit_open{${on('a')},provider="adyen",account="x"}`,
    1,
    0,
  ),
  TollgateProviderFailing: {
    fires: {
      [`tollgate_provider_calls_total{${on('a')},provider="stripe",account="x",call="payIn",result="answered"}`]:
        '0+90x200',
      [`tollgate_provider_calls_total{${on('a')},provider="stripe",account="x",call="payIn",result="unknown"}`]:
        '0+10x200',
    },
    quiet: {
      [`tollgate_provider_calls_total{${on('a')},provider="stripe",account="x",call="payIn",result="answered"}`]:
        '0+990x200',
      [`tollgate_provider_calls_total{${on('a')},provider="stripe",account="x",call="payIn",result="unknown"}`]:
        '0+10x200',
    },
  },
  TollgateProviderSlow: {
    fires: between('tollgate_provider_call_duration_seconds', 'provider="stripe",account="x",call="payIn"', [
      '10',
      '30',
    ]),
    quiet: between('tollgate_provider_call_duration_seconds', 'provider="stripe",account="x",call="payIn"', [
      '0.5',
      '1',
    ]),
  },
  TollgateProviderUnknownValues: {
    fires: {
      [`tollgate_provider_unknown_values_total{${on('a')},provider="adyen",field="resultCode"}`]: '0+1x200',
    },
    quiet: {
      [`tollgate_provider_unknown_values_total{${on('a')},provider="adyen",field="resultCode"}`]: always(9),
    },
  },
  TollgateNobodyServes: {
    fires: { [`tollgate_declines_total{${on('a')},type="PAYIN",error_code="1011"}`]: '0+1x200' },
    quiet: { [`tollgate_declines_total{${on('a')},type="PAYIN",error_code="2005"}`]: '0+50x200' },
  },
  TollgateWebhooksFailing: {
    fires: {
      [`tollgate_webhook_tries_total{${on('a')},result="delivered"}`]: '0+80x200',
      [`tollgate_webhook_tries_total{${on('a')},result="failed"}`]: '0+20x200',
    },
    quiet: {
      [`tollgate_webhook_tries_total{${on('a')},result="delivered"}`]: '0+99x200',
      [`tollgate_webhook_tries_total{${on('a')},result="failed"}`]: '0+1x200',
    },
  },
  TollgateWebhooksWaiting: gauge(`tollgate_webhook_events_waiting{${on('a')},state="due"}`, 5_000, 12),
  TollgateWebhookEndpointPaused: gauge(`tollgate_webhook_endpoints_paused{${on('a')}}`, 1, 0),
  TollgateCardTesting: {
    fires: { [`tollgate_risk_refusals_total{${on('a')},rule="attemptsPerCard"}`]: '0+10x200' },
    quiet: { [`tollgate_risk_refusals_total{${on('a')},rule="attemptsPerCard"}`]: '0+0.1x200' },
  },
  TollgateCallersRefused: {
    fires: { [`tollgate_refusals_total{${on('a')},reason="credentials"}`]: '0+10x200' },
    quiet: {
      [`tollgate_refusals_total{${on('a')},reason="invalid_request"}`]: '0+10x200',
      [`tollgate_refusals_total{${on('a')},reason="signature"}`]: '0+0.5x200',
    },
  },
  TollgateKeyOld: gauge(`tollgate_key_age_seconds{${on('a')},key="data"}`, 500 * 86_400, 86_400),
  TollgateBrandDeclines: {
    // One in ten is declined for two hours, then one in three.
    fires: brandPayins('a', ['0+9x480 4320+6x240', '0+1x480 480+3x240']),
    // At first no card is declined, then one in four: the series begins with the first decline.
    firesToo: brandPayins('d', ['0+9x720', '_x480 1+3x240']),
    // One brand always has that share, and another has too few declines to judge.
    quiet: {
      ...brandPayins('b', ['0+6x720', '0+3x720']),
      ...brandPayins('c', ['0+1x720', '0+0.01x480 4.8+0.06x240']),
    },
    watchedSeconds: 3 * 3_600,
  },
  TollgateExporterDown: gauge('up{job="node",instance="a"}', 0, 1),
  TollgateDiskFilling: {
    fires: disk(always(10), always(100)),
    quiet: disk(always(40), always(100)),
  },
  TollgateWalGrowing: {
    fires: {
      'pg_wal_size_bytes{instance="a"}': always(5_000_000_000),
      'pg_settings_max_wal_size_bytes{instance="a",server="db"}': always(1_073_741_824),
    },
    quiet: {
      'pg_wal_size_bytes{instance="a"}': always(1_100_000_000),
      'pg_settings_max_wal_size_bytes{instance="a",server="db"}': always(1_073_741_824),
    },
  },
  TollgateReplicaBehind: gauge('pg_replication_lag_seconds{instance="a"}', 90, 1),
  TollgateStandbyAway: gauge(
    'pg_replication_slot_slot_is_active{instance="a",slot_name="b",slot_type="physical"}',
    0,
    1,
  ),
  TollgateArchivingStopped: {
    fires: {
      'pg_stat_archiver_failed_count{instance="a"}': '0+1x200',
      'pg_stat_archiver_last_archive_age{instance="a"}': '0+15x200',
    },
    quiet: {
      // It failed once and continued.
      'pg_stat_archiver_failed_count{instance="a"}': '0x50 1x150',
      'pg_stat_archiver_last_archive_age{instance="a"}': always(40),
    },
  },
  TollgateBackupOld: gauge(
    'pgbackrest_backup_since_last_completion_seconds{stanza="main",backup_type="incr"}',
    40 * 3_600,
    20 * 3_600,
  ),
  TollgateFollowerDown: gauge(
    'node_systemd_unit_state{name="tollgate-follow-readiness.service",state="active",instance="a"}',
    0,
    1,
  ),
};
