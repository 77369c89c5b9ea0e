// The effect of an amount's last two digits, in minor units (contract 7, Sandbox outcomes). It applies to payouts, to
// pay-ins by every method except a card, and to refunds, for which the refund's own amount counts. Test environment
// only.

export type AmountBehaviour =
  /** Completed after the delay, once the payer has done what the method asks for. */
  | 'pays'
  /** Declined by the network (2005). */
  | 'declined'
  /** Nobody pays; a payout gets no answer. */
  | 'nobody-pays'
  /** A technical failure at once (9002). */
  | 'fails'
  /** No answer at once; a later inquiry finds it completed. */
  | 'silent';

const BEHAVIOURS: Readonly<Record<string, AmountBehaviour>> = {
  2: 'declined',
  3: 'nobody-pays',
  4: 'fails',
  5: 'silent',
};

export function behaviourOfAmount(amountMinor: bigint): AmountBehaviour {
  return BEHAVIOURS[String(amountMinor % 100n)] ?? 'pays';
}
