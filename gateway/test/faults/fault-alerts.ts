// The judgement on each fault: the alerts of deploy/alerts.yml that must fire, or why nobody needs to be told. Every
// fault of the suite is here (fault-alerts.test.ts). Other alerts may fire as well, depending on how busy the machine
// is.

export type Judgement = readonly [string, ...string[]] | { nobody: string };

const ANSWERED = 'Every payment has its answer meanwhile, only later.';

const ONE_RECEIVER =
  'It is the receiver of one merchant, and the portal tells that merchant. TollgateWebhooksFailing fires where a tenth of all tries fail; it depends on the load whether this receiver has so many.';

const FAULT_ALERTS: Readonly<Record<string, Judgement>> = {
  'sessions-ended': ['TollgateErrors'],
  'server-killed': ['TollgateErrors'],
  'database-stopped-5': ['TollgateNotReady'],
  'database-stopped-20': ['TollgateNotReady', 'TollgateErrors'],
  'database-stopped-60': ['TollgateNotReady', 'TollgateErrors'],
  'connections-taken': ['TollgateErrors'],
  'read-only': ['TollgateNotReady'],
  'table-locked': ['TollgateWritesStuck'],
  'rows-locked': ['TollgateWritesStuck'],
  'balance-locked': ['TollgateWorkLate'],
  'disk-full': ['TollgateNotReady', 'TollgateErrors'],
  'backup-under-load': { nobody: 'Somebody makes a backup on purpose, and payments go on.' },
  'reset-after-greeting': ['TollgateErrors'],
  'commits-swallowed': {
    nobody: 'New connections replace the lost ones at once, and calls go on.',
  },
  'database-refuses': ['TollgateNotReady', 'TollgateErrors'],
  'half-open-old': ['TollgateNotReady'],
  'half-open-locked': ['TollgateNotReady'],
  'half-open-new': ['TollgateNotReady', 'TollgateErrors'],
  latency: {
    nobody:
      'Payments work, only later. TollgateDatabaseSlow begins where one commit in twenty takes a quarter of a second.',
  },
  drip: { nobody: ANSWERED },
  killed: { nobody: 'Each process begins anew at once, and others go on with its work.' },
  'killed-twenty-times': ['TollgateRestarting'],
  'process-stopped-40': ['TollgateProcessDown'],
  'told-to-end': { nobody: 'Somebody ends a process on purpose, and others go on with its work.' },
  'clock-2h-ahead': ['TollgateClockWrong'],
  'clock-2h-behind': ['TollgateClockWrong'],
  'clock-2-days-ahead': ['TollgateClockWrong'],
  'small-heap': {
    nobody: 'It takes the load. A process that ends for want of memory is TollgateRestarting.',
  },
  'few-files': ['TollgateFilesUsedUp'],
  'log-unread': ['TollgateLogDropped'],
  'bank-lost-before': ['TollgateProviderFailing'],
  'bank-lost-after': ['TollgateProviderFailing'],
  'bank-late': {
    nobody:
      'Late answers count when they come. If they go on for longer, TollgateProviderSlow tells, as in bank-late-providers.',
  },
  'bank-twice': { nobody: 'The provider charges once, and each call has its answer.' },
  'bank-killed': ['TollgateProviderFailing', 'TollgateProviderAway'],
  'receiver-hangs': { nobody: ONE_RECEIVER },
  'receiver-drips': { nobody: ONE_RECEIVER },
  'receiver-lies': ['TollgateWebhooksFailing'],
  'bank-lost-before-providers': ['TollgateProviderFailing'],
  'bank-lost-after-providers': ['TollgateProviderFailing'],
  'bank-late-providers': ['TollgateProviderSlow'],
  'bank-twice-providers': { nobody: 'The providers charge once, and what they tell twice is applied once.' },
  'bank-killed-providers': ['TollgateProviderFailing', 'TollgateProviderAway'],
  backlog: ['TollgateWebhooksWaiting'],
  'citus-worker-killed': ['TollgateMerchantsNotServed'],
  'citus-node-added': {
    nobody: 'Somebody adds a node, and no merchant is refused for longer than five seconds.',
  },
  release: { nobody: 'Somebody replaces the release, and no call fails.' },
};

/** `release-…` covers every release. */
export const judgementOf = (fault: string): Judgement | undefined =>
  FAULT_ALERTS[fault.replace(/^release-.*/, 'release')];

export function alertsOf(fault: string): readonly string[] {
  const judgement = judgementOf(fault);
  return judgement === undefined || 'nobody' in judgement ? [] : judgement;
}

export const JUDGED = Object.keys(FAULT_ALERTS);
