// The screens of an area below its head, as tabs that are links: `<SubNav label="Money" items={[{ label: 'Balances',
// path: '/money', exact: true }, …]} />`. Paths begin after the brand. On a phone the tabs scroll, and the open tab
// stays in view. `useOpenInView` does that for other lists of links, too.
import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useBrand } from '../shell/session/session.ts';
import classes from './parts.module.css';

interface Props {
  /** The area, for screen readers. */
  label: string;
  /** `exact`: other paths of the list begin with this path. */
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
  // Finds the open link by position, because a link may get `data-active` a moment later.
  useOpenInView(nav, open, items.length);
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

/**
 * Keeps the open link of `list` in the middle, where there is room. Only the list scrolls; the page stays where it is.
 * After a change of screen the router restores the scroll positions of the screen before, so this runs once more then.
 */
export function useOpenInView(list: RefObject<HTMLElement | null>, open: number, links: number): void {
  const router = useRouter();
  // Runs also when links come or go, because that moves the open link.
  useLayoutEffect(() => {
    const show = () => {
      const element = list.current!;
      const link = element.querySelectorAll('a')[open]?.getBoundingClientRect();
      const { left, width } = element.getBoundingClientRect();
      if (link) element.scrollLeft += link.left + link.width / 2 - (left + width / 2);
    };
    show();
    return router.subscribe('onRendered', ({ pathChanged }) => pathChanged && show());
  }, [router, open, links]);
}
