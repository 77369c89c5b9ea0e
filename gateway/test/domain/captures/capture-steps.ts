// What can happen to a pay-in that is captured later: calls of the merchant, answers and news of the provider, time.
import fc from 'fast-check';

export type Step =
  /** An outcome of the charge: the answer to a call or an inquiry, or news. */
  | { does: 'charge'; says: ChargeWord; takesSeveral: boolean }
  | { does: 'capture'; amountMinor: bigint | null; isFinal: boolean; reference: string | null }
  /** To the call, to an inquiry, or news after the end. */
  | { does: 'answer'; which: number; says: Word; how: 'first' | 'inquiry' | 'news' }
  | { does: 'capture there'; amountMinor: bigint; isFinal: boolean }
  | { does: 'void' | 'lapse' | 'return' }
  | { does: 'refund'; amountMinor: bigint | null }
  | { does: 'answer refund'; which: number; says: Word; afterEnd: boolean }
  | { does: 'dispute'; says: 'OPEN' | 'WON' | 'LOST' }
  | { does: 'wait'; days: number };

type Word = 'completed' | 'failed' | 'pending' | 'unknown';
export type ChargeWord =
  | 'authorized'
  | 'completed'
  | 'declined'
  | 'failed'
  | 'expired'
  | 'cancelled'
  | 'pending'
  | 'unknown'
  | 'waiting'
  | 'redirect';

const amountMinor = fc.bigInt({ min: 1n, max: 9n });
const which = fc.nat({ max: 3 });
const word = fc.oneof(
  { weight: 5, arbitrary: fc.constant('completed' as const) },
  { weight: 3, arbitrary: fc.constant('failed' as const) },
  { weight: 1, arbitrary: fc.constant('pending' as const) },
  { weight: 1, arbitrary: fc.constant('unknown' as const) },
);
const chargeWord = fc.constantFrom<ChargeWord>(
  'authorized',
  'completed',
  'declined',
  'failed',
  'expired',
  'cancelled',
  'pending',
  'unknown',
  'waiting',
  'redirect',
);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('charge' as const),
      says: chargeWord,
      takesSeveral: fc.boolean(),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      does: fc.constant('capture' as const),
      amountMinor: fc.option(amountMinor, { nil: null, freq: 4 }),
      isFinal: fc.boolean(),
      reference: fc.option(fc.constantFrom('a', 'b'), { nil: null }),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      does: fc.constant('answer' as const),
      which,
      says: word,
      how: fc.constantFrom('first' as const, 'inquiry' as const, 'news' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('capture there' as const),
      amountMinor,
      isFinal: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom('void' as const, 'lapse' as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('return' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('refund' as const),
      amountMinor: fc.option(amountMinor, { nil: null }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('answer refund' as const),
      which,
      says: word,
      afterEnd: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('dispute' as const),
      says: fc.constantFrom('OPEN' as const, 'WON' as const, 'LOST' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('wait' as const), days: fc.nat({ max: 8 }) }) },
);

/** Nine of ten begin authorised, so that most sequences reach the captures. */
export const steps: fc.Arbitrary<Step[]> = fc
  .tuple(
    fc.option(
      fc.record({
        does: fc.constant('charge' as const),
        says: fc.constant('authorized' as const),
        takesSeveral: fc.constant(true),
      }),
      { nil: null, freq: 9 },
    ),
    fc.array(step, { minLength: 12, maxLength: 30, size: 'max' }),
  )
  .map(([first, rest]) => (first ? [first, ...rest] : rest));
