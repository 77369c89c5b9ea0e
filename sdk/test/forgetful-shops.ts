// Small merchants for the test of the rehearsal: each loses something when it is restarted.
import { type Event, RIGHT, type WrongShop } from './rehearsal-shops.ts';

/** Whoever asks its books gives it the time to book what it answered before. */
function answersFirst(): WrongShop {
  const booked = new WeakSet<Event>();
  return {
    ...RIGHT,
    name: 'answers first and books a moment later, from memory',
    balance(arrived) {
      for (const event of arrived) booked.add(event);
      return RIGHT.balance(arrived);
    },
    forgets: (arrived) => arrived.filter((event) => booked.has(event)),
    fails: ['restart-at-once'],
  };
}

export const FORGETFUL_SHOPS: WrongShop[] = [
  {
    ...RIGHT,
    name: 'forgets the order of events at a restart',
    // It keeps each balance as one entry, and forgets the events behind it.
    forgets: (arrived) => arrived.map((event) => ({ ...event, sequence: 0 })),
    fails: ['restart'],
  },
  {
    ...RIGHT,
    name: 'forgets everything at a restart',
    forgets: () => [],
    forgetsIds: true,
    fails: ['restart', 'restart-at-once'],
  },
  answersFirst(),
];
