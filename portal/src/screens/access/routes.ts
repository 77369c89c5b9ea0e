// The routes of access: the invitation, for anybody with its link, single sign-on, and the user's own account.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { brandRoute, rootRoute } from '../../shell/routes.ts';
import { oneOf } from '../../shell/search/search-text.ts';

export const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitations/$token',
});

/** Where a company's people begin: its own address. */
export const beginSingleSignOnRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/single-sign-on/$merchantId',
  validateSearch: (search): { next?: string } => {
    const next = oneOf(search.next);
    return next ? { next } : {};
  },
});

/** Where a company's identity provider sends its people back: an address for each, so that no other provider's answer ends there. */
export const returnFromProviderRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/single-sign-on/$merchantId/return',
});

const accountRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/account',
  component: lazyRouteComponent(() => import('./account.tsx'), 'Account'),
});

/** Within the frame of a brand. */
export const ACCESS_ROUTES = [accountRoute];
