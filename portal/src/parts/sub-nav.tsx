// The screens of an area below its head, as tabs that are links: `<SubNav label="Money" items={[{ label: 'Balances', path:
// '/money', exact: true }, …]} />`. Paths begin after the brand. On a phone the tabs scroll; the one
// that is open is in view. `useOpenInView` does that for other lists of links, too.
import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { type RefObject, useLayoutEffect, useRef } from 'react';
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
  // By its place and not by `data-active`, which a link may get a moment later.
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
 * Keeps the open one of the links in `list` in the middle, where there is room. Only the list scrolls: the page stays where it is. After a
 * change of screen the router puts back how far each element was scrolled on the screen before, so it is done once more then.
 */
export function useOpenInView(list: RefObject<HTMLElement | null>, open: number, links: number): void {
  const router = useRouter();
  // Also when links come or go: then the open one stands elsewhere.
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
