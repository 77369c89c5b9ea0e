// If a screen throws an error, this shows a message and a way on instead of an empty page. The payment belongs to the
// gateway and goes on.

import { Component, type ComponentChildren } from 'preact';
import { t } from '../i18n.ts';
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/notice.tsx';

export class ErrorBoundary extends Component<{ children: ComponentChildren }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static override getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    if (!this.state.isBroken) return this.props.children;
    return (
      <div class="stack">
        <h1 tabIndex={-1}>{t('shell.broken.title')}</h1>
        <Notice kind="warn">{t('shell.broken.text')}</Notice>
        <Button kind="primary" onClick={() => location.reload()}>
          {t('shell.broken.again')}
        </Button>
      </div>
    );
  }
}
