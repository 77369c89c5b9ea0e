// The receipt by mail: a button, and after it a sentence. The address is the merchant's; nobody can type another one.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { EndScreen } from '../../../gateway/src/http/cashier/state/state.ts';
import type { Actions } from '../api.ts';
import { t } from '../i18n.ts';
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/notice.tsx';

export function MailReceipt({ to, isSent, act }: NonNullable<EndScreen['mail']> & { act: Actions }) {
  const [hasFailed, setFailed] = useState(false);
  const isPressed = useRef(false);
  const sentence = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The button that had the focus is gone.
    if (isSent && isPressed.current) sentence.current?.focus();
  }, [isSent]);
  if (isSent) {
    return (
      <p class="muted small" tabIndex={-1} ref={sentence}>
        {t('receipt.mailed', { address: to })}
      </p>
    );
  }
  const send = async () => {
    isPressed.current = true;
    setFailed(false);
    setFailed(!(await act.mailReceipt()).ok);
  };
  return (
    <>
      <Button
        kind="plain"
        icon="mail"
        busy={act.busy === 'receipt'}
        disabled={act.busy !== null}
        onClick={() => void send()}
      >
        {t('receipt.mail')}
        <br />
        <span class="small" dir="ltr">
          {to}
        </span>
      </Button>
      {hasFailed && (
        <Notice kind="warn" alert>
          {t('confirm.failed')}
        </Notice>
      )}
    </>
  );
}
