// The routes of the settings. /settings leads to the first section that the role may open.
import { createRoute, redirect } from '@tanstack/react-router';
import { brandRoute } from '../../shell/routes.ts';
import { listOf, oneOf } from '../../shell/search/search-text.ts';
import { openGroups } from './frame/sections.ts';

export const settingsRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/settings',
  beforeLoad: ({ context, params }) => {
    const { permissions } = context.session;
    const first = openGroups(permissions)[0]?.sections[0];
    if (first) throw redirect({ href: `/b/${params.brandId}${first.path}` });
  },
});

export const generalRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/settings/general',
  staticData: { permission: 'settings.read' },
});
export const providersRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/settings/providers',
  staticData: { permission: 'providers.read' },
});
export const providerRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/settings/providers/$provider',
  staticData: { permission: 'providers.read' },
});
export const notificationsRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/settings/notifications',
  staticData: { permission: 'providers.read' },
  validateSearch: (search): { state?: string[] } => {
    const state = listOf(search.state);
    return state ? { state } : {};
  },
});
export const keysRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/settings/keys',
  staticData: { permission: 'settings.read' },
});
export const webhookRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/settings/webhook',
  staticData: { permission: 'settings.read' },
});
export const approvalsRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/settings/approvals',
  staticData: { permission: 'settings.read' },
});
export const usersRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/settings/users',
  staticData: { permission: 'users.change' },
});
export const singleSignOnRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/settings/single-sign-on',
  staticData: { permission: 'users.change' },
});
export const riskRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/settings/risk',
  staticData: { permission: 'settings.read' },
});
export const methodsRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/settings/methods',
  staticData: { permission: 'settings.read' },
});
export const lookRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/settings/look',
  staticData: { permission: 'settings.read' },
});

export const blocksRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/settings/blocks',
  validateSearch: (search): { kind?: string; q?: string } => {
    const [kind, q] = [oneOf(search.kind), oneOf(search.q)];
    return { ...(kind && { kind }), ...(q && { q }) };
  },
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
});
