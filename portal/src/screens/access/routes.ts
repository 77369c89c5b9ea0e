// The routes of access: the invitation, for anybody with its link, and the user's own account.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { brandRoute, rootRoute } from '../../shell/routes.ts';

export const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitations/$token',
});

const accountRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/account',
  component: lazyRouteComponent(() => import('./account.tsx'), 'Account'),
});

/** Within the frame of a brand. */
export const ACCESS_ROUTES = [accountRoute];
