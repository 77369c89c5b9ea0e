// Stripe as a provider (contract 13): the methods it serves, the credentials that an account needs, and the adapter of
// one account. Called by the registry. The adapter throws only if the contract of providers says so, never logs
// Stripe's texts, and sends no card number: the shopper enters cards on Stripe's page.
import {
  NOTHING_DONE,
  type Provider,
  type ProviderDeclaration,
  SEAM_VERSION,
  unknownIfThrown,
} from '@tollgate/provider-kit';
import { checkAccount, openAccount } from './account.ts';
import { askAboutCapture, sendCapture } from './captures.ts';
import { askAboutCharge, cancelCharge } from './charge-inquiries.ts';
import { takePayin } from './charges.ts';
import {
  askAboutResponse,
  closeDispute,
  EVIDENCE_FORM,
  paymentPage,
  sendEvidence,
} from './dispute-responses.ts';
import { newsOfEvent } from './events.ts';
import { CAPABILITIES } from './methods.ts';
import { missedEvents, readStripeNotification } from './notifications.ts';
import { askAboutRefund, sendRefund } from './refunds.ts';
import { settlementsOf } from './settlements/settlement-source.ts';
import { findStored, forgetStored } from './stored-means.ts';

const STRIPE_ID = 'stripe';
const DEADLINE_MS = 15_000;

export const STRIPE: ProviderDeclaration = {
  seam: SEAM_VERSION,
  id: STRIPE_ID,
  name: 'Stripe',
  capabilities: CAPABILITIES,
  cardEntries: ['provider'],
  // Checkout shows them beside the card by itself, to devices that have them.
  wallets: { provider: ['apple-pay', 'google-pay'] },
  credentials: [
    {
      name: 'secretKey',
      label: 'Secret key',
      help: 'In Stripe’s dashboard under Developers, API keys. It begins with sk_ or rk_, and allows payments to be made and refunded, payouts to be read, and disputes to be answered.',
      needed: 'always',
      isList: false,
      isSecret: true,
      // The key goes into a header. People often copy a publishable key by mistake.
      pattern: /^(?!pk_)[\x21-\x7e]{1,255}$/,
      patternFault: 'must be the secret key, which begins with sk_ or rk_, without blanks',
      example: 'rk_example_made_up',
    },
    {
      name: 'webhookSecrets',
      label: 'Signing secrets of the webhook',
      help: 'Make an event destination in Stripe’s dashboard under Developers, Webhooks, with the notification address of this account. Its signing secret begins with whsec_. While you replace it, keep the former one as the second.',
      needed: 'always',
      isList: true,
      isSecret: true,
      // Stripe's secrets have 38 characters and more; those of its command line are longer. A far shorter one was cut
      // off when it was copied.
      pattern: /^whsec_[\x21-\x7e]{6,249}$/,
      patternFault: 'must be a whole signing secret: whsec_ and at least 6 more characters, without blanks',
      example: 'whsec_example_made_up',
    },
  ],
  // The key does not tell it; the check does.
  merchantAccountOf: () => null,
  connect(account, parts): Provider {
    const at = openAccount(account, parts);
    const orUnknown = unknownIfThrown(parts.log, {
      provider: STRIPE_ID,
      name: 'Stripe',
      accountId: account.id,
    });

    return {
      id: STRIPE_ID,
      accountId: account.id,
      capabilities: CAPABILITIES,
      cardEntry: 'provider',
      wallets: account.wallets,
      accepted: { contentType: 'application/json', body: '{"received":true}' },
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
      inquire: (transaction, call) => orUnknown('inquiry', askAboutCharge(at, transaction, call)),
      refund: (transaction, refund, signal) =>
        orUnknown('refund', sendRefund(at, transaction, refund, signal)),
      inquireRefund: (transaction, refund, signal) =>
        orUnknown('inquiry of a refund', askAboutRefund(at, transaction, refund, signal)),
      evidenceForm: async () => EVIDENCE_FORM,
      defendDispute: (transaction, response, evidence, signal) =>
        orUnknown('evidence', sendEvidence(at, transaction, { response, evidence }, signal)),
      acceptDispute: (_transaction, response, signal) =>
        orUnknown('acceptance', closeDispute(at, response, signal)),
      inquireResponse: (_transaction, response, _evidence, signal) =>
        orUnknown('inquiry of a response', askAboutResponse(at, response, signal)),
      paymentPage: (transaction) => paymentPage(at, transaction),
      async findStored(transaction, call) {
        const found = await orUnknown('stored means', findStored(at, transaction, call));
        return found !== null && found !== 'none' && 'kind' in found ? null : found;
      },
      forgetStored: (stored, mandate, signal) => forgetStored(at, stored, mandate, signal),
      readNotification: (headers, bytes, now) => readStripeNotification(at, { headers, bytes, now }),
      readNews: (item, signal) => newsOfEvent(at, item, signal),
      missedNotifications: (wanted, signal) => missedEvents(at, wanted, signal),
      settlements: settlementsOf(at),
      check: (signal) => checkAccount(at, signal),
    };
  },
};
