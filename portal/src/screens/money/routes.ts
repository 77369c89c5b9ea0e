// The addresses of the money screens; filters are in them.
import { createRoute } from '@tanstack/react-router';
import { brandRoute } from '../../shell/routes.ts';
import { oneOf } from '../../shell/search/search-text.ts';

const texts =
  <Name extends string>(...names: Name[]) =>
  (search: Record<string, unknown>): { [K in Name]?: string } => {
    const found = names.map((name) => [name, oneOf(search[name])]).filter(([, value]) => value);
    return Object.fromEntries(found);
  };

export const balancesRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/money',
  validateSearch: texts('currency', 'kind', 'from', 'to'),
});
export const reportsRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/money/reports',
  staticData: { permission: 'reports.read' },
});
export const monthRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/money/months/$month',
  staticData: { permission: 'reports.read' },
});
export const reportRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/money/reports/$date',
  staticData: { permission: 'reports.read' },
  validateSearch: texts('part', 'currency', 'kind'),
});
export const refundsRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/money/refunds',
  validateSearch: texts('status', 'reason', 'from', 'to'),
});
export const disputesRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/money/disputes',
  validateSearch: texts('state'),
});
export const customersRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/money/customers',
  validateSearch: texts('search'),
});
export const customerRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/money/customers/$userId',
});
export const bankRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/money/bank',
  staticData: { permission: 'bank.read' },
});
export const monthEndRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/money/month-end',
  staticData: { permission: 'reports.read' },
});
