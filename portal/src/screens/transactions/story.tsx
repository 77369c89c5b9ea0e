// The timeline of a transaction, each step with who did it.

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

export function Story({ page: { timeline } }: { page: PageOf }) {
  return (
    <Timeline
      items={timeline.map(({ at, what, status, kind, actor, reason }, i) => ({
        key: `${i} ${at}`,
        at,
        title: what,
        by: actorText(actor),
        mood: kind === 'attempt' ? 'bad' : (MOODS[status ?? ''] ?? 'quiet'),
        detail: kind === 'refund' ? reasonText(reason) : reason,
      }))}
    />
  );
}
