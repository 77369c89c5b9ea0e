// The overview's address. It contains the period, so that people can share it.
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
  /** Both days are included. Without them: the last seven days. */
  validateSearch: (search): { from?: string; to?: string; currency?: string } => {
    const [from, to, currency] = [dayOrNone(search.from), dayOrNone(search.to), oneOf(search.currency)];
    return { ...(from && { from }), ...(to && { to }), ...(currency && { currency }) };
  },
});
