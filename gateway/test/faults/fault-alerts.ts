// Which alerts of deploy/alerts.yml must fire for each fault. An empty list: the gateways repair it by themselves within seconds, and nobody need be
// woken. A fault that is not here is not judged.

const FAULT_ALERTS: Readonly<Record<string, readonly string[]>> = {
  'sessions-ended': [],
  'commits-swallowed': [],
  killed: [],
  'read-only': ['TollgateNotReady'],
  'server-killed': ['TollgateErrors'],
  'database-stopped-20': ['TollgateNotReady', 'TollgateErrors'],
  'connections-taken': ['TollgateErrors'],
  'database-refuses': ['TollgateNotReady', 'TollgateErrors'],
  'disk-full': ['TollgateErrors'],
  'rows-locked': ['TollgateWritesStuck'],
  'process-stopped-40': ['TollgateProcessDown'],
  'clock-2h-ahead': ['TollgateClockWrong'],
  'bank-lost-before': ['TollgateProviderFailing'],
  'bank-lost-after': ['TollgateProviderFailing'],
  'bank-killed': ['TollgateProviderFailing', 'TollgateProviderAway'],
  'receiver-hangs': ['TollgateWebhooksFailing'],
  'receiver-lies': ['TollgateWebhooksFailing'],
};

/** `…-providers`: the same fault at real providers. */
export const alertsOf = (fault: string): readonly string[] =>
  FAULT_ALERTS[fault] ?? FAULT_ALERTS[fault.replace(/-providers$/, '')] ?? [];
