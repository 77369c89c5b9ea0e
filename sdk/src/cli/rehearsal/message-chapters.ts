// The chapters about messages: who sends them, how often, in which order, and their content.
import { type Chapter, changed, right, typed } from './steps.ts';

const VERIFY = 'Verify the signature over the raw body before anything else, and answer 403 if it is wrong.';
const STATUS_ORDER =
  'Store the sequence of the event that last set the status of a payment, and ignore the status of older events. Money is different: count a refund, a dispute or a return in whatever order it arrives.';
const IN_DATABASE =
  'Store events, their sequence and your books in the database: a restart loses everything that is only in memory.';

export const MESSAGE_CHAPTERS: Record<string, Chapter> = {
  endpoint: {
    summary: 'a test message, forged ones, one without a signature, then the genuine one',
    scenario: 'card',
    amount: 25,
    last: 'payin.completed',
    steps: ([event]) => [
      {
        does: 'a test message, as the portal sends it',
        messages: right(
          changed(event!, {
            eventId: crypto.randomUUID(),
            transactionId: crypto.randomUUID(),
            eventType: 'test.check',
            test: true,
          }),
        ),
        mend: 'Answer 2xx to every genuine message, and book nothing for a type that you do not use.',
      },
      {
        does: 'a message signed with another secret',
        messages: [{ event: event!, signing: 'wrong' }],
        taken: false,
        mend: VERIFY,
      },
      {
        does: 'a message without a signature',
        messages: [{ event: event!, signing: 'none' }],
        taken: false,
        mend: 'Refuse a message without a signature: anybody can post one.',
      },
      {
        does: 'a message with an empty signature',
        messages: [{ event: event!, signing: 'empty' }],
        taken: false,
        mend: 'Compare signatures only after their lengths are equal, and refuse an empty one.',
      },
      {
        does: 'a message whose signature has the wrong case of letters',
        messages: [{ event: event!, signing: 'recased' }],
        taken: false,
        mend: 'Compare signatures byte for byte: capital and small letters are different in Base64.',
      },
      {
        does: 'a message whose amount was changed on its way',
        messages: [{ event: event!, signing: 'changed' }],
        taken: false,
        mend: VERIFY,
      },
      {
        does: 'the genuine message',
        messages: right(event),
        mend: 'Book a payment when payin.completed arrives; its signature is right over the raw body with your secret.',
      },
    ],
  },
  signed: {
    summary: 'a genuine message with letters and signs of every kind',
    scenario: 'card',
    amount: 19.99,
    last: 'payin.completed',
    steps: ([event]) => [
      {
        does: 'accents, slashes, quotes, an emoji, an empty list and an empty object',
        messages: right(
          changed(event!, {
            extra1: 'Æther & Söhne / "Ørsted" <b>\u2028 😀',
            extra2: '',
            gifts: [],
            loyalty: {},
          }),
        ),
        mend: 'Verify the raw body as it arrived. If you parse the body and serialise it again, the text is the same only if you write exactly what JSON.stringify writes: the same order, no spaces, no needless escapes.',
      },
    ],
  },
  doubled: {
    summary: 'the same event twice, then five times at once',
    scenario: 'card',
    amount: 8.4,
    currency: 'USD',
    last: 'payin.completed',
    steps: ([event]) => [
      {
        does: 'an event that comes twice',
        messages: right(event, event),
        mend: 'Store each eventId in the database transaction that books it, and answer 2xx to a known eventId.',
      },
      {
        does: 'the same event five times at once',
        messages: right(event, event, event, event, event),
        together: true,
        mend: 'Use a unique key on eventId, not a look-up before the insert: two messages can arrive at the same moment.',
      },
    ],
  },
  disordered: {
    summary: 'the completion before the beginning',
    scenario: '3ds',
    amount: 112.5,
    last: 'payin.completed',
    steps: (events) => [
      {
        does: 'payin.completed, and after it the older payin.processing',
        messages: typed(events, 'payin.completed', 'payin.processing'),
        mend: STATUS_ORDER,
      },
    ],
  },
  unknown: {
    summary: 'an unknown field and an unknown type',
    scenario: 'card',
    amount: 64,
    last: 'payin.completed',
    steps: ([event]) => [
      {
        does: 'a type that does not exist yet',
        messages: right(
          changed(event!, {
            eventId: crypto.randomUUID(),
            eventType: 'payin.reviewed',
            sequence: 0,
            review: { by: 'bank' },
          }),
        ),
        mend: 'Answer 2xx to an unknown type, and do nothing else. Decide by eventType: status is COMPLETED in other events, too.',
      },
      {
        does: 'a known type with an unknown field',
        messages: right(changed(event!, { loyalty: { points: 3 } })),
        mend: 'Read the fields that you need, and accept other fields: we add new fields without notice.',
      },
    ],
  },
  backlog: {
    summary: 'a receiver that was down for a day gets everything at once',
    scenario: 'refunds',
    amount: 73.1,
    last: 'refund.failed',
    steps: (events) => [
      {
        does: 'every event of a day, each three times, all at once',
        messages: right(...events, ...events, ...events),
        together: true,
        mend: 'Accept many messages at once: store the event, answer, then work. Lock the order while you book it.',
      },
    ],
  },
  replay: {
    summary: 'the events of a day are resent from the portal, and then once more in reverse order',
    scenario: 'refunds',
    amount: 41.3,
    last: 'refund.failed',
    steps: (events) => [
      {
        does: 'a payment and its refunds',
        messages: right(...events),
        mend: 'Book a refund when refund.completed arrives, with refund.amount, once for each refundId.',
      },
      {
        does: 'the whole day again',
        messages: right(...events),
        mend: 'Remember every eventId for as long as you keep the order, not only the last one.',
      },
      {
        does: 'the whole day in reverse order',
        messages: right(...[...events].reverse()),
        mend: 'Remember every eventId for as long as you keep the order, not only the last one.',
      },
    ],
  },
  restart: {
    summary: 'your receiver is restarted in between',
    needsRestart: true,
    scenario: '3ds-refunded',
    amount: 15.75,
    last: 'refund.completed',
    steps: (events) => [
      {
        does: 'a payment and a partial refund',
        messages: typed(events, 'payin.completed', 'refund.completed'),
        mend: 'Book a payment when payin.completed arrives, and refund.amount when refund.completed arrives.',
      },
      { does: 'a restart', restart: true, messages: [], mend: IN_DATABASE },
      {
        does: 'after it the older payin.processing and refund.pending',
        messages: typed(events, 'payin.processing', 'refund.pending'),
        mend: IN_DATABASE,
      },
      {
        does: 'after it payin.completed and refund.completed again',
        messages: typed(events, 'payin.completed', 'refund.completed'),
        mend: IN_DATABASE,
      },
    ],
  },
  'restart-at-once': {
    summary: 'your receiver is restarted right after it answered',
    needsRestart: true,
    scenario: 'card',
    amount: 18.45,
    last: 'payin.completed',
    steps: (events) => [
      {
        does: 'a payment',
        messages: typed(events, 'payin.completed'),
        // Asking the books would give the receiver time to book.
        unasked: true,
        mend: 'Book a payment when payin.completed arrives.',
      },
      {
        does: 'a restart, right after the answer',
        restart: true,
        messages: [],
        mend: 'Book an event before you answer 2xx, or store it in the database for later: an answered event does not come again.',
      },
    ],
  },
};
