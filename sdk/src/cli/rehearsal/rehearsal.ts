// Plays the chapters: first every payment happens in the sandbox, then their events are collected, and then they reach the receiver in
// the order of each chapter. The gateway's own webhooks for these payments go to a receiver of the sandbox.
import { setTimeout as sleep } from 'node:timers/promises';
import { type CallOptions, type Tollgate, type WebhookEvent, webhooks } from '../../tollgate.ts';
import { type Delivery, post, wasTaken } from '../deliver.ts';
import { SCENARIOS } from '../scenarios.ts';
import { type Books, NOTHING, wrongBalance } from './books.ts';
import { AMOUNT, CHAPTERS, type Chapter, type Message, NOT_TAKEN, type Step } from './chapters.ts';

/** The gateway waits for 15 seconds. */
export const SLOW_MS = 5_000;
const EVENTS_WITHIN_MS = 120_000;

export interface Finding {
  chapter: string;
  ok: boolean;
  /** What happened. */
  found: string;
  /** null: nothing. */
  mend: string | null;
  elapsedMs: number;
}

const NO_NUMBER =
  'Mend the command of --books: it gets a reference and prints one number, 0 for one that it does not know.';

const OR_RECEIVER = 'If it prints nothing for what is not booked, mend the receiver:';

export interface Rehearsal {
  client: Tollgate;
  baseUrl: string;
  secret: string;
  receiver: string;
  /** undefined: the books are not asked. */
  books: Books | undefined;
  names: readonly string[];
  /** An answer that takes longer fails. Default: SLOW_MS. */
  slowMs?: number;
  /** Ends it; what is being asked is not waited for. */
  signal?: AbortSignal;
}

interface Played {
  name: string;
  chapter: Chapter;
  reference: string;
  transactionId: string;
}

export async function* rehearse(rehearsal: Rehearsal): AsyncGenerator<Finding, void> {
  const { client, names, signal } = rehearsal;
  const options = signal ? { signal } : {};
  const notificationUrl = await sinkOf(rehearsal);
  const after = await client.events.newest(options);
  const played: Played[] = [];
  for (const name of names) {
    signal?.throwIfAborted();
    const chapter = CHAPTERS[name]!;
    const reference = `rehearsal-${name}-${crypto.randomUUID().slice(0, 8)}`;
    const wishes = {
      amount: AMOUNT,
      currency: 'EUR',
      country: 'DE',
      merchantReference: reference,
      notificationUrl,
    };
    const transactionId = await SCENARIOS[chapter.scenario]!.play(client, wishes);
    played.push({ name, chapter, reference, transactionId });
  }
  const events = await collect(client, after, played, options);
  for (const one of played) {
    signal?.throwIfAborted();
    yield await playChapter(rehearsal, one, events.get(one.transactionId)!);
  }
}

/** Answers for the brand, so that the gateway's own webhooks of the rehearsal reach nobody. */
async function sinkOf({ client, baseUrl }: Rehearsal): Promise<string> {
  const sink = (brandId: string) => `${baseUrl}/sandbox/receiver/${brandId}`;
  for await (const { brandId } of client.payments.list({ limit: 1 })) return sink(brandId);
  // Nobody has paid here yet, so a session tells which brand it is. It is left to expire.
  const unused = {
    currency: 'EUR',
    amount: AMOUNT,
    country: 'DE',
    notificationUrl: sink(crypto.randomUUID()),
  };
  return sink((await client.payments.get((await client.sessions.create(unused)).transactionId)).brandId);
}

async function collect(
  client: Tollgate,
  after: string,
  played: readonly Played[],
  options: CallOptions,
): Promise<Map<string, WebhookEvent[]>> {
  const end = Date.now() + EVENTS_WITHIN_MS;
  for (;;) {
    const found = new Map<string, WebhookEvent[]>(played.map(({ transactionId }) => [transactionId, []]));
    for await (const event of client.events.list({ limit: 100, ...(after && { after }) }, options))
      found.get(event.transactionId)?.push(event);
    const missing = played.filter(
      ({ transactionId, chapter }) =>
        !found.get(transactionId)!.some(({ eventType }) => eventType === chapter.last),
    );
    if (missing.length === 0) return found;
    if (Date.now() > end)
      throw new Error(
        `no ${missing[0]!.chapter.last} came for ${missing[0]!.reference}; do the workers of the gateway run?`,
      );
    await sleep(250);
  }
}

async function playChapter(
  rehearsal: Rehearsal,
  { name, chapter, reference }: Played,
  events: WebhookEvent[],
): Promise<Finding> {
  const began = performance.now();
  const inOrder = events.sort((a, b) => a.sequence - b.sequence);
  const finding = (ok: boolean, found: string, mend: string | null): Finding => ({
    ...{ chapter: name, ok, found, mend },
    elapsedMs: Math.round(performance.now() - began),
  });
  for (const step of chapter.steps(inOrder)) {
    const fault = await playStep(rehearsal, step, reference);
    if (fault) return finding(false, `${step.does}: ${fault.found}`, fault.mend);
  }
  return finding(
    true,
    rehearsal.books === undefined
      ? `${chapter.summary}: answered; the books were not asked`
      : chapter.summary,
    null,
  );
}

async function playStep(
  rehearsal: Rehearsal,
  step: Step,
  reference: string,
): Promise<{ found: string; mend: string } | null> {
  const { books, slowMs = SLOW_MS } = rehearsal;
  const answers: Delivery[] = [];
  if (step.together)
    answers.push(...(await Promise.all(step.messages.map((message) => send(rehearsal, message)))));
  else for (const message of step.messages) answers.push(await send(rehearsal, message));
  for (const answer of answers) {
    if (answer.status === null)
      return { found: `no answer (${answer.fault})`, mend: 'Start the receiver, and look at the address.' };
    if (wasTaken(answer) !== step.taken)
      return { found: `it answered ${answer.status}`, mend: step.taken ? NOT_TAKEN : step.mend };
    if (answer.elapsedMs > slowMs)
      return {
        found: `it answered after ${Math.round(answer.elapsedMs)} ms`,
        mend: 'Answer first and work afterwards: after 15 seconds the message counts as not delivered.',
      };
  }
  const wrong = books === undefined ? null : await wrongBalance(books, reference, step.balance);
  if (wrong === null) return null;
  const found = `the books say ${wrong.said} for ${reference}, and ${step.balance} is right`;
  if (wrong.isNumber) return { found, mend: step.mend };
  const mayBeMissing = wrong.said === NOTHING && step.balance !== 0;
  return { found, mend: mayBeMissing ? `${NO_NUMBER} ${OR_RECEIVER} ${step.mend}` : NO_NUMBER };
}

async function send(
  { receiver, secret, slowMs = SLOW_MS }: Rehearsal,
  { event, signing }: Message,
): Promise<Delivery> {
  const { body, headers } = await webhooks.sign(event, signing === 'wrong' ? 'tgs_of_somebody_else' : secret);
  const unsigned = { 'content-type': headers['content-type']! };
  return await post(
    receiver,
    body,
    signing === 'none' ? unsigned : headers,
    Math.max(20_000, slowMs + 1_000),
  );
}
