// The world outside: a provider with its own memory of requests, actions and payments. It loses answers, answers late,
// pays late, and sends notifications twice or in the wrong order. Only its answers to inquiries are always true. Each
// attempt of a shopper is a separate charge; it notes a request for a charge while another could still be paid. The
// checks compare the gateway with what really happened here.
import { setTimeout } from 'node:timers/promises';
import type {
  Call,
  Capability,
  Instrument,
  Outcome,
  Provider,
  ReturnParameters,
  Transaction,
} from '@tollgate/provider-kit';
import type { Confirmation } from '../../../src/domain/confirmations/confirmation.ts';
import { MOST_ATTEMPTS } from '../../../src/domain/transactions/attempt.ts';
import {
  chargeReference,
  isCapturedLater,
  type Transaction as Stored,
} from '../../../src/domain/transactions/transaction.ts';
import type { VisitDecision } from '../../../src/domain/transactions/visit-decision.ts';
import { aProvider, everywhere } from '../../providers/a-provider.ts';
import type { Random } from '../random.ts';
import type { Callback, CardCharge, Deed } from './deeds.ts';
import { capturesOf, voidOf } from './held-money.ts';
import { newsOf, readNotice, writeNotice } from './notices.ts';
import type { Charged } from './parts.ts';
import { refundsOf } from './refunded-money.ts';
import { type NetworkMeans, openMeans, referenceOf } from './stored-means.ts';

export interface Network {
  provider: Provider;
  deeds: ReadonlyMap<string, Deed>;
  /** Callbacks that the gateway has not heard yet. A callback that it heard may come again. */
  callbacks: Callback[];
  /** Each request to charge a card or a mandate. */
  cardCharges: CardCharge[];
  /** What it stored for later charges, by the charge with which the payer agreed. */
  means: ReadonlyMap<string, NetworkMeans>;
  /** Requests that it should never get. */
  faults: string[];
  /** The callback reached the gateway. */
  heard(callback: Callback): void;
  /** A shopper decides on a charge's page. Returns the parameters of the way back. */
  decide(transaction: Transaction, decision: VisitDecision): ReturnParameters;
  /** The payer ends an agreement at the network. */
  withdraw(storedId: string): void;
  /** All charges of a transaction, newest first. */
  chargesOf(transactionId: string): Deed[];
  /** Somebody pays or refuses what is open; charges under way end. */
  goOn(): void;
  /** Everything under way ends, and nobody pays any more. */
  comeToRest(): void;
}

export const SIMULATED = 'simulated';
const DEADLINE_MS = 10_000;

/** What can be charged later. A debit must be stored with a charge. */
const LATER: Readonly<Record<string, Partial<Capability>>> = {
  card: { isCapturedLater: true, isStorable: true, isStorableWithoutCharge: true },
  'sepa-direct-debit': { isStorable: true },
};

/** A UTR of 12 digits: each attempt of each payment has its own transfer. */
export function proofOf({ id, attempts }: Pick<Transaction, 'id' | 'attempts'>): string {
  return String(100_000_000_000 + Number.parseInt(id.slice(-8), 16) * 10 + attempts);
}

