// The parents of all routes: `rootRoute`, `signedInRoute` (needs a session) and `brandRoute` (/b/$brandId, within the
// frame). router.tsx adds the screens of screens.ts.
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, notFound, redirect } from '@tanstack/react-router';
import { ApiError } from '../api/client.ts';
import { oneOf } from './search/search-text.ts';
import { sessionQuery } from './session/session.ts';

export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()();

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  /** `next`: the address to go back to. */
  validateSearch: (search): { next?: string } => {
    const next = oneOf(search.next);
    return next ? { next } : {};
  },
});

export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async ({ context, location }) => {
    try {
      return { session: await context.queryClient.ensureQueryData(sessionQuery) };
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error;
      throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { next: location.href } });
    }
  },
});

export const homeRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/',
  beforeLoad: ({ context }) => {
    const { brands } = context.session;
    const last = localStorage.getItem('tollgate-brand');
    const brand = brands.find(({ id }) => id === last) ?? brands.find(({ active }) => active) ?? brands[0];
    if (brand) throw redirect({ to: '/b/$brandId', params: { brandId: brand.id } });
  },
});

export const brandRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/b/$brandId',
  beforeLoad: ({ context, params }) => {
    if (!context.session.brands.some(({ id }) => id === params.brandId)) throw notFound();
    localStorage.setItem('tollgate-brand', params.brandId);
  },
});

/** The brand's own address leads to the first area that the role may open. */
export const brandHomeRoute = createRoute({ getParentRoute: () => brandRoute, path: '/' });
