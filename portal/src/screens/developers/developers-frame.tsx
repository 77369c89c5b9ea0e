// The frame of the developers' area: its head, and a tab for each part that the role may open.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageHeader } from '../../parts/page-header.tsx';
import { type Permission, useBrand, useSession } from '../../shell/session.ts';
import classes from './developers.module.css';

const TABS = [
  ['Webhooks', 'webhooks', 'payments.read'],
  ['Requests', 'requests', 'developers.read'],
  ['Signatures', 'signatures', 'developers.read'],
  ['Snippets', 'snippets', 'developers.read'],
  ['Providers', 'providers', 'developers.read'],
] as const satisfies [string, string, Permission][];

interface Props {
  title: (typeof TABS)[number][0];
  lead: string;
  actions?: ReactNode;
  primary?: ReactNode;
  children: ReactNode;
}

export function DevelopersFrame({ title, children, ...head }: Props) {
  const brand = useBrand();
  const { permissions } = useSession();
  return (
    <>
      <PageHeader title={title} {...head} />
      <nav className={classes.tabs} aria-label="Developers">
        {TABS.filter(([, , permission]) => permissions.includes(permission)).map(([label, path]) => (
          <Link
            key={path}
            to={`/b/$brandId/developers/${path}`}
            params={{ brandId: brand.id }}
            className={classes.tab}
            activeOptions={{ includeSearch: false }}
            activeProps={{ 'data-active': true }}
          >
            {label}
          </Link>
        ))}
      </nav>
      {children}
    </>
  );
}

/** Text as it went over the wire, with a name for screen readers; long ones scroll, also by keys. */
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
