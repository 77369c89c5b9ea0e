// Says that the connection is lost, that nothing typed is lost, and what happens next.

import { connectionLost } from '../current.ts';
import { t } from '../i18n.ts';
import { Notice } from '../parts/notice.tsx';

export function ConnectionBanner({ busy }: { busy: boolean }) {
  return (
    // It is in the page from the beginning, because a screen reader reads out only what changes inside.
    <div role="status">
      {connectionLost() && (
        <Notice kind="warn" icon="offline" title={t('shell.offline.title')}>
          {t(busy ? 'shell.offline.sent' : 'shell.offline.text')}
        </Notice>
      )}
    </div>
  );
}
