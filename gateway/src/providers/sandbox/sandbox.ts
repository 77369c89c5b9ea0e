// The sandbox: a provider without a network, in the test environment only (contract 7). It keeps nothing, so that any
// process can answer for any transaction after any crash: it derives everything from the stored transaction. It must
// never run in production, nor touch storage.
import {
  type Capability,
  CODE,
  chargeReference,
  isAuthorized,
  isLaterCharge,
  NOTHING_DONE,
  type Outcome,
  type Provider,
  type ReturnParameters,
  type Transaction,
} from '@tollgate/provider-kit';
import { authorizedIfLater, capturesOf } from './captures.ts';
import { chargeCard, decideChallenge, inquireCharge } from './cards.ts';
import { DISPUTE_CALLS } from './dispute-responses.ts';
import { chargeMandate, inquireMandateCharge, mandateCalls, storing } from './mandates.ts';
import { payinMethod, payinMethodsOf } from './methods.ts';
import { readNews, readNotification } from './notifications.ts';
import { confirmPayin, decideVisit, inquirePayin, takePayin } from './payins.ts';
import { inquirePayout, sendPayout } from './payouts.ts';
import { inquireRefund, sendRefund } from './refunds.ts';
import type { SandboxServices } from './sandbox-services.ts';
import { referenceOf, type SandboxSettings } from './sandbox-settings.ts';

const SANDBOX_ID = 'sandbox';
const DEADLINE_MS = 15_000;

/** Contract 16. */
const CAPTURED_LATER = ['card', 'paypal', 'klarna'];
const STORABLE = ['card', 'sepa-direct-debit', 'paypal'];

/** Wherever the catalogue allows it. */
const anywhere =
  (direction: Capability['direction']) =>
  (method: string): Capability => ({
    direction,
    method,
    countries: 'any',
    currencies: 'any',
    ...(direction === 'PAYIN' && CAPTURED_LATER.includes(method) ? { isCapturedLater: true } : {}),
    ...(direction === 'PAYIN' && STORABLE.includes(method)
      ? { isStorable: true, isStorableWithoutCharge: true }
      : {}),
    ...(direction === 'PAYIN' && method === 'card' ? { isSavedWithoutCvv: true } : {}),
  });

function methodsServed(services: SandboxServices): Capability[] {
  const payouts = new Set(services.choices('PAYOUT').map(({ method }) => method));
  return [
    ...['card', ...payinMethodsOf(services).keys()].map(anywhere('PAYIN')),
    ...[...payouts].map(anywhere('PAYOUT')),
  ];
}

export function createSandbox(settings: SandboxSettings): Provider {
  function inquire(transaction: Transaction): Outcome | { kind: 'unheard' } {
    if (transaction.type === 'PAYOUT') return inquirePayout(settings, transaction);
    if (isLaterCharge(transaction)) return inquireMandateCharge(settings, transaction);
    const method = settings.services.methodOf(transaction);
    // If the shopper of a session tried a card first, the session still has that card while another method is paid.
    const isCard = transaction.card !== null && (method === 'card' || method === null);
    if (isCard) return inquireCharge(settings, transaction, transaction.card!);
    return inquirePayin(settings, transaction);
  }

  return {
    ...capturesOf(settings),
    ...mandateCalls(settings),
    ...DISPUTE_CALLS,
    id: SANDBOX_ID,
    accountId: null,
    capabilities: {
      methods: methodsServed(settings.services),
      refund: true,
      cancel: true,
      inquiry: 'supported',
    },
    cardEntry: 'tollgate',
    accepted: { contentType: 'application/json', body: '{"received":true}' },
    deadlineMs: DEADLINE_MS,

    async payIn(transaction, instrument, call) {
      if (instrument.kind === 'card')
        return asAsked(settings, transaction, chargeCard(settings, transaction, instrument.card, call));
      if (instrument.kind === 'mandate') {
        const isNothing = instrument.stored === null && instrument.card === null;
        if (isNothing) return { kind: 'failed', errorCode: NOTHING_DONE };
        return asAsked(settings, transaction, chargeMandate(settings, transaction));
      }
      const { method, data } = instrument;
      return takePayin(settings, transaction, payinMethod(settings, method), { data, call });
    },

    async resume(transaction, parameters) {
      return asAsked(settings, transaction, resume(settings, transaction, parameters));
    },

    async confirm(transaction, confirmation) {
      return confirmPayin(settings, transaction, confirmation);
    },

    async payOut(transaction) {
      return sendPayout(settings, transaction);
    },

    async cancel(transaction) {
      return cancelled(transaction, asAsked(settings, transaction, inquire(transaction)));
    },

    async inquire(transaction) {
      return asAsked(settings, transaction, inquire(transaction));
    },

    async refund(_transaction, refund) {
      return sendRefund(settings, refund);
    },

    async inquireRefund(_transaction, refund) {
      return inquireRefund(settings, refund);
    },

    readNotification: (headers, bytes) => readNotification(settings, headers, bytes),

    async readNews({ body }) {
      return readNews(settings, body);
    },

    async check() {
      return { ok: true, reason: null };
    },
  };
}

/** Authorised instead of paid, and stored, as the payment asks. */
const asAsked = <Answer extends Outcome | { kind: 'unheard' }>(
  settings: SandboxSettings,
  transaction: Transaction,
  answer: Answer,
) => storing(settings, transaction, authorizedIfLater(transaction, answer));

function resume(settings: SandboxSettings, transaction: Transaction, parameters: ReturnParameters): Outcome {
  const { expiresAt, threeDs } = transaction;
  const { services, fingerprint } = settings;
  const signed = parameters[services.decisionParameter];
  const decision = services.readDecision(chargeReference(transaction), signed, fingerprint);
  if (decision === null || expiresAt === null || expiresAt <= settings.now()) return { kind: 'waiting' };
  return threeDs?.status === 'PENDING'
    ? decideChallenge(transaction, decision)
    : decideVisit(settings, transaction, decision);
}

/** `answer`: what an inquiry would say. */
function cancelled(transaction: Transaction, answer: Outcome | { kind: 'unheard' }): Outcome {
  if (transaction.errorCode === CODE.outcomeUnknown) return { kind: 'unknown' };
  // An authorised payment can always be voided.
  if (isAuthorized(transaction))
    return { kind: 'declined', errorCode: CODE.cancelled, providerReference: referenceOf(transaction) };
  switch (answer.kind) {
    case 'completed':
    case 'declined':
    case 'failed':
    case 'expired':
      return answer;
    default:
      return { kind: 'declined', errorCode: CODE.cancelled, providerReference: referenceOf(transaction) };
  }
}
