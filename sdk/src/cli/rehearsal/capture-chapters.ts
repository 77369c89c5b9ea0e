// The chapters about payments that are captured later. A receiver may book each capture.completed, or amountCaptured at
// payin.completed: both are right, so no step asks the books between the two.
import { type Chapter, forged, right, typed } from './steps.ts';

const HELD =
  'Book nothing at payin.authorized: the money is held and not paid. It is paid when it is captured.';
const CAPTURED =
  'Book what was captured, and book it once: capture.amount at each capture.completed, or amountCaptured at payin.completed. amount is what was ordered.';
const UNDONE =
  'At capture.failed, reverse what you booked for this captureId, even after payin.completed. If you book captures, payin.returned tells the same money again.';

export const CAPTURE_CHAPTERS: Record<string, Chapter> = {
  captures: {
    summary: 'a payment that is authorised and captured in two parts, less than the whole',
    scenario: 'captured',
    amount: 46.8,
    last: 'payin.completed',
    steps(events) {
      const [first, second] = events.filter(({ eventType }) => eventType === 'capture.completed');
      return [
        { does: 'payin.authorized', messages: typed(events, 'payin.authorized'), mend: HELD },
        forged('a forged capture', first),
        { does: 'the first capture.completed', messages: right(first), unasked: true, mend: CAPTURED },
        {
          does: 'the second capture.completed, and payin.completed',
          messages: [...right(second), ...typed(events, 'payin.completed')],
          mend: CAPTURED,
        },
      ];
    },
  },
  'capture-failed': {
    summary: 'a capture that fails after it was completed',
    scenario: 'capture-failed',
    amount: 39.6,
    last: 'payin.returned',
    steps: (events) => [
      {
        does: 'payin.authorized, capture.completed and payin.completed',
        messages: typed(events, 'payin.authorized', 'capture.completed', 'payin.completed'),
        mend: CAPTURED,
      },
      {
        does: 'capture.failed and payin.returned',
        messages: typed(events, 'capture.failed', 'payin.returned'),
        mend: UNDONE,
      },
    ],
  },
  'capture-failed-disordered': {
    summary: 'the failure of a capture before its completion',
    scenario: 'capture-failed',
    amount: 27.2,
    last: 'payin.returned',
    steps: (events) => [
      {
        does: 'payin.returned and capture.failed first',
        messages: typed(events, 'payin.returned', 'capture.failed'),
        unasked: true,
        mend: UNDONE,
      },
      {
        does: 'payin.completed and capture.completed, which are older',
        messages: typed(events, 'payin.completed', 'capture.completed'),
        mend: 'For each captureId, count the event with the highest sequence: an older capture.completed adds nothing.',
      },
    ],
  },
  lapsed: {
    summary: 'an authorised payment that is never captured',
    scenario: 'lapsed',
    amount: 21.9,
    last: 'payin.declined',
    steps: (events) => [
      { does: 'payin.authorized', messages: typed(events, 'payin.authorized'), mend: HELD },
      {
        does: 'payin.declined: the time to capture is over',
        messages: typed(events, 'payin.declined'),
        mend: 'Book nothing for a payment that lapsed: the customer has the money again.',
      },
    ],
  },
};
