// The screens of an area below its head, as tabs that are links: `<SubNav label="Money" items={[{ label: 'Balances', path:
// '/money', exact: true }, …]} />`. Paths begin after the brand. On a phone the tabs scroll; the one
// that is open is in view.
import { Link, useLocation } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import { useBrand } from '../shell/session/session.ts';
import classes from './parts.module.css';

interface Props {
  /** The area, for screen readers. */
  label: string;
  /** `exact`: other paths of the list begin with this one. */
  items: readonly { label: string; path: string; exact?: boolean }[];
}

export function SubNav({ label, items }: Props) {
  const brand = useBrand();
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const below = pathname.split(`/b/${brand.id}`)[1] ?? '';
  const open = items.findIndex(
    ({ path, exact = false }) => below === path || (!exact && below.startsWith(`${path}/`)),
  );
  // By its place and not by `data-active`, which a link may get a moment later. A tab moves with the number of tabs.
  useLayoutEffect(() => showTab(nav.current!, open), [open, items.length]);
  return (
    <nav ref={nav} className={classes.tabs} aria-label={label}>
      {items.map(({ label: text, path, exact = false }) => (
        <Link
          key={path}
          to={`/b/${brand.id}${path}` as '/'}
          className={classes.tab}
          activeOptions={{ exact, includeSearch: false }}
          activeProps={{ 'data-active': true }}
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}

/** In the middle where there is room. Only the tabs scroll: the page stays where it is. */
function showTab(nav: HTMLElement, place: number): void {
  const tab = nav.children[place]?.getBoundingClientRect();
  const { left, width } = nav.getBoundingClientRect();
  if (tab) nav.scrollLeft += tab.left + tab.width / 2 - (left + width / 2);
}
