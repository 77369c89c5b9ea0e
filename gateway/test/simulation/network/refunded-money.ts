// Refunds at the simulated network: each key is refunded once. It answers late, refuses, or loses the answer.
import type { Provider, Refund, RefundOutcome } from '@tollgate/provider-kit';
import type { Deed } from './deeds.ts';
import type { NetworkParts } from './parts.ts';
import { referenceOf } from './stored-means.ts';

type Parts = Pick<NetworkParts, 'deeds' | 'random' | 'now' | 'note' | 'overTheWire' | 'pay'>;

export function refundsOf(parts: Parts): Pick<Provider, 'refund' | 'inquireRefund'> {
  const { deeds, random, now, note, overTheWire, pay } = parts;

  function answerOf(deed: Deed): RefundOutcome {
    if (deed.state === 'paid') return { kind: 'completed', providerReference: referenceOf(deed.id) };
    if (deed.state === 'refused') return { kind: 'failed', errorCode: '5005' };
    return { kind: 'pending', askAgainAt: new Date(now().getTime() + 60_000) };
  }

  return {
    refund: (transaction, refund: Refund) =>
      overTheWire((): RefundOutcome => {
        const known = deeds.get(refund.id);
        if (known) return answerOf(known);
        const own = { ...transaction, id: refund.id, attempts: 0, reroutes: 0 };
        const deed = note('refund', own, refund.amountMinor);
        const plan = random.weighted({ pays: 50, refuses: 20, slow: 30 });
        if (plan === 'pays') pay(deed);
        else deed.state = plan === 'slow' ? 'under way' : 'refused';
        return answerOf(deed);
      }),
    inquireRefund: (_transaction, refund) =>
      overTheWire((): RefundOutcome | { kind: 'unheard' } => {
        const deed = deeds.get(refund.id);
        return deed ? answerOf(deed) : { kind: 'unheard' };
      }),
  };
}
