// The routes of access: the invitation, for anybody with its link, the own account and the users of the merchant.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { brandRoute, rootRoute } from '../../shell/routes.ts';

export const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitations/$token',
  component: lazyRouteComponent(() => import('./invitation.tsx'), 'Invitation'),
});

const accountRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/account',
  component: lazyRouteComponent(() => import('./account.tsx'), 'Account'),
});

const usersRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/settings/users',
  component: lazyRouteComponent(() => import('./users.tsx'), 'Users'),
});

/** Within the frame of a brand. */
export const ACCESS_ROUTES = [accountRoute, usersRoute];
