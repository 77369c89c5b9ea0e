// The chapters about money: late payments, refunds, returns and disputes.
import { type Chapter, forged, right, typed } from './steps.ts';

const WHATEVER_ORDER =
  'Count money in whatever order events arrive: a refund, a dispute or a return is never too old. For each refundId and each disputeId, the event with the highest sequence counts.';
const WITHHELD =
  'Subtract dispute.amount when an event says fundsWithheld, not before, and even if the balance becomes negative.';
const LOST =
  'Subtract the amount of a lost dispute only once: at dispute.lost only if it was not withheld before.';

export const MONEY_CHAPTERS: Record<string, Chapter> = {
  'unknown-outcome': {
    summary: 'a payment with an unknown outcome, which turns out to be paid the next day',
    scenario: 'unknown',
    amount: 33.33,
    last: 'payin.completed',
    steps: (events) => [
      {
        does: 'payin.processing with 9001: the outcome is unknown',
        messages: typed(events, 'payin.processing'),
        mend: 'Leave the order open while a payment is PROCESSING: it is neither paid nor failed.',
      },
      {
        does: 'the next day payin.completed',
        messages: typed(events, 'payin.completed'),
        mend: 'Book a completion whenever it arrives, even a day after an error.',
      },
    ],
  },
  late: {
    summary: 'a payment that expired is paid afterwards',
    scenario: 'late',
    amount: 58,
    last: 'payin.completed',
    steps: (events) => [
      {
        does: 'payin.declined: it expired',
        messages: typed(events, 'payin.declined'),
        mend: 'Book nothing for a payment that expired.',
      },
      {
        does: 'payin.completed with lateSuccess',
        messages: typed(events, 'payin.completed'),
        mend: 'If lateSuccess is true, let payin.completed replace DECLINED: the customer has paid.',
      },
    ],
  },
  'late-disordered': {
    summary: 'the late payment first, and then that it expired',
    scenario: 'late',
    amount: 44.6,
    last: 'payin.completed',
    steps: (events) => [
      {
        does: 'payin.completed with lateSuccess, and after it the older payin.declined',
        messages: typed(events, 'payin.completed', 'payin.declined'),
        mend: 'Do not let an older event change the status: the customer has paid.',
      },
    ],
  },
  refunds: {
    summary: 'two partial refunds in a currency without decimals, and a third that fails',
    scenario: 'refunds',
    amount: 12_340,
    currency: 'JPY',
    last: 'refund.failed',
    steps(events) {
      const [first, second] = events.filter(({ eventType }) => eventType === 'refund.completed');
      const { refundId } = events.at(-1)!.refund!;
      return [
        {
          does: 'a payment and refund.pending',
          messages: typed(events, 'payin.completed', 'refund.pending'),
          mend: 'Book nothing at refund.pending: the refund is paid when refund.completed arrives. Decide by eventType, because status is the status of the payment.',
        },
        {
          does: 'its refund.completed, for a part',
          messages: right(first),
          mend: 'Book refund.amount when refund.completed arrives: amount is the amount of the payment.',
        },
        forged('a forged refund', first),
        {
          does: 'another partial refund',
          messages: right(second),
          mend: 'Book each refundId: a payment may have many refunds.',
        },
        {
          does: 'a refund that fails and was never completed',
          messages: right(...events.filter(({ refund }) => refund?.refundId === refundId)),
          mend: 'At refund.failed, add back only what you subtracted at refund.completed.',
        },
      ];
    },
  },
  'refunds-disordered': {
    summary: 'refunds before their payment, and the younger one first',
    scenario: 'refunds',
    amount: 12.35,
    currency: 'KWD',
    last: 'refund.failed',
    steps(events) {
      const completed = events.filter(({ eventType }) => eventType === 'refund.completed');
      const pending = events.filter(({ eventType }) => eventType === 'refund.pending');
      return [
        {
          does: 'the second refund',
          messages: right(completed[1]),
          unasked: true,
          mend: WHATEVER_ORDER,
        },
        {
          does: 'the payment and the first refund, which are older, and then the oldest of each refund',
          messages: [...typed(events, 'payin.completed'), ...right(completed[0], ...pending)],
          mend: WHATEVER_ORDER,
        },
      ];
    },
  },
  'refund-failed': {
    summary: 'a refund that fails three days after it was completed',
    scenario: 'refund-failed',
    amount: 22.9,
    last: 'refund.failed',
    steps: (events) => [
      {
        does: 'a payment and its refund',
        messages: typed(events, 'payin.completed', 'refund.pending', 'refund.completed'),
        mend: 'Book a refund when refund.completed arrives, once for each refundId.',
      },
      {
        does: 'refund.failed, after refund.completed',
        messages: typed(events, 'refund.failed'),
        mend: 'Reverse a refund when refund.failed arrives, even after refund.completed: the customer did not get the money.',
      },
    ],
  },
  'refund-failed-disordered': {
    summary: 'the failure of a refund before its completion',
    scenario: 'refund-failed',
    amount: 31.4,
    last: 'refund.failed',
    steps: (events) => [
      {
        does: 'a payment, and refund.failed before refund.completed',
        messages: typed(events, 'payin.completed', 'refund.failed'),
        mend: 'At refund.failed, add back only what you subtracted at refund.completed.',
      },
      {
        does: 'refund.completed, which is older',
        messages: typed(events, 'refund.completed'),
        mend: 'For each refundId, count the event with the highest sequence: an older refund.completed books nothing.',
      },
    ],
  },
  dispute: {
    summary: 'a dispute for more than is left of the payment, which is won',
    scenario: 'dispute-refunded',
    amount: 26.6,
    last: 'dispute.won',
    steps: (events) => [
      forged(
        'a forged dispute',
        events.find(({ eventType }) => eventType === 'dispute.opened'),
      ),
      {
        does: 'a payment that is refunded, and dispute.opened with the funds withheld',
        messages: typed(events, 'payin.completed', 'refund.pending', 'refund.completed', 'dispute.opened'),
        mend: WITHHELD,
      },
      {
        does: 'dispute.won',
        messages: typed(events, 'dispute.won'),
        mend: 'Add the amount back when dispute.won arrives.',
      },
    ],
  },
  'dispute-lost': {
    summary: 'a dispute that is lost',
    scenario: 'dispute',
    amount: 48.2,
    currency: 'USD',
    last: 'dispute.lost',
    steps: (events) => [
      {
        does: 'a payment, and dispute.opened with the funds withheld',
        messages: typed(events, 'payin.completed', 'dispute.opened'),
        mend: WITHHELD,
      },
      { does: 'dispute.lost', messages: typed(events, 'dispute.lost'), mend: LOST },
    ],
  },
  disputes: {
    summary: 'an inquiry that becomes a dispute and is lost, and then another dispute',
    scenario: 'disputes',
    amount: 90.5,
    last: 'dispute.lost',
    steps(events) {
      const { disputeId } = events.at(-1)!.dispute!;
      const other = events.filter(({ dispute }) => dispute?.disputeId === disputeId);
      return [
        {
          does: 'a payment, and dispute.opened, an inquiry that withholds nothing',
          messages: typed(events, 'payin.completed', 'dispute.opened'),
          mend: 'Check fundsWithheld: if it is false, dispute.opened subtracts nothing.',
        },
        {
          does: 'dispute.updated: now a part of the funds is withheld',
          messages: typed(events, 'dispute.updated'),
          mend: WITHHELD,
        },
        { does: 'dispute.lost', messages: typed(events, 'dispute.lost'), mend: LOST },
        {
          does: 'a second dispute, which withholds nothing yet',
          messages: right(other[0]),
          mend: 'Check fundsWithheld, and store each disputeId: a payment may have many disputes.',
        },
        { does: 'the second dispute is lost', messages: right(other[1]), mend: LOST },
      ];
    },
  },
  'dispute-reversed': {
    summary: 'a dispute for a part, which is won and then lost after all',
    scenario: 'dispute-reversed',
    amount: 77.7,
    last: 'dispute.lost',
    steps: (events) => [
      {
        does: 'a payment, and dispute.opened for a part of it',
        messages: typed(events, 'payin.completed', 'dispute.opened'),
        mend: 'Subtract dispute.amount, which may be less than the amount of the payment.',
      },
      {
        does: 'dispute.won',
        messages: typed(events, 'dispute.won'),
        mend: 'Add dispute.amount back when dispute.won arrives.',
      },
      {
        does: 'dispute.lost: the bank has asked a second time',
        messages: typed(events, 'dispute.lost'),
        mend: 'A dispute that was won can still be lost afterwards: subtract the amount again.',
      },
    ],
  },
  'dispute-disordered': {
    summary: 'the end of a dispute before its beginning',
    scenario: 'dispute-won',
    amount: 36.4,
    last: 'dispute.won',
    steps: (events) => [
      {
        does: 'a payment, and dispute.won before dispute.opened',
        messages: typed(events, 'payin.completed', 'dispute.won'),
        mend: 'At dispute.won, add back only what you subtracted for this dispute.',
      },
      {
        does: 'dispute.opened, which is older',
        messages: typed(events, 'dispute.opened'),
        mend: 'For each disputeId, count the event with the highest sequence: an older dispute.opened subtracts nothing.',
      },
    ],
  },
  'debit-returned': {
    summary: "a direct debit that the customer's bank returns",
    scenario: 'debit-returned',
    amount: 62.8,
    last: 'payin.returned',
    steps: (events) => [
      {
        does: 'payin.completed of a direct debit',
        messages: typed(events, 'payin.processing', 'payin.completed'),
        mend: 'Book a payment when payin.completed arrives.',
      },
      forged('a forged return', events.at(-1)),
      {
        does: 'payin.returned',
        messages: typed(events, 'payin.returned'),
        mend: 'Subtract returned.amount when payin.returned arrives: the status stays COMPLETED, but the money is gone.',
      },
    ],
  },
  'return-disordered': {
    summary: 'a direct debit comes back before it was paid',
    scenario: 'debit-returned',
    amount: 29.4,
    last: 'payin.returned',
    steps: (events) => [
      {
        does: 'payin.returned first',
        messages: typed(events, 'payin.returned'),
        unasked: true,
        mend: WHATEVER_ORDER,
      },
      {
        does: 'payin.completed, which is older',
        messages: typed(events, 'payin.completed'),
        mend: WHATEVER_ORDER,
      },
    ],
  },
  'payout-returned': {
    summary: 'a payout that comes back',
    scenario: 'payout-returned',
    amount: 17.3,
    last: 'payout.returned',
    steps: (events) => [
      {
        does: 'payout.pending and payout.processing',
        messages: typed(events, 'payout.pending', 'payout.processing'),
        mend: 'Book nothing before payout.completed arrives: a payout that waits for approval or is being sent can still be declined.',
      },
      forged(
        'a forged payout',
        events.find(({ eventType }) => eventType === 'payout.completed'),
      ),
      {
        does: 'payout.completed',
        messages: typed(events, 'payout.completed'),
        mend: 'Book a payout as paid when payout.completed arrives.',
      },
      {
        does: 'payout.returned',
        messages: typed(events, 'payout.returned'),
        mend: 'Add a payout back to the balance when payout.returned arrives: its status stays COMPLETED.',
      },
    ],
  },
};
