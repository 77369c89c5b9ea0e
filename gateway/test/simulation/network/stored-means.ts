// What the simulated network stores when a payer agrees to later charges (contract 16). It tells the gateway with the
// answer, when it is asked, or by a notification, or it stores nothing. A later charge ends in every way that needs no
// payer, or the network asks for the payer anyway. It notes a charge of something that it was told to forget.
import type { Instrument, Outcome, Provider, Transaction } from '@tollgate/provider-kit';
import type { ErrorCode } from '../../../src/domain/errors/error-codes.ts';
import type { StoredMeans } from '../../../src/domain/transactions/outcome.ts';
import type { Callback, Deed } from './deeds.ts';
import { paidAnswer } from './held-money.ts';
import { writeMandateNotice } from './notices.ts';
import type { NetworkParts } from './parts.ts';

/** What was stored for one charge, and what became of it. */
export interface NetworkMeans {
  stored: StoredMeans;
  tells: 'with the answer' | 'when asked' | 'by a notification' | 'nothing was stored';
  isForgotten: boolean;
  isWithdrawn: boolean;
}

export interface MeansBooks {
  /** By the charge with which the payer agreed. */
  ofCharge: ReadonlyMap<string, NetworkMeans>;
  /** The payer has agreed: the charge was paid, or its money is held. */
  keep(deed: Deed): void;
  /** What the answer about a paid charge says. */
  paidAnswer(deed: Deed): Outcome;
  /** The first answer to a later charge. */
  charge(deed: Deed, instrument: Extract<Instrument, { kind: 'mandate' }>): Outcome;
  /** The payer ends the agreement at the network. */
  withdraw(storedId: string): void;
  calls: Required<Pick<Provider, 'findStored' | 'forgetStored'>>;
}

export const referenceOf = (id: string): string => `net-${id}`;

type Parts = Pick<NetworkParts, 'faults' | 'random' | 'now' | 'chargeOf' | 'overTheWire' | 'pay'> & {
  callbacks: Callback[];
  isAtRest: () => boolean;
};

export function openMeans(parts: Parts): MeansBooks {
  const { faults, random, now, chargeOf, overTheWire, pay, callbacks, isAtRest } = parts;
  const ofCharge = new Map<string, NetworkMeans>();
  const byId = (id: string) => [...ofCharge.values()].find(({ stored }) => stored.id === id);

  function answered(deed: Deed): Outcome {
    const answer = paidAnswer(deed, referenceOf(deed.id));
    const means = ofCharge.get(deed.id);
    return means?.tells === 'with the answer' ? { ...answer, stored: means.stored } : answer;
  }

  function find(deed: Deed | undefined): StoredMeans | 'none' | null {
    const means = deed && ofCharge.get(deed.id);
    if (!means) return null;
    if (means.tells === 'nothing was stored') return 'none';
    const isSilent = means.tells === 'by a notification' || random.chance(0.3);
    return isSilent && !isAtRest() ? null : means.stored;
  }

  function charge(deed: Deed, stored: StoredMeans): Outcome {
    const providerReference = referenceOf(deed.id);
    const means = byId(stored.id);
    if (!means) faults.push(`${deed.transactionId}: was charged with ${stored.id}, which nobody stored`);
    if (means?.isForgotten) faults.push(`${deed.transactionId}: was charged with what is forgotten`);
    deed.refusedWith = random.pick(REFUSALS);
    if (!means || means.isForgotten || means.isWithdrawn) {
      deed.state = 'refused';
      deed.refusedWith = '2014';
      return { kind: 'declined', errorCode: '2014', providerReference };
    }
    const plan = random.weighted({ pays: 50, declines: 25, asks: 5, fails: 3, slow: 10, silent: 7 });
    if (plan === 'pays') {
      pay(deed);
      return answered(deed);
    }
    deed.state = plan === 'slow' || plan === 'silent' ? 'under way' : 'refused';
    switch (plan) {
      case 'declines':
        return { kind: 'declined', errorCode: deed.refusedWith, providerReference };
      case 'asks': {
        // Nobody goes there.
        deed.refusedWith = '2102';
        const expiresAt = new Date(now().getTime() + 900_000);
        return { kind: 'redirect', redirectUrl: 'https://bank.example', expiresAt, providerReference };
      }
      case 'fails':
        return { kind: 'failed', errorCode: '9002' };
      case 'slow':
        return { kind: 'pending', askAgainAt: new Date(now().getTime() + 10_000), providerReference };
      case 'silent':
        return { kind: 'unknown' };
    }
  }

  return {
    ofCharge,
    paidAnswer: answered,
    keep(deed) {
      if (!deed.agrees || ofCharge.has(deed.id)) return;
      const stored: StoredMeans = { id: `means-${deed.id}`, more: { customer: 'c-1' } };
      const tells = random.weighted({
        'with the answer': 50,
        'when asked': 30,
        'by a notification': 15,
        'nothing was stored': 5,
      });
      ofCharge.set(deed.id, { stored, tells, isForgotten: false, isWithdrawn: false });
      if (tells !== 'by a notification') return;
      const notice = writeMandateNotice({ about: 'mandate', kind: 'stored', charge: deed.id, stored });
      callbacks.push({ transactionId: deed.transactionId, key: deed.id, outcome: null, ...notice });
    },
    charge(deed, { stored }) {
      if (stored) return charge(deed, stored);
      faults.push(`${deed.transactionId}: was charged without what is stored`);
      return { kind: 'failed', errorCode: '9002' };
    },
    withdraw(storedId) {
      const means = byId(storedId);
      if (!means || means.isWithdrawn) return;
      means.isWithdrawn = true;
      const notice = writeMandateNotice({ about: 'mandate', kind: 'withdrawn', storedId, reason: null });
      const key = storedId.slice('means-'.length);
      callbacks.push({ transactionId: key, key, outcome: null, ...notice });
    },
    calls: {
      findStored: async (transaction: Transaction) => {
        const { stored } = await overTheWire(() => ({ kind: 'said', stored: find(chargeOf(transaction)) }));
        return stored;
      },
      forgetStored: async ({ id, more }) => {
        const { isHeard } = await overTheWire(() => {
          const means = byId(id);
          if (!means || more?.customer !== 'c-1') faults.push(`${id}: nobody stored what is to be forgotten`);
          if (means) means.isForgotten = true;
          return { kind: 'said', isHeard: isAtRest() || random.chance(0.7) };
        });
        return isHeard;
      },
    },
  };
}

/** The issuer's words on a later charge. After 2013 nobody can ever charge it. */
export const FOR_EVER = '2013';
const REFUSALS: readonly ErrorCode[] = ['2005', '2102', '2102', FOR_EVER];
