// The frame of every section: the head, the list of sections at its side (above it on a phone), and the section itself.
// It tells a user who may only read so once, and locks the fields.
import { Alert, Group } from '@mantine/core';
import { Link, useLocation, useMatches } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import { PageHeader } from '../../../parts/page-header.tsx';
import { useOpenInView } from '../../../parts/sub-nav.tsx';
import { listedFor } from '../../../shell/area.ts';
import { useBrand, useSession } from '../../../shell/session/session.ts';
import classes from '../settings.module.css';

interface Props {
  /** If it is not the title of the screen. */
  title?: string;
  /** Stands behind the title. */
  badge?: ReactNode;
  lead: ReactNode;
  back?: { to: string; label: string };
  primary?: ReactNode;
  actions?: ReactNode;
  /** Who may change the section; set if this user may not. */
  readOnly?: string | false;
  children: ReactNode;
}

export function SettingsFrame({ title: given, badge, readOnly = false, children, ...head }: Props) {
  const { permissions } = useSession();
  const brand = useBrand();
  const { pathname } = useLocation();
  const { area, screen } = useMatches().at(-1)?.staticData ?? {};
  const title = given ?? screen?.title;
  const sections = listedFor(area?.screens ?? [], permissions);
  const list = useRef<HTMLElement>(null);
  // On a phone the list is wider than the window.
  useOpenInView(
    list,
    sections.findIndex(({ path }) => isIn(pathname, path)),
    sections.length,
  );
  return (
    <>
      <PageHeader
        title={
          badge ? (
            <Group component="span" display="inline-flex" gap="xs">
              {title} {badge}
            </Group>
          ) : (
            title
          )
        }
        windowTitle={`${title} · Settings`}
        {...head}
      />
      <div className={classes.frame}>
        <nav ref={list} className={classes.sections} aria-label="Settings">
          {[...Map.groupBy(sections, ({ group }) => group)].map(([group, own]) => (
            <div key={group} className={classes.group}>
              <span className={classes.groupTitle}>{group}</span>
              {own.map(({ title: label, path }) => (
                <Link
                  key={path}
                  to={`/b/${brand.id}${path}` as string}
                  className={classes.section}
                  aria-current={isIn(pathname, path) ? 'page' : undefined}
                >
                  {label}
                </Link>
              ))}
            </div>
          ))}
        </nav>
        <div className={classes.body}>
          {readOnly && (
            <Alert variant="light" color="gray">
              You can only read this. {readOnly} can change it.
            </Alert>
          )}
          {children}
        </div>
      </div>
    </>
  );
}

/** Whether the page is the section's page, or a page below it. */
const isIn = (pathname: string, path: string) => pathname.endsWith(path) || pathname.includes(`${path}/`);

/** One setting: its name and purpose on the left, its field on the right. */
export function Setting({
  title,
  children,
  field,
}: {
  title: string;
  children: ReactNode;
  field: ReactNode;
}) {
  return (
    <div className={classes.setting}>
      <div>
        <h2 className={classes.settingTitle}>{title}</h2>
        <div className={classes.settingText}>{children}</div>
      </div>
      <div className={classes.field}>{field}</div>
    </div>
  );
}
