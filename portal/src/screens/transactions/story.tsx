// The timeline of a transaction, each step with who did it.

import { capital } from '../../parts/format.ts';
import type { Mood } from '../../parts/status-dot.tsx';
import { Timeline } from '../../parts/timeline.tsx';
import { reasonText } from './refunds.tsx';
import type { PageOf } from './transaction.tsx';

export type Actor = PageOf['timeline'][number]['actor'];

const ACTORS: Record<Actor['kind'], string> = {
  user: 'a colleague',
  operator: 'the operator of the gateway',
  api: 'the API',
  merchant: 'the request over the API',
  shopper: 'the shopper',
  provider: 'the provider',
  resolver: 'the provider, asked by the gateway',
  expiry: 'the gateway, when time was up',
  sandbox: 'the sandbox',
  gateway: 'the gateway',
};

export function actorText({ kind, name }: Actor): string {
  if (name === null) return ACTORS[kind];
  if (kind === 'api') return `${name}, over the API`;
  return kind === 'user' ? name : `${name} (${ACTORS[kind]})`;
}

const MOODS: Record<string, Mood> = {
  COMPLETED: 'good',
  DECLINED: 'bad',
  ERROR: 'bad',
  FAILED: 'bad',
  PENDING: 'warn',
  PROCESSING: 'busy',
};

/** What somebody wrote or named stays as it is. */
function detailOf(kind: PageOf['timeline'][number]['kind'], reason: string | null): string | null {
  if (reason === null || kind === 'act') return reason;
  const words = reasonText(reason) ?? '';
  // A code may stand in front.
  return words.replace(/^(\d{4} )?\p{L}/u, (begin) => begin.toUpperCase());
}

export function Story({ page: { timeline } }: { page: PageOf }) {
  return (
    <Timeline
      items={timeline.map(({ at, what, status, kind, actor, reason }, i) => ({
        key: `${i} ${at}`,
        at,
        title: what,
        // A name is written as its owner writes it.
        by: actor.name === null ? capital(actorText(actor)) : actorText(actor),
        mood: kind === 'attempt' ? 'bad' : (MOODS[status ?? ''] ?? 'quiet'),
        detail: detailOf(kind, reason),
      }))}
    />
  );
}
