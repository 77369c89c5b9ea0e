// A button for something that cannot be undone: pressed, it asks in place, and "no" is the nearer answer. The focus
// moves into the question, and back to the button.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';

interface Props {
  label: string;
  question: string;
  yes: string;
  no: string;
  icon?: IconName;
  /** A screen reader reads the label; it is not shown. */
  isIconAlone?: boolean;
  busy: boolean;
  disabled?: boolean;
  onYes: () => void;
}

export function AskFirst({ label, question, yes, no, icon, isIconAlone, busy, disabled, onYes }: Props) {
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useRef(false);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isOpen !== wasOpen.current) box.current?.querySelector<HTMLElement>(isOpen ? 'p' : 'button')?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const onEscape = (event: KeyboardEvent) => event.key === 'Escape' && !busy && setOpen(false);
  return (
    <div class="ask" ref={box}>
      {isOpen ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: Escape does what the button "no" beside it does.
        <div class="asked" onKeyDown={onEscape}>
          <p tabIndex={-1}>{question}</p>
          <div class="answers">
            <Button onClick={() => setOpen(false)} disabled={busy}>
              {no}
            </Button>
            <Button kind="danger" onClick={onYes} busy={busy} disabled={disabled}>
              {yes}
            </Button>
          </div>
        </div>
      ) : (
        <button type="button" class="button plain quiet-text" onClick={() => setOpen(true)}>
          {icon && <Icon name={icon} />}
          <span class={isIconAlone ? 'hidden-visually' : undefined}>{label}</span>
        </button>
      )}
    </div>
  );
}
