// The timeline of a transaction, each step with who did it.

import { capital } from '../../parts/format.ts';
import type { Mood } from '../../parts/status-dot.tsx';
import { Timeline } from '../../parts/timeline.tsx';
import type { PageOf } from './page.ts';
import { actorText, reasonText } from './words.ts';

const MOODS: Record<string, Mood> = {
  COMPLETED: 'good',
  DECLINED: 'bad',
  ERROR: 'bad',
  FAILED: 'bad',
  PENDING: 'warn',
  PROCESSING: 'busy',
};

/** A text that somebody wrote, or a name, stays as it is. */
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
