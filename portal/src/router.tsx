// Puts routes, frame and screens together. The sign-in screen and every area are separate files that load when they are
// needed.
import { createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { BASE } from './api/client.ts';
import { queryClient } from './api/queries.ts';
import {
  ACCESS_ROUTES,
  beginSingleSignOnRoute,
  invitationRoute,
  returnFromProviderRoute,
} from './screens/access/routes.ts';
import { AREAS } from './shell/areas.ts';
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

/** Written out, because TypeScript would not join the types of several areas' routes by itself. */
type AreaRoute = (typeof AREAS)[number]['routes'][number];
const areaRoutes = (AREAS as readonly { routes: readonly AreaRoute[] }[]).flatMap(({ routes }) => routes);

const routeTree = rootRoute.addChildren([
  signInRoute,
  invitationRoute,
  beginSingleSignOnRoute,
  returnFromProviderRoute,
  signedInRoute.addChildren([
    homeRoute,
    brandRoute.addChildren([brandHomeRoute, ...ACCESS_ROUTES, ...areaRoutes]),
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
