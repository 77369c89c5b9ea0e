// The settings in the rail, and the screen of each of their routes. Everybody may open them; each section says who sees
// it.
import { IconSettings } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import type { Area } from '../../shell/area.ts';
import {
  approvalsRoute,
  auditRoute,
  blocksRoute,
  generalRoute,
  keysRoute,
  lookRoute,
  methodsRoute,
  notificationsRoute,
  providerRoute,
  providersRoute,
  riskRoute,
  settingsRoute,
  singleSignOnRoute,
  usersRoute,
  webhookRoute,
} from './routes.ts';

generalRoute.update({ component: lazyRouteComponent(() => import('./general.tsx'), 'General') });
providersRoute.update({
  component: lazyRouteComponent(() => import('./providers/providers.tsx'), 'Providers'),
});
providerRoute.update({
  component: lazyRouteComponent(() => import('./providers/provider.tsx'), 'ProviderScreen'),
});
notificationsRoute.update({
  component: lazyRouteComponent(() => import('./notifications/notifications.tsx'), 'Notifications'),
});
keysRoute.update({ component: lazyRouteComponent(() => import('./keys.tsx'), 'Keys') });
webhookRoute.update({ component: lazyRouteComponent(() => import('./webhook.tsx'), 'WebhookSettings') });
approvalsRoute.update({ component: lazyRouteComponent(() => import('./approvals.tsx'), 'Approvals') });
usersRoute.update({ component: lazyRouteComponent(() => import('./users/users.tsx'), 'Users') });
singleSignOnRoute.update({
  component: lazyRouteComponent(() => import('./single-sign-on/single-sign-on.tsx'), 'SingleSignOn'),
});
riskRoute.update({ component: lazyRouteComponent(() => import('./risk.tsx'), 'RiskRules') });
methodsRoute.update({ component: lazyRouteComponent(() => import('./methods.tsx'), 'Methods') });
lookRoute.update({ component: lazyRouteComponent(() => import('./look/look.tsx'), 'Look') });
blocksRoute.update({ component: lazyRouteComponent(() => import('./blocks.tsx'), 'Blocks') });
auditRoute.update({ component: lazyRouteComponent(() => import('./audit.tsx'), 'AuditLog') });

export const settingsArea = {
  label: 'Settings',
  icon: IconSettings,
  path: '/settings',
  permission: 'payments.read',
  routes: [
    settingsRoute,
    generalRoute,
    providersRoute,
    providerRoute,
    notificationsRoute,
    keysRoute,
    webhookRoute,
    approvalsRoute,
    usersRoute,
    singleSignOnRoute,
    riskRoute,
    methodsRoute,
    lookRoute,
    blocksRoute,
    auditRoute,
  ],
} satisfies Area;
