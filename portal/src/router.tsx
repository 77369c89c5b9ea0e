// Puts routes, frame and screens together. Every screen is a file of its own that loads when it is needed. A route
// carries the row of its screen (screens.ts), so that frame and navigation know it without importing the table.
import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { BASE } from './api/client.ts';
import { queryClient } from './api/queries.ts';
import { beginSingleSignOnRoute, invitationRoute, returnFromProviderRoute } from './screens/access/routes.ts';
import { type Area, listedFor } from './shell/area.ts';
import { BrandHome, BrokenScreen, NoArea, NotFound } from './shell/fallbacks.tsx';
import { Frame } from './shell/frame.tsx';
import {
  brandHomeRoute,
  brandRoute,
  homeRoute,
  rootRoute,
  signedInRoute,
  signInRoute,
} from './shell/routes.ts';
import { AREAS, SCREENS } from './shell/screens.ts';
import { parseSearch, stringifySearch } from './shell/search/search-text.ts';

signInRoute.update({ component: lazyRouteComponent(() => import('./screens/access/sign-in.tsx'), 'SignIn') });
invitationRoute.update({
  component: lazyRouteComponent(() => import('./screens/access/invitation.tsx'), 'Invitation'),
});
beginSingleSignOnRoute.update({
  component: lazyRouteComponent(
    () => import('./screens/access/single-sign-on/begin.tsx'),
    'BeginSingleSignOn',
  ),
});
returnFromProviderRoute.update({
  component: lazyRouteComponent(
    () => import('./screens/access/single-sign-on/return.tsx'),
    'ReturnFromProvider',
  ),
});
homeRoute.update({ component: NoArea });
brandRoute.update({ component: Frame });
brandHomeRoute.update({ component: BrandHome });

/** If the area's own path belongs to no screen, it leads to the area's first screen that the role may open. */
function crossroadOf({ path, screens }: Area) {
  return createRoute({
    getParentRoute: () => brandRoute,
    path,
    beforeLoad: ({ context, params }) => {
      const [first] = listedFor(screens, context.session.permissions);
      if (first) throw redirect({ href: `/b/${params.brandId}${first.path}` });
    },
  });
}

const screenRoutes = SCREENS.map((screen) => {
  const area = AREAS.find(({ screens }) => screens.includes(screen));
  const { path, component } = screen;
  return createRoute({
    getParentRoute: () => brandRoute,
    path,
    component,
    staticData: { screen, ...(area && { area }) },
  });
});
const crossroads = AREAS.filter(({ path }) => !SCREENS.some((screen) => screen.path === path)).map(
  crossroadOf,
);

const routeTree = rootRoute.addChildren([
  signInRoute,
  invitationRoute,
  beginSingleSignOnRoute,
  returnFromProviderRoute,
  signedInRoute.addChildren([
    homeRoute,
    brandRoute.addChildren([brandHomeRoute, ...crossroads, ...screenRoutes]),
  ]),
]);

export const router = createRouter({
  routeTree,
  basepath: `${BASE}/portal`,
  context: { queryClient },
  parseSearch,
  stringifySearch,
  // A pointer on a link already loads its screen.
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: BrokenScreen,
  // The frame is visible already; a screen's own skeleton follows at once.
  defaultPendingMs: 200,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** The path of the list whose row was opened (parts/table/data-table.tsx). */
    cameFrom?: string;
  }
}
