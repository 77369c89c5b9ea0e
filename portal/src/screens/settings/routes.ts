// The routes of the settings. /settings leads to the first section that the role opens.
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { brandRoute } from '../../shell/routes.ts';
import { listOf, oneOf } from '../../shell/search/search-text.ts';
import { SECTIONS } from './frame/sections.ts';

const settingsRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/settings',
  beforeLoad: ({ context, params }) => {
    const { permissions } = context.session;
    const first = SECTIONS.find(({ permission }) => permissions.includes(permission));
    if (first) throw redirect({ href: `/b/${params.brandId}${first.path}` });
  },
});

const generalRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/settings/general',
  staticData: { permission: 'settings.read' },
  component: lazyRouteComponent(() => import('./general.tsx'), 'General'),
});
const keysRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/settings/keys',
  staticData: { permission: 'settings.read' },
  component: lazyRouteComponent(() => import('./keys.tsx'), 'Keys'),
});
const webhookRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/settings/webhook',
  staticData: { permission: 'settings.read' },
  component: lazyRouteComponent(() => import('./webhook.tsx'), 'WebhookSettings'),
});
const approvalsRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/settings/approvals',
  staticData: { permission: 'settings.read' },
  component: lazyRouteComponent(() => import('./approvals.tsx'), 'Approvals'),
});
const usersRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/settings/users',
  staticData: { permission: 'users.change' },
  component: lazyRouteComponent(() => import('./users/users.tsx'), 'Users'),
});
const riskRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/settings/risk',
  staticData: { permission: 'settings.read' },
  component: lazyRouteComponent(() => import('./risk.tsx'), 'RiskRules'),
});
const methodsRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/settings/methods',
  staticData: { permission: 'settings.read' },
  component: lazyRouteComponent(() => import('./methods.tsx'), 'Methods'),
});
const lookRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/settings/look',
  staticData: { permission: 'settings.read' },
  component: lazyRouteComponent(() => import('./look/look.tsx'), 'Look'),
});

export const blocksRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/settings/blocks',
  validateSearch: (search): { kind?: string; q?: string } => {
    const [kind, q] = [oneOf(search.kind), oneOf(search.q)];
    return { ...(kind && { kind }), ...(q && { q }) };
  },
  component: lazyRouteComponent(() => import('./blocks.tsx'), 'Blocks'),
});

export interface AuditSearch {
  who?: string[];
  kind?: string;
  action?: string[];
  target?: string;
  from?: string;
  to?: string;
}

export const auditRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/settings/audit',
  staticData: { permission: 'audit.read' },
  validateSearch: (search): AuditSearch => {
    const one = (name: keyof AuditSearch) => {
      const value = oneOf(search[name]);
      return value ? { [name]: value } : {};
    };
    const [who, action] = [listOf(search.who), listOf(search.action)];
    return {
      ...(who && { who }),
      ...(action && { action }),
      ...one('kind'),
      ...one('target'),
      ...one('from'),
      ...one('to'),
    };
  },
  component: lazyRouteComponent(() => import('./audit.tsx'), 'AuditLog'),
});

export const SETTINGS_ROUTES = [
  settingsRoute,
  generalRoute,
  keysRoute,
  webhookRoute,
  approvalsRoute,
  usersRoute,
  riskRoute,
  blocksRoute,
  methodsRoute,
  lookRoute,
  auditRoute,
] as const;
