// The address of payment links, with the filter in it.
import { createRoute } from '@tanstack/react-router';
import { brandRoute } from '../../shell/routes.ts';
import { oneOf } from '../../shell/search/search-text.ts';

export const linksRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/links',
  validateSearch: (search): { state?: string } => {
    const state = oneOf(search.state);
    return state ? { state } : {};
  },
});
