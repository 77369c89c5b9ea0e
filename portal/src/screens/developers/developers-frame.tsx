// The frame of the developers' area: its head, and a tab for each part that the role may open.
import type { ReactNode } from 'react';
import { PageHeader } from '../../parts/page-header.tsx';
import { SubNav } from '../../parts/sub-nav.tsx';
import classes from './developers.module.css';

interface Props {
  lead: string;
  actions?: ReactNode;
  primary?: ReactNode;
  children: ReactNode;
}

export function DevelopersFrame({ children, ...head }: Props) {
  return (
    <>
      <PageHeader {...head} />
      <SubNav />
      {children}
    </>
  );
}

/** Text as it was sent, with a name for screen readers. A long text scrolls, also by keys. */
export function Code({ label, text, plain = false }: { label: string; text: string; plain?: boolean }) {
  return (
    <section
      className={`${classes.code} ${plain ? classes.plain : ''}`}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
      tabIndex={0}
    >
      {text}
    </section>
  );
}
