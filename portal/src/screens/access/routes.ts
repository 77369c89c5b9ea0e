// The routes outside a brand: the invitation, for anybody with its link, and single sign-on.
import { createRoute } from '@tanstack/react-router';
import { rootRoute } from '../../shell/routes.ts';
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
