// Mollie as a provider (contract 13, 18): the methods it serves, the credentials that an account needs, and the adapter
// of one account. The gateway loads it like any package. The adapter throws only if the contract of providers says so,
// never logs Mollie's texts, and sends no card number: the shopper enters cards on Mollie's page.
import {
  NOTHING_DONE,
  type Provider,
  type ProviderDeclaration,
  SEAM_VERSION,
  unknownIfThrown,
} from '@tollgate/provider-kit';
import { checkAccount, openAccount } from './account.ts';
import { askAboutCapture, sendCapture } from './captures.ts';
import { askAboutCharge, cancelCharge, releaseRest } from './inquiries.ts';
import { findStored, forgetStored } from './mandates.ts';
import { CAPABILITIES } from './methods.ts';
import { newsOfNotification } from './news.ts';
import { missedFacts, readMollieNotification } from './notifications.ts';
import { takePayin } from './payins.ts';
import { askAboutRefund, sendRefund } from './refunds.ts';
import { settlementsOf } from './settlements/settlement-source.ts';

const MOLLIE_ID = 'mollie';
const DEADLINE_MS = 15_000;

const MOLLIE: ProviderDeclaration = {
  seam: SEAM_VERSION,
  id: MOLLIE_ID,
  name: 'Mollie',
  capabilities: CAPABILITIES,
  cardEntries: ['provider'],
  credentials: [
    {
      name: 'apiKey',
      label: 'API key',
      help: 'In Mollie’s dashboard under Developers, API keys, for the profile of this shop. It begins with test_ or live_.',
      needed: 'always',
      isList: false,
      isSecret: true,
      pattern: /^(test|live)_[A-Za-z0-9]{20,200}$/,
      patternFault: 'must be an API key, which begins with test_ or live_, without blanks',
    },
    {
      name: 'accessToken',
      label: 'Organization access token',
      help: 'For settlements, which no API key may read. Make it in Mollie’s dashboard under Developers, Organization access tokens, with settlements.read and payments.read. It begins with access_.',
      needed: 'never',
      isList: false,
      isSecret: true,
      pattern: /^access_[A-Za-z0-9]{20,200}$/,
      patternFault: 'must be an organization access token, which begins with access_, without blanks',
    },
  ],
  // The key does not tell it; the check does.
  merchantAccountOf: () => null,
  connect(account, parts): Provider {
    const at = openAccount(account, parts);
    const orUnknown = unknownIfThrown(parts.log, {
      provider: MOLLIE_ID,
      name: 'Mollie',
      accountId: account.id,
    });

    return {
      id: MOLLIE_ID,
      accountId: account.id,
      capabilities: CAPABILITIES,
      cardEntry: 'provider',
      accepted: { contentType: 'text/plain', body: '' },
      deadlineMs: DEADLINE_MS,
      payIn: (transaction, instrument, call) =>
        orUnknown('pay-in', takePayin(at, transaction, instrument, call)),
      // Never reads the parameters of the return: anybody can make them up.
      async resume(transaction, _parameters, call) {
        const answer = await orUnknown('return', askAboutCharge(at, transaction, call));
        return answer.kind === 'unheard' || answer.kind === 'unknown' ? { kind: 'waiting' } : answer;
      },
      // No method here asks a shopper for a proof, so no proof says anything.
      confirm: async () => ({ kind: 'unknown' }),
      payOut: async () => ({ kind: 'failed', errorCode: NOTHING_DONE }),
      cancel: (transaction, call) => orUnknown('cancellation', cancelCharge(at, transaction, call)),
      capture: (transaction, capture, call) =>
        orUnknown('capture', sendCapture(at, transaction, capture, call)),
      inquireCapture: (transaction, capture, call) =>
        orUnknown('inquiry of a capture', askAboutCapture(at, transaction, capture, call)),
      releaseRest: (transaction, call) => releaseRest(at, transaction, call),
      inquire: (transaction, call) => orUnknown('inquiry', askAboutCharge(at, transaction, call)),
      refund: (transaction, refund, signal) =>
        orUnknown('refund', sendRefund(at, transaction, refund, signal)),
      inquireRefund: (transaction, refund, signal) =>
        orUnknown('inquiry of a refund', askAboutRefund(at, transaction, refund, signal)),
      // Mollie's dashboard has the chargeback; there is no call that answers it.
      paymentPage: ({ providerReference }) =>
        providerReference &&
        `https://my.mollie.com/dashboard/payments/${encodeURIComponent(providerReference)}`,
      async findStored(transaction, call) {
        const found = await orUnknown('stored means', findStored(at, transaction, call));
        return found !== null && found !== 'none' && 'kind' in found ? null : found;
      },
      forgetStored: (stored, mandate, signal) => forgetStored(at, stored, mandate, signal),
      readNotification: (_headers, bytes, now) => readMollieNotification(bytes, now),
      readNews: (item, signal) => newsOfNotification(at, item, signal),
      missedNotifications: (wanted, signal) => missedFacts(at, wanted, signal),
      ...settlementsOf(at),
      check: (signal) => checkAccount(at, signal),
    };
  },
};

export default MOLLIE;