export function openNetwork(random: Random, now: () => Date): Network {
  const deeds = new Map<string, Deed>();
  const callbacks: Callback[] = [];
  const cardCharges: CardCharge[] = [];
  const faults: string[] = [];
  let atRest = false;

  function pay(deed: Deed): void {
    deed.state = deed.isCapturedLater ? 'held' : 'paid';
    deed.payments++;
    means.keep(deed);
  }

  function note(
    kind: Deed['kind'],
    transaction: Charged,
    amountMinor: bigint,
    id = chargeReference(transaction),
  ): Deed {
    const deed: Deed = {
      id,
      isCapturedLater: kind === 'pay-in' && isCapturedLater(transaction),
      agrees: kind === 'pay-in' && transaction.details.mandate !== undefined,
      transactionId: transaction.id,
      attempt: transaction.attempts,
      kind,
      reference: transaction.merchantReference,
      amountMinor,
      currency: transaction.currency,
      state: 'open',
      refusedWith: '2005',
      payments: 0,
      knownRefused: false,
      first: { kind: 'unknown' },
    };
    deeds.set(deed.id, deed);
    return deed;
  }

  function noteCharge({ id, attempts }: Transaction, subject: string): void {
    cardCharges.push({ subject, transactionId: id, attempt: attempts, atMs: now().getTime() });
  }

  const chargesOf = (transactionId: string) =>
    [...deeds.values()]
      .filter((one) => one.kind === 'pay-in' && one.transactionId === transactionId)
      .sort((a, b) => b.attempt - a.attempt);

  /** Notes requests that a gateway must never make, whatever has happened to it. */
  function judgeCharge(transaction: Transaction): void {
    const { id, origin, attempts } = transaction as Stored;
    if (attempts > MOST_ATTEMPTS) faults.push(`${id}: the network was asked for attempt ${attempts}`);
    if (origin === 'v3' && attempts > 1) faults.push(`${id}: a v3 pay-in was attempted ${attempts} times`);
    for (const other of chargesOf(id)) {
      if (other.attempt > attempts)
        faults.push(`${id}: attempt ${attempts} reached the network after attempt ${other.attempt}`);
      const isOver = other.state === 'refused' && other.knownRefused;
      if (other.attempt < attempts && !isOver)
        faults.push(
          `${id}: attempt ${attempts} was asked for while attempt ${other.attempt} could still charge (${other.state})`,
        );
    }
  }

  /** The wire: the call or the answer may get lost. */
  async function overTheWire<Answer extends { kind: string }>(
    work: () => Answer,
    about?: Transaction,
  ): Promise<Answer> {
    if (!atRest && random.chance(0.05)) throw new Error('simulated: the connection was refused');
    const answer = work();
    // Sometimes slow enough that other work happens meanwhile.
    if (!atRest && random.chance(0.2)) await setTimeout(4);
    if (!atRest && random.chance(0.08)) throw new Error('simulated: the answer was lost');
    const deed = about && deeds.get(chargeReference(about));
    if (deed?.state === 'refused') deed.knownRefused = true;
    return answer;
  }

  function firstAnswer(deed: Deed, instrument: Instrument | null): Outcome {
    if (instrument?.kind === 'mandate') return means.charge(deed, instrument);
    const providerReference = referenceOf(deed.id);
    // A shopper in the cashier may try again, so more of those charges are refused.
    const plan =
      deed.kind === 'pay-in' && deed.attempt > 0
        ? random.weighted({
            pays: 15,
            declines: 50,
            fails: 2,
            slow: 10,
            instructs: 20,
            redirects: 20,
            silent: 4,
          })
        : random.weighted({
            pays: 45,
            declines: 15,
            fails: 5,
            slow: 15,
            instructs: 20,
            redirects: 8,
            silent: 5,
          });
    switch (plan) {
      case 'pays':
        pay(deed);
        return means.paidAnswer(deed);
      case 'declines':
        deed.state = 'refused';
        return { kind: 'declined', errorCode: '2005', providerReference };
      case 'fails':
        deed.state = 'refused';
        return { kind: 'failed', errorCode: '9002' };
      case 'slow':
        deed.state = 'under way';
        return { kind: 'pending', askAgainAt: new Date(now().getTime() + 10_000), providerReference };
      case 'silent':
        deed.state = 'under way';
        return { kind: 'unknown' };
      case 'redirects':
      case 'instructs':
        if (deed.kind === 'payout') {
          deed.state = 'under way';
          return { kind: 'pending', providerReference };
        }
        if (plan === 'redirects') {
          const isCard = instrument?.kind === 'card';
          if (isCard) deed.state = 'challenged';
          return {
            kind: 'redirect',
            redirectUrl: `https://bank.example/${deed.id}`,
            expiresAt: new Date(now().getTime() + 900_000),
            ...(isCard && { threeDs: { flow: 'CHALLENGE', status: 'PENDING' } }),
            providerReference,
          };
        }
        return {
          kind: 'instructions',
          resultType: 'receipt',
          statusCode: 83,
          fields: { bankName: 'Simulated Bank', paymentDetails: {} },
          expiresAt: new Date(now().getTime() + 72 * 3_600_000),
          ...(random.chance(0.5) && { askAgainAt: new Date(now().getTime() + 60_000) }),
          providerReference,
        };
    }
  }

  const chargeOf = (transaction: Transaction) => deeds.get(chargeReference(transaction));

  function ask(transaction: Transaction): Outcome | { kind: 'unheard' } {
    const deed = chargeOf(transaction);
    if (!deed) return { kind: 'unheard' };
    const providerReference = referenceOf(deed.id);
    switch (deed.state) {
      case 'held':
      case 'paid':
        return means.paidAnswer(deed);
      case 'refused':
        return { kind: 'declined', errorCode: deed.refusedWith, providerReference };
      case 'under way':
        return { kind: 'pending', askAgainAt: new Date(now().getTime() + 60_000), providerReference };
      case 'open':
      case 'challenged':
        return { kind: 'waiting' };
    }
  }

  function take(transaction: Transaction, instrument: Instrument | null): Outcome {
    const known = chargeOf(transaction);
    if (known) return known.first;
    if (instrument !== null) judgeCharge(transaction);
    const deed = note(instrument === null ? 'payout' : 'pay-in', transaction, transaction.amountMinor);
    deed.first = firstAnswer(deed, instrument);
    return deed.first;
  }

  /** The payer's decision at their bank. */
  function decide(deed: Deed, decision: string | undefined): void {
    const plan = random.weighted({ pays: 50, refuses: 30, slow: 20 });
    if (decision !== 'approve' || plan === 'refuses') end(deed, false);
    else if (plan === 'slow') deed.state = 'under way';
    else end(deed, true);
  }

  /**
   * A challenge is charged when the gateway passes the payer's decision on. Other pages have reported it here already.
   */
  function resume(transaction: Transaction, { charge, decision }: ReturnParameters): Outcome {
    const deed = chargeOf(transaction);
    if (!deed) return { kind: 'unknown' };
    if (deed.state === 'challenged' && charge === deed.id) {
      if (chargesOf(transaction.id)[0] !== deed)
        faults.push(`${deed.id}: was charged when another attempt had begun`);
      decide(deed, decision);
    }
    const answer = ask(transaction);
    if (answer.kind === 'unheard') return { kind: 'unknown' };
    const { amountMinor, currency } = transaction;
    const of = { reference: deed.id, amountMinor, currency };
    return answer.kind === 'completed' || answer.kind === 'authorized' ? { ...answer, of } : answer;
  }

  /** A call gets the state of its own charge, never that of another one. */
  async function judgeState(transaction: Transaction, call: Call): Promise<void> {
    const state = await call.state();
    if (state !== null && state.charge !== chargeReference(transaction))
      faults.push(`${chargeReference(transaction)}: got the state of ${state.charge}`);
  }

  /** The number from a simulated shopper says which attempt it belongs to. */
  function takeProof(transaction: Transaction, { additionalEssentialKey }: Confirmation): Outcome {
    const deed = chargeOf(transaction);
    if (additionalEssentialKey !== proofOf(transaction))
      faults.push(`${deed?.id}: got the proof ${additionalEssentialKey} of another attempt`);
    if (deed?.state === 'open') {
      deed.state = 'under way';
      if (atRest) end(deed, random.chance(0.8));
    }
    return { kind: 'pending', askAgainAt: new Date(now().getTime() + 10_000) };
  }

  const parts = { deeds, faults, random, now, chargeOf, note, overTheWire, pay };
  const means = openMeans({ ...parts, callbacks, isAtRest: () => atRest });
  const provider: Provider = aProvider({
    ...capturesOf(parts),
    ...refundsOf(parts),
    ...means.calls,
    id: SIMULATED,
    capabilities: {
      methods: everywhere({
        PAYIN: ['card', 'upi', 'upi-qr', 'upi-transfer', 'sepa-direct-debit'],
        PAYOUT: ['upi'],
      }).map((one) => ({ ...one, ...LATER[one.method] })),
      refund: true,
      cancel: true,
      inquiry: 'supported',
    },
    deadlineMs: DEADLINE_MS,
    async payIn(transaction, instrument, call) {
      await call.keep({ charge: chargeReference(transaction) });
      return await overTheWire(() => {
        if (instrument.kind === 'card') noteCharge(transaction, instrument.card.details.number);
        else if (instrument.kind === 'mandate') noteCharge(transaction, transaction.details.mandateId!);
        return take(transaction, instrument);
      }, transaction);
    },
    async payOut(transaction, _recipient, call) {
      await call.keep({ charge: chargeReference(transaction) });
      return await overTheWire(() => take(transaction, null));
    },
    async resume(transaction, parameters, call) {
      await judgeState(transaction, call);
      return await overTheWire(() => resume(transaction, parameters), transaction);
    },
    confirm: (transaction, confirmation) =>
      overTheWire(() => {
        // Proofs get lost more often than anything else.
        if (!atRest && random.chance(0.3)) throw new Error('simulated: nobody took the proof');
        return takeProof(transaction, confirmation);
      }, transaction),
    async cancel(transaction, call) {
      await judgeState(transaction, call);
      return await overTheWire((): Outcome => {
        const deed = chargeOf(transaction);
        if (deed?.state === 'open' || deed?.state === 'challenged') {
          // A challenge that the gateway never passes on charges nothing, whether or not the gateway hears this answer.
          deed.knownRefused = deed.state === 'challenged';
          deed.state = 'refused';
          return { kind: 'declined', errorCode: '3001' };
        }
        if (deed?.state === 'held') return voidOf(deeds, deed);
        const answer = ask(transaction);
        return answer.kind === 'unheard' ? { kind: 'declined', errorCode: '3001' } : answer;
      }, transaction);
    },
    async inquire(transaction, call) {
      await judgeState(transaction, call);
      return await overTheWire(() => ask(transaction), transaction);
    },
    readNotification: (headers, bytes) => readNotice(headers, bytes, now()),
    readNews: async ({ body }) => newsOf(body),
  });

  function end(deed: Deed, paid: boolean): void {
    if (paid) pay(deed);
    else deed.state = 'refused';
    if (deed.kind === 'refund' || deed.kind === 'capture') return;
    const outcome: Outcome = paid
      ? means.paidAnswer(deed)
      : { kind: 'declined', errorCode: deed.refusedWith };
    const { id: key, transactionId } = deed;
    const callback = { transactionId, key, outcome, ...writeNotice(deed, outcome) };
    callbacks.push(callback);
    if (random.chance(0.3)) callbacks.unshift(callback);
  }

  return {
    provider,
    deeds,
    callbacks,
    cardCharges,
    means: means.ofCharge,
    faults,
    withdraw: means.withdraw,
    heard({ key, outcome }) {
      if (outcome?.kind === 'declined') deeds.get(key)!.knownRefused = true;
    },
    chargesOf,
    decide(transaction, decision) {
      const deed = chargeOf(transaction);
      if (deed?.state === 'open') decide(deed, decision);
      return { charge: chargeReference(transaction), decision };
    },
    goOn() {
      for (const deed of deeds.values()) {
        if (deed.state === 'under way' && random.chance(0.5)) end(deed, random.chance(0.8));
        else if (deed.state === 'open' && random.chance(0.3)) end(deed, random.chance(0.8));
      }
    },
    comeToRest() {
      atRest = true;
      for (const deed of deeds.values()) if (deed.state === 'under way') end(deed, random.chance(0.8));
    },
  };
}
