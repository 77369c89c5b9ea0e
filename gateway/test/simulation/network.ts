// The world outside, as a provider with a memory of its own: what it was asked, what it did, whether it paid. It loses
// answers, answers late, pays when nobody expects it any more, and calls back twice or in the wrong order. Only what it
// says when asked is always true. The checks compare the gateway with what really happened here.
import type { Outcome } from '../../src/domain/outcome.ts';
import type { Refund, RefundOutcome } from '../../src/domain/refund.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import type { Instrument, Provider } from '../../src/providers/provider.ts';
import type { Random } from './random.ts';

/** open: nobody has paid yet, and somebody may; under way: it will end without anybody's doing. */
type State = 'open' | 'under way' | 'paid' | 'refused';

export interface Deed {
  id: string;
  kind: 'pay-in' | 'payout' | 'refund';
  reference: string;
  amountMinor: bigint;
  state: State;
  /** Times money moved; more than one is what must never be. */
  payments: number;
  /** How it was first answered, for a repetition of the same call. */
  first: Outcome;
}

export interface Callback {
  transactionId: string;
  outcome: Outcome;
}

export interface Network {
  provider: Provider;
  deeds: ReadonlyMap<string, Deed>;
  /** Calls back that have not been heard yet; whoever hears one may hear it again. */
  callbacks: Callback[];
  /** Somebody pays, or turns away, what is open; what is under way ends. */
  goOn(): void;
  /** Everything under way ends, nobody pays any more. */
  comeToRest(): void;
}

const DEADLINE_MS = 10_000;

export function openNetwork(random: Random, now: () => Date): Network {
  const deeds = new Map<string, Deed>();
  const callbacks: Callback[] = [];
  let atRest = false;

  function pay(deed: Deed): void {
    deed.state = 'paid';
    deed.payments++;
  }

  function note(
    kind: Deed['kind'],
    transaction: Pick<Transaction, 'id' | 'merchantReference'>,
    amountMinor: bigint,
  ): Deed {
    const deed: Deed = {
      id: transaction.id,
      kind,
      reference: transaction.merchantReference,
      amountMinor,
      state: 'open',
      payments: 0,
      first: { kind: 'unknown' },
    };
    deeds.set(deed.id, deed);
    return deed;
  }

  /** The wire: the call may not arrive, and the answer may not come back. */
  async function overTheWire<Answer>(work: () => Answer): Promise<Answer> {
    if (!atRest && random.chance(0.05)) throw new Error('simulated: the connection was refused');
    const answer = work();
    if (!atRest && random.chance(0.08)) throw new Error('simulated: the answer was lost');
    return answer;
  }

  const referenceOf = (id: string) => `net-${id}`;

  function firstAnswer(deed: Deed): Outcome {
    const providerReference = referenceOf(deed.id);
    const plan = random.weighted({ pays: 45, declines: 15, fails: 5, slow: 15, instructs: 20, silent: 5 });
    switch (plan) {
      case 'pays':
        pay(deed);
        return { kind: 'completed', providerReference };
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
      case 'instructs':
        if (deed.kind === 'payout') {
          deed.state = 'under way';
          return { kind: 'pending', providerReference };
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

  function ask(transaction: Transaction): Outcome | { kind: 'unheard' } {
    const deed = deeds.get(transaction.id);
    if (!deed) return { kind: 'unheard' };
    const providerReference = referenceOf(deed.id);
    switch (deed.state) {
      case 'paid':
        return { kind: 'completed', providerReference };
      case 'refused':
        return { kind: 'declined', errorCode: '2005', providerReference };
      case 'under way':
        return { kind: 'pending', askAgainAt: new Date(now().getTime() + 60_000), providerReference };
      case 'open':
        return { kind: 'waiting' };
    }
  }

  function refundAnswer(deed: Deed): RefundOutcome {
    if (deed.state === 'paid') return { kind: 'completed', providerReference: referenceOf(deed.id) };
    if (deed.state === 'refused') return { kind: 'failed', errorCode: '5005' };
    return { kind: 'pending', askAgainAt: new Date(now().getTime() + 60_000) };
  }

  function take(kind: 'pay-in' | 'payout', transaction: Transaction): Outcome {
    const known = deeds.get(transaction.id);
    if (known) return known.first;
    const deed = note(kind, transaction, transaction.amountMinor);
    deed.first = firstAnswer(deed);
    return deed.first;
  }

  const provider: Provider = {
    id: 'simulated',
    capabilities: {
      payinMethods: ['card', 'upi-transfer'],
      payoutMethods: ['upi'],
      currencies: 'any',
      refund: true,
      cancel: true,
    },
    deadlineMs: DEADLINE_MS,
    payIn: (transaction: Transaction, _instrument: Instrument) =>
      overTheWire(() => take('pay-in', transaction)),
    payOut: (transaction: Transaction) => overTheWire(() => take('payout', transaction)),
    completeChallenge: async () => ({ kind: 'unknown' }),
    completeVisit: async () => ({ kind: 'unknown' }),
    confirm: (transaction) =>
      overTheWire((): Outcome => {
        const deed = deeds.get(transaction.id);
        if (deed?.state === 'open') {
          deed.state = 'under way';
          if (atRest) end(deed, random.chance(0.8));
        }
        return { kind: 'pending', askAgainAt: new Date(now().getTime() + 10_000) };
      }),
    cancel: (transaction) =>
      overTheWire((): Outcome => {
        const deed = deeds.get(transaction.id);
        if (deed?.state === 'open') {
          deed.state = 'refused';
          return { kind: 'declined', errorCode: '3001' };
        }
        const answer = ask(transaction);
        return answer.kind === 'unheard' ? { kind: 'declined', errorCode: '3001' } : answer;
      }),
    inquire: (transaction) => overTheWire(() => ask(transaction)),
    refund: (transaction, refund: Refund) =>
      overTheWire((): RefundOutcome => {
        const known = deeds.get(refund.id);
        if (known) return refundAnswer(known);
        const deed = note('refund', { ...transaction, id: refund.id }, refund.amountMinor);
        const plan = random.weighted({ pays: 50, refuses: 20, slow: 30 });
        if (plan === 'pays') pay(deed);
        else deed.state = plan === 'slow' ? 'under way' : 'refused';
        return refundAnswer(deed);
      }),
    inquireRefund: (_transaction, refund) =>
      overTheWire((): RefundOutcome | { kind: 'unheard' } => {
        const deed = deeds.get(refund.id);
        return deed ? refundAnswer(deed) : { kind: 'unheard' };
      }),
  };

  function end(deed: Deed, paid: boolean): void {
    if (paid) pay(deed);
    else deed.state = 'refused';
    if (deed.kind === 'refund') return;
    const outcome: Outcome = paid
      ? { kind: 'completed', providerReference: referenceOf(deed.id) }
      : { kind: 'declined', errorCode: '2005' };
    callbacks.push({ transactionId: deed.id, outcome });
    if (random.chance(0.3)) callbacks.unshift({ transactionId: deed.id, outcome });
  }

  return {
    provider,
    deeds,
    callbacks,
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
