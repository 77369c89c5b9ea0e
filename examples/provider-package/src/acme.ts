// Acme as a provider: what it serves, the credentials of an account, and the adapter of one account. The adapter never
// throws because of an answer of Acme: an answer that cannot be read is unknown.
import {
  NOTHING_DONE,
  type Provider,
  type ProviderDeclaration,
  SEAM_VERSION,
  unknownIfThrown,
} from '@tollgate/provider-kit';
import { AcmeClient } from './client.ts';
import { CAPABILITIES } from './methods.ts';
import { newsOf, readNotification } from './notifications.ts';
import { askAboutPayment, cancelPayment, takePayment } from './payments.ts';
import { askAboutRefund, sendRefund } from './refunds.ts';

const ACME: ProviderDeclaration = {
  seam: SEAM_VERSION,
  id: 'acme',
  name: 'Acme',
  capabilities: CAPABILITIES,
  // The shopper enters the card on Acme's page.
  cardEntries: ['provider'],
  credentials: [
    {
      name: 'apiKey',
      label: 'API key',
      help: 'In Acme’s dashboard under Developers. It begins with test_ or live_.',
      needed: 'always',
      isList: false,
      isSecret: true,
      pattern: /^(test|live)_[A-Za-z0-9]{8,100}$/,
      patternFault: 'must be a whole API key: test_ or live_, and letters and digits',
    },
    {
      name: 'notificationSecrets',
      label: 'Secrets of notifications',
      help: 'In Acme’s dashboard under Notifications. While you replace one, keep the former one as the second.',
      needed: 'always',
      isList: true,
      isSecret: true,
    },
  ],
  // The key does not tell it; the check does.
  merchantAccountOf: () => null,
  connect(account, parts): Provider {
    const client = new AcmeClient(account, parts);
    const orUnknown = unknownIfThrown(parts.log, { provider: 'acme', name: 'Acme', accountId: account.id });

    return {
      id: 'acme',
      accountId: account.id,
      capabilities: CAPABILITIES,
      cardEntry: 'provider',
      accepted: { contentType: 'text/plain', body: 'ok' },
      deadlineMs: 15_000,
      payIn: (transaction, instrument, call) =>
        orUnknown('pay-in', takePayment(client, transaction, instrument, call)),
      // The parameters of the return are never read: anybody can make them up.
      async resume(transaction, _parameters, call) {
        const answer = await orUnknown('return', askAboutPayment(client, transaction, call));
        return answer.kind === 'unheard' || answer.kind === 'unknown' ? { kind: 'waiting' } : answer;
      },
      // No method here asks a shopper for a proof.
      confirm: async () => ({ kind: 'unknown' }),
      payOut: async () => ({ kind: 'failed', errorCode: NOTHING_DONE }),
      inquire: (transaction, call) => orUnknown('inquiry', askAboutPayment(client, transaction, call)),
      cancel: (transaction, call) => orUnknown('cancellation', cancelPayment(client, transaction, call)),
      refund: (transaction, refund, signal) =>
        orUnknown('refund', sendRefund(client, transaction, refund, signal)),
      inquireRefund: (_transaction, refund, signal) =>
        orUnknown('inquiry of a refund', askAboutRefund(client, refund, signal)),
      readNotification: (headers, bytes) => readNotification(account, headers, bytes),
      readNews: (item, signal) => newsOf(client, item, signal),
      check: (signal) => client.check(signal),
    };
  },
};

export default ACME;
