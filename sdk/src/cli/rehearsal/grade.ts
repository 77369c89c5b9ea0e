// Grades a receiver by one chapter. It sends the events of the payment in the order of the chapter, and asks the books
// after each step. A fault does not end the chapter, because it could hide another fault. It always sends a forged
// message.
import { setTimeout as sleep } from 'node:timers/promises';
import { type WebhookEvent, webhooks } from '../../tollgate.ts';
import { type Delivery, post, wasTaken } from '../deliver.ts';
import { NOTHING, runCommand, wrongBalance } from './books.ts';
import { rightBalance } from './right-books.ts';
import { type Message, NOT_TAKEN, type Step } from './steps.ts';
import { type Fault, type Finding, type Played, type Rehearsal, SLOW_MS } from './terms.ts';

type Graded = Pick<Rehearsal, 'receiver' | 'secret' | 'books' | 'restart' | 'slowMs'>;
type Found = Pick<Fault, 'found' | 'mend'>;

const START_WITHIN_MS = 60_000;
const NO_NUMBER =
  'Correct the --books command: it gets a reference and must print one number, 0 for an unknown reference.';
const OR_RECEIVER = 'If it prints nothing because nothing was booked, correct the receiver:';
const START = 'Start the receiver, and check its address.';

export async function grade(graded: Graded, played: Played): Promise<Finding> {
  const began = performance.now();
  const { name, chapter, reference, events, missing } = played;
  const faults: Fault[] = [];
  const delivered: WebhookEvent[] = [];
  let isAway = false;
  for (const step of missing === null ? chapter.steps(events) : []) {
    // A receiver that does not answer genuine messages gets no more of them: each try takes the whole timeout.
    if (isAway && step.taken !== false) continue;
    for (const { event, signing } of step.messages) if (signing === 'right') delivered.push(event);
    // Wrong books seldom become right later, so only the first fault gets the full waiting time.
    const { books } = graded;
    const asked =
      faults.length === 0 || !books ? books : { ...books, patienceMs: Math.min(books.patienceMs, 1_000) };
    const found = await playStep({ ...graded, books: asked }, step, reference, rightBalance(delivered));
    faults.push(...found.map((one) => ({ step: step.does, ...one })));
    isAway ||= found.some(({ mend }) => mend === START);
  }
  const unasked = graded.books === undefined ? ': answered; the books were not checked' : '';
  const told = faults.map(({ step, found }) => `${step}: ${found}`).join('; ');
  const mends = [...new Set(faults.map(({ mend }) => mend))];
  return {
    chapter: name,
    ok: faults.length === 0,
    skipped: missing !== null,
    found: missing === null ? told || chapter.summary + unasked : `not played: ${missing}`,
    mend: mends.length === 0 ? null : mends.join(' '),
    faults,
    elapsedMs: Math.round(performance.now() - began),
  };
}

async function playStep(graded: Graded, step: Step, reference: string, balance: number): Promise<Found[]> {
  const { books, restart, slowMs = SLOW_MS } = graded;
  const { taken = true } = step;
  if (step.restart) {
    await runCommand(restart!);
    await untilItAnswers(graded);
  }
  const answers: Delivery[] = [];
  if (step.together)
    answers.push(...(await Promise.all(step.messages.map((message) => send(graded, message)))));
  else
    for (const message of step.messages) {
      answers.push(await send(graded, message));
      if (answers.at(-1)!.status === null) break;
    }
  const wrong = answers.flatMap((answer) => faultOf(answer, taken, slowMs, step.mend) ?? []);
  // Several messages may have the same fault; it is reported once.
  const found = wrong.filter((one, at) => wrong.findIndex(({ mend }) => mend === one.mend) === at);
  const isAway = found.some(({ mend }) => mend === START);
  if (books === undefined || step.unasked || isAway) return found;
  const booked = await wrongBalance(books, reference, balance);
  if (booked === null) return found;
  const { said, isNumber } = booked;
  const mayBeMissing = said === NOTHING && balance !== 0;
  const mend = mayBeMissing ? `${NO_NUMBER} ${OR_RECEIVER} ${step.mend}` : isNumber ? step.mend : NO_NUMBER;
  found.push({ found: `the books say ${said} for ${reference}, but ${balance} is right`, mend });
  return found;
}

/** null: the receiver answered correctly. */
function faultOf(answer: Delivery, taken: boolean, slowMs: number, mend: string): Found | null {
  const { status, elapsedMs, fault } = answer;
  if (status === null) return { found: `no answer (${fault})`, mend: START };
  if (!taken && wasTaken(answer)) return { found: `it accepted this message, with ${status}`, mend };
  if (taken && !wasTaken(answer)) {
    const refuses = status === 401 || status === 403;
    return { found: `it answered ${status}`, mend: refuses ? `${NOT_TAKEN} ${mend}` : NOT_TAKEN };
  }
  if (elapsedMs <= slowMs) return null;
  return {
    found: `it answered after ${Math.round(elapsedMs)} ms`,
    mend: 'Answer first, and work afterwards: after 15 seconds the message counts as not delivered.',
  };
}

/**
 * Waits until the restarted receiver answers anything. The message has no signature, so the receiver must refuse it.
 */
async function untilItAnswers({ receiver }: Graded): Promise<void> {
  const end = Date.now() + START_WITHIN_MS;
  while ((await post(receiver, '{}', { 'content-type': 'application/json' })).status === null) {
    if (Date.now() > end) return;
    await sleep(200);
  }
}

async function send({ receiver, secret, slowMs = SLOW_MS }: Graded, message: Message): Promise<Delivery> {
  const { event, signing } = message;
  const { body, headers } = await webhooks.sign(event, signing === 'wrong' ? 'tgs_of_somebody_else' : secret);
  const type = { 'content-type': headers['content-type']! };
  const inPlace = (signature: string, standard: string) => ({
    ...headers,
    'x-signature': signature,
    'webhook-signature': standard,
  });
  const sent =
    signing === 'none'
      ? type
      : signing === 'empty'
        ? inPlace('', '')
        : signing === 'recased'
          ? inPlace(recased(headers['x-signature']!), `v1,${recased(headers['webhook-signature']!.slice(3))}`)
          : headers;
  // Keeps the signature of the unchanged message.
  const text = signing === 'changed' ? JSON.stringify({ ...event, amount: event.amount * 40 }) : body;
  return await post(receiver, text, sent, Math.max(20_000, slowMs + 1_000));
}

const recased = (text: string): string =>
  [...text].map((char) => (char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase())).join('');
