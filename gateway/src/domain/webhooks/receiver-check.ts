// The endpoint check: which events it sends to a merchant's receiver, and how it grades the answers (contract 5, spec
// 6). A grade says what was found, what it means and how to fix it. Pure: it never sends anything.
import { type Signing, type TestEvent, testEvent } from './test-event.ts';

export const CHECKS = [
  'reachable',
  'wrong-signature',
  'no-signature',
  'quick',
  'twice',
  'reordered',
  'unknown-fields',
] as const;
type CheckName = (typeof CHECKS)[number];
type Grade = 'pass' | 'warn' | 'fail' | 'skipped';

/** A slower answer delays the receiver's own queue, and soon counts as slow (webhook-dispatch.ts). */
const QUICK_MS = 1_000;
/** An answer as slow as this may sometimes miss the deadline. */
const SLOW_MS = 5_000;

export interface Probe {
  check: Exclude<CheckName, 'quick'>;
  event: TestEvent;
  signing: Signing;
}

export interface Heard {
  check: Probe['check'];
  statusCode: number | null;
  error: string | null;
  durationMs: number;
}

export interface Finding {
  check: CheckName;
  grade: Grade;
  /** What happened. */
  found: string;
  means: string;
  /** null: nothing to correct. */
  mend: string | null;
  answers: Heard[];
}

/** In the order of sending. */
export function probesOf(brandId: string, at: Date, newId: () => string): Probe[] {
  const event = (sequence: number, transactionId = newId(), more: Record<string, unknown> = {}) =>
    testEvent({ eventId: newId(), eventType: 'test.check', sequence, transactionId }, brandId, at, more);
  const first = event(1);
  const disordered = newId();
  return [
    { check: 'reachable', event: first, signing: 'right' },
    { check: 'wrong-signature', event: event(1), signing: 'wrong' },
    { check: 'no-signature', event: event(1), signing: 'none' },
    { check: 'twice', event: first, signing: 'right' },
    { check: 'reordered', event: event(2, disordered), signing: 'right' },
    { check: 'reordered', event: event(1, disordered), signing: 'right' },
    {
      check: 'unknown-fields',
      event: event(1, newId(), { aFieldOfTomorrow: { with: ['any', 'value', null] } }),
      signing: 'right',
    },
  ];
}

export function gradeReceiver(heard: readonly Heard[]): Finding[] {
  const reached = heard.some(({ check, statusCode }) => check === 'reachable' && statusCode !== null);
  return CHECKS.map((check) => {
    const answers = heard.filter((one) => (check === 'quick' ? isRight(one) : one.check === check));
    const enough = answers.length >= (check === 'reordered' ? 2 : 1);
    if (!enough || (check !== 'reachable' && !reached)) {
      const found = 'Not checked, because the receiver did not answer.';
      return { check, grade: 'skipped', found, means: MEANS[check], mend: null, answers };
    }
    return { check, means: MEANS[check], answers, ...GRADERS[check](answers) };
  });
}

const MEANS: Record<CheckName, string> = {
  reachable: 'A genuine event must be answered 2xx, also one whose type the receiver does not know.',
  'wrong-signature': 'Whoever knows the address can post to it. The signature alone shows what is genuine.',
  'no-signature': 'An event without a signature is never from us.',
  quick:
    'We wait for the answer. A slow receiver gets few webhooks at once, and misses the deadline under load.',
  twice: 'Webhooks arrive at least once. The second one is to be acknowledged and otherwise ignored.',
  reordered:
    'Retries may arrive out of order. An older event is to be acknowledged. It does not change the status of its payment; money that it tells of counts.',
  'unknown-fields': 'New fields can come without notice. Ignore them.',
};

type Verdict = Pick<Finding, 'grade' | 'found' | 'mend'>;

const GRADERS: Record<CheckName, (answers: readonly Heard[]) => Verdict> = {
  reachable: ([answer]) =>
    isSuccess(answer!) ? pass(`Answered ${answer!.statusCode}.`) : fail(told(answer!), mendOf(answer!)),
  'wrong-signature': ([answer]) => refused(answer!, 'signed with another key'),
  'no-signature': ([answer]) => refused(answer!, 'without a signature'),
  quick(answers) {
    const slowest = Math.max(...answers.map(({ durationMs }) => durationMs));
    const found = `The slowest of ${answers.length} answers took ${inWords(slowest)}.`;
    const mend = 'Store the event and answer at once; do the work afterwards, in a queue of your own.';
    if (slowest >= SLOW_MS) return fail(found, mend);
    return slowest >= QUICK_MS ? { grade: 'warn', found, mend } : pass(found);
  },
  twice: ([answer]) =>
    isSuccess(answer!)
      ? pass(`The second one was answered ${answer!.statusCode}, too.`)
      : fail(
          `The same event a second time: ${told(answer!)}`,
          'Remember each `eventId`. Answer 2xx to one that you have already, and do nothing else.',
        ),
  reordered(answers) {
    const wrong = answers.find((answer) => !isSuccess(answer));
    if (!wrong) return pass('Event 2 and then event 1 of a transaction: both were answered 2xx.');
    return fail(
      `Event 2 and then event 1 of a transaction: ${told(wrong)}`,
      'Answer 2xx to an event whose `sequence` is lower than one you have. Keep the newer status, and book the refund, dispute or return that it tells of.',
    );
  },
  'unknown-fields': ([answer]) =>
    isSuccess(answer!)
      ? pass(`An event with a field of tomorrow was answered ${answer!.statusCode}.`)
      : fail(
          `An event with an unknown field: ${told(answer!)}`,
          'Read the fields you know, and do not reject a body because of others.',
        ),
};

function refused(answer: Heard, how: string): Verdict {
  const { statusCode } = answer;
  const found = `An event ${how}: ${told(answer)}`;
  const mend =
    'Compare X-Signature with the HMAC-SHA256 of the raw body before anything else, and answer 401 or 403 where they differ.';
  if (statusCode !== null && statusCode >= 400 && statusCode < 500) return pass(found);
  return isSuccess(answer) ? fail(found, mend) : { grade: 'warn', found, mend };
}

const pass = (found: string): Verdict => ({ grade: 'pass', found, mend: null });
const fail = (found: string, mend: string): Verdict => ({ grade: 'fail', found, mend });
const isRight = ({ check }: Heard) => check !== 'wrong-signature' && check !== 'no-signature';
const isSuccess = ({ statusCode }: Heard) => statusCode !== null && statusCode >= 200 && statusCode < 300;
const told = ({ statusCode, error }: Heard) =>
  statusCode === null ? `no answer: ${error}.` : `answered ${statusCode}.`;
const inWords = (ms: number) => (ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`);

function mendOf({ statusCode }: Heard): string {
  if (statusCode === null)
    return 'See that the address is right and that its server can be reached from outside.';
  if (statusCode >= 300 && statusCode < 400)
    return 'Redirects are not followed: set the address that they lead to.';
  if (statusCode === 401 || statusCode === 403)
    return 'The receiver refuses a right signature. Check which secret it has, and that it signs the raw body.';
  if (statusCode === 404 || statusCode === 410) return 'There is nothing at this address. Correct its path.';
  if (statusCode >= 500)
    return 'The receiver fails. Look at its own log; a type that it does not know must not stop it.';
  return 'Answer 2xx to what is genuine, also to event types that you do not use.';
}
