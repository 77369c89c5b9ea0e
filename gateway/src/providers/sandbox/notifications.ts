// The notifications of the sandbox's bank: how a visit of its page ended, in case the shopper never comes back from it
// (domain/notifications/sandbox-notification.ts). Test environment only.
import type { News, NotificationReading } from '../../domain/notifications/news.ts';
import * as sandbox from '../../domain/notifications/sandbox-notification.ts';
import type { NotificationHeaders } from '../provider.ts';
import type { SandboxSettings } from './sandbox-settings.ts';

export function readNotification(
  { fingerprint }: Pick<SandboxSettings, 'fingerprint'>,
  headers: NotificationHeaders,
  bytes: Buffer,
): NotificationReading {
  const body = bytes.toString('utf8');
  if (!sandbox.isSigned(body, String(headers[sandbox.SIGNATURE_HEADER]), fingerprint))
    return { kind: 'refused' };
  const { reference, amountMinor, currency, at, outcome } = sandbox.readNotification(body);
  const item = {
    // One key for each charge: if a shopper decides several times on one page, the first decision counts.
    key: `visit:${reference}`,
    kind: `visit.${outcome.kind}`,
    reference,
    providerReference: ('providerReference' in outcome && outcome.providerReference) || null,
    amountMinor,
    currency,
    occurredAt: at,
    isForeignAccount: false,
    body,
  };
  return { kind: 'authentic', items: [item] };
}

export function readNews(body: string): News {
  const { reference, amountMinor, currency, outcome } = sandbox.readNotification(body);
  return { about: 'charge', charge: reference, amount: { amountMinor, currency }, outcome };
}
