// Plays the chapters. First it makes every payment in the sandbox, then it collects their events, then it sends them to
// the receiver in the order of each chapter. The gateway's own webhooks for these payments go to a receiver of the
// sandbox.
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallOptions, Tollgate } from '../../tollgate.ts';
import { NotOffered } from '../scenario-steps.ts';
import { SCENARIOS } from '../scenarios.ts';
import { CHAPTERS } from './chapters.ts';
import { grade } from './grade.ts';
import type { Finding, Played, Rehearsal } from './terms.ts';

const EVENTS_WITHIN_MS = 120_000;

export async function* rehearse(rehearsal: Rehearsal): AsyncGenerator<Finding, void> {
  for (const one of await makePayments(rehearsal)) {
    rehearsal.signal?.throwIfAborted();
    yield await grade(rehearsal, one);
  }
}

/** The payments of all chapters, with their events. */
export async function makePayments(
  rehearsal: Pick<Rehearsal, 'client' | 'baseUrl' | 'restart' | 'names' | 'signal'>,
): Promise<Played[]> {
  const { client, names, restart, signal } = rehearsal;
  const options = signal ? { signal } : {};
  const notificationUrl = await sinkOf(rehearsal);
  const after = await client.events.newest(options);
  const played: Played[] = [];
  for (const name of names) {
    signal?.throwIfAborted();
    const chapter = CHAPTERS[name]!;
    const merchantReference = `rehearsal-${name}-${crypto.randomUUID().slice(0, 8)}`;
    const { amount, currency = 'EUR', scenario } = chapter;
    const made = { name, chapter, reference: merchantReference, transactionId: null, events: [] };
    if (chapter.needsRestart && restart === undefined) {
      played.push({ ...made, missing: 'give --restart, a command that restarts your receiver' });
      continue;
    }
    const wishes = { amount, currency, country: 'DE', merchantReference, notificationUrl };
    try {
      const transactionId = await SCENARIOS[scenario]!.play(client, wishes);
      played.push({ ...made, transactionId, missing: null });
    } catch (error) {
      if (!(error instanceof NotOffered)) throw error;
      played.push({ ...made, missing: error.message });
    }
  }
  await collect(client, after, played, options);
  return played;
}

/** The address of the sandbox receiver, which takes the gateway's own webhooks of the rehearsal. */
async function sinkOf({ client, baseUrl }: Pick<Rehearsal, 'client' | 'baseUrl'>): Promise<string> {
  const sink = (brandId: string) => `${baseUrl}/sandbox/receiver/${brandId}`;
  for await (const { brandId } of client.payments.list({ limit: 1 })) return sink(brandId);
  // The brand has no payment yet, so a session tells the brand's id. Nobody pays in the session; it expires.
  const unused = {
    currency: 'EUR',
    amount: 25,
    country: 'DE',
    notificationUrl: sink(crypto.randomUUID()),
  };
  return sink((await client.payments.get((await client.sessions.create(unused)).transactionId)).brandId);
}

/** The events of each payment, in order. */
async function collect(
  client: Tollgate,
  after: string,
  all: readonly Played[],
  options: CallOptions,
): Promise<void> {
  const end = Date.now() + EVENTS_WITHIN_MS;
  const played = new Map(all.flatMap((one) => (one.transactionId ? [[one.transactionId, one]] : [])));
  for (;;) {
    for (const one of played.values()) one.events = [];
    for await (const event of client.events.list({ limit: 100, ...(after && { after }) }, options))
      played.get(event.transactionId)?.events.push(event);
    const missing = [...played.values()].find(
      ({ events, chapter }) => !events.some(({ eventType }) => eventType === chapter.last),
    );
    if (!missing) break;
    if (Date.now() > end)
      throw new Error(
        `no ${missing.chapter.last} came for ${missing.reference}; are the gateway's workers running?`,
      );
    await sleep(250);
  }
  for (const { events } of played.values()) events.sort((a, b) => a.sequence - b.sequence);
}
