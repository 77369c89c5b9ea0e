// The notifications of the sandbox's bank: how a visit of its page ended, in case the shopper never comes back from it
// (sandbox-services.ts). Test environment only.
import type { News, NotificationHeaders, NotificationReading } from '@tollgate/provider-kit';
import type { SandboxSettings } from './sandbox-settings.ts';

export function readNotification(
  { fingerprint, services }: Pick<SandboxSettings, 'fingerprint' | 'services'>,
  headers: NotificationHeaders,
  bytes: Buffer,
): NotificationReading {
  const body = bytes.toString('utf8');
  if (!services.isSigned(body, String(headers[services.signatureHeader]), fingerprint))
    return { kind: 'refused' };
  const { reference, amountMinor, currency, at, outcome } = services.readNotification(body);
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

export function readNews({ services }: Pick<SandboxSettings, 'services'>, body: string): News {
  const { reference, amountMinor, currency, outcome } = services.readNotification(body);
  return { about: 'charge', charge: reference, amount: { amountMinor, currency }, outcome };
}
