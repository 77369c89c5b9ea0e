// Counts down to the end of what is shown; when it is over it says so, and what follows if the money is on its way.

import { useState } from 'preact/hooks';
import { gatewayNow } from '../current.ts';
import { t } from '../i18n.ts';
import { Countdown } from '../parts/countdown.tsx';
import { Notice } from '../parts/notice.tsx';

export function TimeLeft({ until, onEnd }: { until: string | null; onEnd?: () => void }) {
  const [isOver, end] = useOver(until);
  if (until === null) return null;
  if (isOver) {
    return (
      <Notice kind="warn" icon="clock" alert>
        {t('left.over')}
      </Notice>
    );
  }
  const tell = () => {
    end();
    onEnd?.();
  };
  return (
    <p class="left">
      <Countdown key={until} until={until} onEnd={tell} />
    </p>
  );
}

/** Whether the time is over, and what to call when it ends. */
export function useOver(until: string | null): [isOver: boolean, end: () => void] {
  const [ended, setEnded] = useState<string | null>(null);
  const isOver = until !== null && (ended === until || Date.parse(until) <= gatewayNow());
  return [isOver, () => setEnded(until)];
}
