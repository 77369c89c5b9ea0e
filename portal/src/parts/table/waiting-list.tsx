// A list of work that waits for a person: `<WaitingList label items />`. Each line links to the screen that decides it.
// It shows nothing if nothing waits.
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { StatusDot } from '../status-dot.tsx';
import classes from './waiting-list.module.css';

export interface WaitingItem {
  key: string;
  what: string;
  detail: ReactNode;
  path: string;
  /** Filters of that screen. */
  search?: Record<string, unknown>;
  /** 'bad': something is broken. */
  mood?: 'warn' | 'bad';
}

export function WaitingList({ label, items }: { label: string; items: readonly WaitingItem[] }) {
  if (items.length === 0) return null;
  return (
    <ul className={classes.waiting} aria-label={label}>
      {items.map(({ key, what, detail, path, search, mood = 'warn' }) => (
        <li key={key}>
          <Link to={path as '/'} search={(search ?? {}) as never}>
            <StatusDot mood={mood}>{what}</StatusDot>
            <span className={classes.detail}>{detail}</span>
            <IconChevronRight size={16} aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
