// The orders of a crash test's shop: a seeded mixture of cards, with and without keys and references, and of deliberate
// repetitions. It decides what to ask, never what is right.
import { CARD_OPTION_ID } from '../stage/harness.ts';

export type Random = () => number;

/** Small, fast, and the same on every machine: mulberry32. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface Order {
  reference: string | null;
  key: string | null;
  amount: number;
  body: string;
  /** The first 201, byte for byte. */
  answer: string | null;
  transactionId: string | null;
  /** Another order had the reference; nothing was paid for this one. */
  refused: boolean;
}

/** Cards of contract 7, with their shares of the orders. */
const CARDS = [
  { number: '4242424242424242', share: 30 },
  { number: '4000000000000002', share: 10 },
  { number: '4000000000000259', share: 12 },
  { number: '4000000000000341', share: 10 },
  { number: '4000000000003220', share: 24 },
  { number: '4000008400001629', share: 4 },
  { number: '4000000000003055', share: 6 },
  { number: '4000000000000119', share: 4 },
] as const;

/** The orders of a group go out at the same moment. They repeat one request, or compete for one reference. */
export function nextGroup(random: Random, group: number): { order: Order; times: number }[] {
  const name = `${group}-${Math.floor(random() * 1e9).toString(36)}`;
  const draw = random();
  if (draw < 0.45) return [{ order: order(random, `r-${name}`, `k-${name}`), times: 1 }];
  if (draw < 0.57) return [{ order: order(random, `r-${name}`, null), times: 1 }];
  if (draw < 0.67) return [{ order: order(random, null, `k-${name}`), times: 1 }];
  if (draw < 0.72) return [{ order: order(random, null, null), times: 1 }];
  if (draw < 0.84) return [{ order: order(random, `r-${name}`, `k-${name}`), times: 3 }];
  if (draw < 0.9) return [{ order: order(random, null, `k-${name}`), times: 3 }];
  return [`k-${name}-a`, `k-${name}-b`, null].map((key) => ({
    order: order(random, `r-${name}`, key),
    times: 1,
  }));
}

function order(random: Random, reference: string | null, key: string | null): Order {
  const amount = (100 + Math.floor(random() * 100_000)) / 100;
  const body = JSON.stringify({
    paymentOptionId: CARD_OPTION_ID,
    currency: 'EUR',
    amount,
    country: 'DE',
    ...(reference !== null && { merchantReference: reference }),
    ...(random() < 0.2 && { userId: `user-${Math.floor(random() * 20)}` }),
    paymentData: {
      cardNumber: pickCard(random),
      expiryMonth: '12',
      expiryYear: '2035',
      cardCvv: '123',
      cardHolder: 'Ada Lovelace',
    },
  });
  return { reference, key, amount, body, answer: null, transactionId: null, refused: false };
}

function pickCard(random: Random): string {
  let left = random() * CARDS.reduce((sum, { share }) => sum + share, 0);
  for (const { number, share } of CARDS) {
    left -= share;
    if (left < 0) return number;
  }
  return CARDS[0].number;
}
