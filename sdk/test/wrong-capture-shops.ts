// Small merchants for the test of the rehearsal who are wrong about captures. Each names the chapters that it fails.
import { books, RIGHT, RULES, signOf, type WrongShop } from './rehearsal-shops.ts';

const CAPTURES = ['captures', 'capture-failed', 'capture-failed-disordered'];

export const WRONG_CAPTURE_SHOPS: WrongShop[] = [
  {
    ...RIGHT,
    name: 'books an authorised payment as paid',
    balance: books({
      payment: (event) =>
        event.eventType === 'payin.authorized' ? ['payment', event.amount] : RULES.payment(event),
    }),
    fails: ['captures', 'capture-failed', 'lapsed'],
  },
  {
    ...RIGHT,
    name: 'books a payment at payin.completed and its captures too',
    balance: books({
      payment: (event) =>
        event.eventType === 'payin.completed' ? ['payment', event.amountCaptured] : RULES.payment(event),
    }),
    fails: CAPTURES,
  },
  {
    ...RIGHT,
    name: 'books amount instead of capture.amount',
    balance: books({
      capture: (event) =>
        event.capture && [event.capture.captureId, event.capture.status === 'COMPLETED' ? event.amount : 0],
    }),
    fails: ['captures'],
  },
  {
    ...RIGHT,
    name: 'keeps only one capture of each payment',
    balance: books({
      capture: (event) => {
        const entry = RULES.capture(event);
        return entry && ['capture', entry[1]];
      },
    }),
    fails: ['captures'],
  },
  {
    ...RIGHT,
    name: 'ignores failures of captures',
    balance: books({
      capture: (event) => (event.eventType === 'capture.failed' ? null : RULES.capture(event)),
    }),
    fails: ['capture-failed', 'capture-failed-disordered'],
  },
  {
    ...RIGHT,
    name: 'subtracts a failed capture and its return too',
    balance: books({
      returned: (event) =>
        event.eventType.endsWith('.returned') ? ['returned', -signOf(event) * event.returned.amount] : null,
    }),
    fails: ['capture-failed', 'capture-failed-disordered'],
  },
];
