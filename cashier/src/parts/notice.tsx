// A message in a box with its sign: what happened, and what to do. `alert`: read out at once when it appears.

import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

const ICONS = { good: 'done', warn: 'warning', bad: 'alert', info: 'info' } satisfies Record<
  string,
  IconName
>;

interface Props {
  kind?: keyof typeof ICONS;
  title?: string;
  icon?: IconName;
  alert?: boolean;
  children?: ComponentChildren;
}

export function Notice({ kind = 'info', title, icon, alert, children }: Props) {
  return (
    <div class={`notice ${kind}`} role={alert ? 'alert' : undefined}>
      <Icon name={icon ?? ICONS[kind]} />
      <div>
        {title && <strong>{title}</strong>}
        {children}
      </div>
    </div>
  );
}
