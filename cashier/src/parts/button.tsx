// A button. While `busy` it keeps its size and its focus and does nothing; a spinner appears after 400 ms.

import type { ComponentChildren } from 'preact';
import { t } from '../i18n.ts';
import { Icon, type IconName } from './icon.tsx';
import { Spinner } from './spinner.tsx';

interface Look {
  /** 'primary': the main action of a screen, full width. 'plain': without a border. */
  kind?: 'primary' | 'quiet' | 'plain' | 'danger';
  wide?: boolean;
  icon?: IconName;
  children: ComponentChildren;
}

interface ButtonProps extends Look {
  onClick?: () => void;
  submit?: boolean;
  busy?: boolean;
  /** Another call is under way: the button looks the same and does nothing. */
  disabled?: boolean;
}

export function Button({ kind, wide, icon, children, onClick, submit, busy, disabled }: ButtonProps) {
  const isIdle = busy === true || disabled === true;
  return (
    <button
      type={submit ? 'submit' : 'button'}
      class={`${classes(kind, wide)}${busy ? ' busy' : isIdle ? ' idle' : ''}`}
      aria-disabled={isIdle || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        // Not `disabled`, because the keyboard focus would be lost.
        if (isIdle) event.preventDefault();
        else onClick?.();
      }}
    >
      {icon && <Icon name={icon} />}
      <span>{children}</span>
      {busy && <Spinner label={t('parts.busy')} />}
    </button>
  );
}

/** A link that looks like a button. `outside`: opens a new tab. */
export function LinkButton({
  kind,
  wide,
  icon,
  children,
  href,
  outside,
}: Look & { href: string; outside?: boolean }) {
  return (
    <a
      class={classes(kind, wide)}
      href={href}
      {...(outside ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
    >
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </a>
  );
}

function classes(kind: Look['kind'] = 'quiet', wide = kind === 'primary'): string {
  return `button ${kind}${wide ? ' wide' : ''}`;
}
