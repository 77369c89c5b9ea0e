// A hint beside a button that needs the connection. It appears while the connection is lost, because the banner at the
// top of the page may be out of sight.

import { connectionLost } from '../current.ts';
import { t } from '../i18n.ts';
import { Icon } from './icon.tsx';

/** `busy`: a call is under way, and the banner says what happens to it. */
export function OfflineHint({ busy }: { busy: boolean }) {
  if (busy || !connectionLost()) return null;
  return (
    <p class="offline-hint">
      <Icon name="offline" />
      <span>{t('parts.offline')}</span>
    </p>
  );
}
