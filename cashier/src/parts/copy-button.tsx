// Copies a text and says so. `name`: what is copied, for the label ("Copy IBAN"). Without a clipboard (an old browser,
// a browser within an app) it copies with the browser's old command; if that fails too, the text beside it is left
// selected.

import { useRef, useState } from 'preact/hooks';
import { t } from '../i18n.ts';
import { announce } from './announce.ts';
import { Icon } from './icon.tsx';

interface Props {
  text: string;
  name: string;
  /** Shown as a separate button with a text beside the icon. */
  wide?: boolean;
  /** Id of the element that shows the text. */
  shownIn?: string;
}

export function CopyButton({ text, name, wide, shownIn }: Props) {
  const [isDone, setDone] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      if (!copySelected(text, shownIn)) return;
    }
    setDone(true);
    announce(t('parts.copiedName', { name }));
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setDone(false), 2_000);
  }
  return (
    <button
      type="button"
      class={`button copy no-print${wide ? ' wide' : ' plain'}${isDone ? ' done' : ''}`}
      onClick={copy}
      aria-label={wide ? undefined : t('parts.copyOnly', { name })}
    >
      <Icon name={isDone ? 'check' : 'copy'} />
      {wide && <span>{isDone ? t('parts.copied') : t('parts.copyName', { name })}</span>}
    </button>
  );
}

/** Copies with the browser's old command. Returns whether it worked. */
function copySelected(text: string, shownIn: string | undefined): boolean {
  const shown = shownIn === undefined ? null : document.getElementById(shownIn);
  if (shown) getSelection()?.selectAllChildren(shown);
  const put = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', put, { once: true });
  const isCopied = document.execCommand('copy');
  document.removeEventListener('copy', put);
  return isCopied;
}
