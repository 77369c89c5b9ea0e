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

export interface ProbeAnswer {
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
  answers: ProbeAnswer[];
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

export function gradeReceiver(heard: readonly ProbeAnswer[]): Finding[] {
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
  reachable:
    'The receiver must answer every genuine event with 2xx, even if it does not know the event type.',
  'wrong-signature':
    'Anybody who knows the address can post to it. Only the signature shows that an event is genuine.',
  'no-signature': 'An event without a signature is never from us.',
  quick:
    'The gateway waits for the answer. A slow receiver gets few webhooks at once, and misses the deadline under load.',
  twice: 'The same webhook may arrive more than once. Acknowledge the second one, and otherwise ignore it.',
  reordered:
    'Retries may arrive out of order. Acknowledge an older event and book the money that it reports, but keep the newer status of the payment.',
  'unknown-fields': 'New fields may appear without notice. Ignore them.',
};

type Verdict = Pick<Finding, 'grade' | 'found' | 'mend'>;

const GRADERS: Record<CheckName, (answers: readonly ProbeAnswer[]) => Verdict> = {
  reachable: ([answer]) =>
    isSuccess(answer!)
      ? pass(`Answered ${answer!.statusCode}.`)
      : fail(answerText(answer!), adviceOf(answer!)),
  'wrong-signature': ([answer]) => refused(answer!, 'signed with another key'),
  'no-signature': ([answer]) => refused(answer!, 'without a signature'),
  quick(answers) {
    const slowest = Math.max(...answers.map(({ durationMs }) => durationMs));
    const found = `The slowest of ${answers.length} answers took ${durationText(slowest)}.`;
    const mend = 'Store the event and answer at once. Do the work afterwards, in your own queue.';
    if (slowest >= SLOW_MS) return fail(found, mend);
    return slowest >= QUICK_MS ? { grade: 'warn', found, mend } : pass(found);
  },
  twice: ([answer]) =>
    isSuccess(answer!)
      ? pass(`The second delivery was answered ${answer!.statusCode}, too.`)
      : fail(
          `The same event a second time: ${answerText(answer!)}`,
          'Remember each `eventId`. If you already have it, answer 2xx and do nothing else.',
        ),
  reordered(answers) {
    const wrong = answers.find((answer) => !isSuccess(answer));
    if (!wrong) return pass('Event 2 and then event 1 of a transaction: both were answered 2xx.');
    return fail(
      `Event 2 and then event 1 of a transaction: ${answerText(wrong)}`,
      'Answer 2xx to an event whose `sequence` is lower than the highest you have stored for this transaction. Keep the newer status, and book the refund, dispute or return that the event reports.',
    );
  },
  'unknown-fields': ([answer]) =>
    isSuccess(answer!)
      ? pass(`An event with an unknown field was answered ${answer!.statusCode}.`)
      : fail(
          `An event with an unknown field: ${answerText(answer!)}`,
          'Read the fields you know, and ignore all others.',
        ),
};

function refused(answer: ProbeAnswer, how: string): Verdict {
  const { statusCode } = answer;
  const found = `An event ${how}: ${answerText(answer)}`;
  const mend =
    'Compare X-Signature with the HMAC-SHA256 of the raw body before anything else, and answer 401 or 403 if they differ.';
  if (statusCode !== null && statusCode >= 400 && statusCode < 500) return pass(found);
  return isSuccess(answer) ? fail(found, mend) : { grade: 'warn', found, mend };
}

const pass = (found: string): Verdict => ({ grade: 'pass', found, mend: null });
const fail = (found: string, mend: string): Verdict => ({ grade: 'fail', found, mend });
const isRight = ({ check }: ProbeAnswer) => check !== 'wrong-signature' && check !== 'no-signature';
const isSuccess = ({ statusCode }: ProbeAnswer) =>
  statusCode !== null && statusCode >= 200 && statusCode < 300;
const answerText = ({ statusCode, error }: ProbeAnswer) =>
  statusCode === null ? `no answer: ${error}.` : `answered ${statusCode}.`;
const durationText = (ms: number) => (ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`);

function adviceOf({ statusCode }: ProbeAnswer): string {
  if (statusCode === null)
    return 'Check that the address is correct and that its server can be reached from the internet.';
  if (statusCode >= 300 && statusCode < 400)
    return 'The gateway does not follow redirects. Set the address that they lead to.';
  if (statusCode === 401 || statusCode === 403)
    return 'The receiver refuses a correct signature. Check which secret it has, and that it signs the raw body.';
  if (statusCode === 404 || statusCode === 410) return 'There is nothing at this address. Correct its path.';
  if (statusCode >= 500)
    return 'The receiver failed. Look at its log. An unknown event type must not make it fail.';
  return 'Answer 2xx to every genuine event, also to event types that you do not use.';
}
