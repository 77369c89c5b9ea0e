// The routes of access: the invitation, for anybody with its link, single sign-on, and the user's own account.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { brandRoute, rootRoute } from '../../shell/routes.ts';
import { oneOf } from '../../shell/search/search-text.ts';

export const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitations/$token',
});

/** The address where a company's people begin to sign in. */
export const beginSingleSignOnRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/single-sign-on/$merchantId',
  validateSearch: (search): { next?: string } => {
    const next = oneOf(search.next);
    return next ? { next } : {};
  },
});

/**
 * The address to which a company's identity provider sends its people back. Each merchant has its own, so that no
 * answer of another provider ends there.
 */
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
