// The screens of the open area below its head, as tabs that are links. On a phone the tabs scroll, and the open tab
// stays in view. `useOpenInView` does that for other lists of links, too.
import { Link, useLocation, useMatches, useRouter } from '@tanstack/react-router';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { listedFor } from '../shell/area.ts';
import { useBrand, useSession } from '../shell/session/session.ts';
import classes from './parts.module.css';

export function SubNav() {
  const brand = useBrand();
  const { permissions } = useSession();
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const area = useMatches().at(-1)?.staticData.area;
  const screens = listedFor(area?.screens ?? [], permissions);
  // The paths of other screens may begin with the area's own path.
  const isExact = (path: string) => path === area?.path;
  const below = pathname.split(`/b/${brand.id}`)[1] ?? '';
  const open = screens.findIndex(
    ({ path }) => below === path || (!isExact(path) && below.startsWith(`${path}/`)),
  );
  // Finds the open link by position, because a link may get `data-active` a moment later.
  useOpenInView(nav, open, screens.length);
  return (
    <nav ref={nav} className={classes.tabs} aria-label={area?.label}>
      {screens.map(({ title, path }) => (
        <Link
          key={path}
          to={`/b/${brand.id}${path}` as '/'}
          className={classes.tab}
          activeOptions={{ exact: isExact(path), includeSearch: false }}
          activeProps={{ 'data-active': true }}
        >
          {title}
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
