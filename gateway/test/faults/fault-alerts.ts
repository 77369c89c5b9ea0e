// The judgement on each fault: the alerts of deploy/alerts.yml that must fire, or why nobody needs to be told. Every
// fault of the suite is here (fault-alerts.test.ts). Other alerts may fire as well, depending on how busy the machine
// is.

export type Judgement = readonly [string, ...string[]] | { nobody: string };

const ANSWERED = 'Every payment gets its answer, only later.';

const ONE_RECEIVER =
  'The portal tells this merchant. TollgateWebhooksFailing fires only if a tenth of all tries fail.';

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
  'backup-under-load': { nobody: 'Somebody makes a backup on purpose, and payments continue.' },
  'reset-after-greeting': ['TollgateErrors'],
  'commits-swallowed': {
    nobody: 'New connections replace the lost ones at once, and calls continue.',
  },
  'database-refuses': ['TollgateNotReady', 'TollgateErrors'],
  'half-open-old': ['TollgateNotReady'],
  'half-open-locked': ['TollgateNotReady'],
  'half-open-new': ['TollgateNotReady', 'TollgateErrors'],
  latency: {
    nobody:
      'Payments are slower. TollgateDatabaseSlow fires if one commit in twenty takes a quarter of a second.',
  },
  drip: { nobody: ANSWERED },
  killed: { nobody: 'Each process restarts at once, and others continue its work.' },
  'killed-twenty-times': ['TollgateRestarting'],
  'process-stopped-40': ['TollgateProcessDown'],
  'told-to-end': { nobody: 'Somebody ends a process on purpose, and others continue its work.' },
  'clock-2h-ahead': ['TollgateClockWrong'],
  'clock-2h-behind': ['TollgateClockWrong'],
  'clock-2-days-ahead': ['TollgateClockWrong'],
  'small-heap': {
    nobody: 'The gateway handles the load. If a process runs out of memory, TollgateRestarting fires.',
  },
  'few-files': ['TollgateFilesUsedUp'],
  'log-unread': ['TollgateLogDropped'],
  'bank-lost-before': ['TollgateProviderFailing'],
  'bank-lost-after': ['TollgateProviderFailing'],
  'bank-late': {
    nobody:
      'Late answers count when they come. If this lasts, TollgateProviderSlow fires (bank-late-providers).',
  },
  'bank-twice': { nobody: 'The provider charges once, and each call gets its answer.' },
  'bank-killed': ['TollgateProviderFailing', 'TollgateProviderAway'],
  'receiver-hangs': { nobody: ONE_RECEIVER },
  'receiver-drips': { nobody: ONE_RECEIVER },
  'receiver-lies': ['TollgateWebhooksFailing'],
  'bank-lost-before-providers': ['TollgateProviderFailing'],
  'bank-lost-after-providers': ['TollgateProviderFailing'],
  'bank-late-providers': ['TollgateProviderSlow'],
  'bank-twice-providers': {
    nobody: 'The providers charge once, and their repeated notifications are applied once.',
  },
  'bank-killed-providers': ['TollgateProviderFailing', 'TollgateProviderAway'],
  'provider-process-killed': ['TollgateProviderFailing'],
  'provider-process-hangs': ['TollgateProviderFailing'],
  'provider-process-answers-garbage': ['TollgateProviderFailing'],
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
