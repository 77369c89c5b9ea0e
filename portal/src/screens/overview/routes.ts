// The overview's address: the period is in it, so that it can be shared.
import { createRoute } from '@tanstack/react-router';
import { brandRoute } from '../../shell/routes.ts';
import { oneOf } from '../../shell/search/search-text.ts';

const DAY = /^\d{4}-\d\d-\d\d$/;
const dayOrNone = (value: unknown) => {
  const text = oneOf(value);
  return text && DAY.test(text) ? text : undefined;
};

export const overviewRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/overview',
  /** Both days included; without them the last seven. */
  validateSearch: (search): { from?: string; to?: string; currency?: string } => {
    const [from, to, currency] = [dayOrNone(search.from), dayOrNone(search.to), oneOf(search.currency)];
    return { ...(from && { from }), ...(to && { to }), ...(currency && { currency }) };
  },
});
