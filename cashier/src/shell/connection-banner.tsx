// Says calmly that the connection is lost, that nothing typed is, and what happens next.

import { connectionLost } from '../current.ts';
import { t } from '../i18n.ts';
import { Notice } from '../parts/notice.tsx';

export function ConnectionBanner({ busy }: { busy: boolean }) {
  return (
    // There from the beginning: only what appears inside is read out.
    <div role="status">
      {connectionLost() && (
        <Notice kind="warn" icon="offline" title={t('shell.offline.title')}>
          {t(busy ? 'shell.offline.sent' : 'shell.offline.text')}
        </Notice>
      )}
    </div>
  );
}
