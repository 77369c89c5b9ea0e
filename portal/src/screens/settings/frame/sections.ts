// The sections of the settings in four groups: name, address below /b/$brandId, and who sees them. A section of another
// area has its line here; its route is in that area's own file.
import type { Permission } from '../../../shell/session/session.ts';

interface SettingsSection {
  label: string;
  path: `/settings/${string}`;
  permission: Permission;
}

interface SettingsGroup {
  title: string;
  sections: readonly SettingsSection[];
}

const GROUPS: readonly SettingsGroup[] = [
  {
    title: 'Brand',
    sections: [
      { label: 'General', path: '/settings/general', permission: 'settings.read' },
      { label: 'Cashier look', path: '/settings/look', permission: 'settings.read' },
      { label: 'Methods', path: '/settings/methods', permission: 'settings.read' },
    ],
  },
  {
    title: 'Connection',
    sections: [
      { label: 'Providers', path: '/settings/providers', permission: 'providers.read' },
      { label: 'Notifications', path: '/settings/notifications', permission: 'providers.read' },
      { label: 'API keys', path: '/settings/keys', permission: 'settings.read' },
      { label: 'Webhook & signatures', path: '/settings/webhook', permission: 'settings.read' },
    ],
  },
  {
    title: 'Protection',
    sections: [
      { label: 'Approvals', path: '/settings/approvals', permission: 'settings.read' },
      { label: 'Risk rules', path: '/settings/risk', permission: 'settings.read' },
      { label: 'Blocks', path: '/settings/blocks', permission: 'payments.read' },
    ],
  },
  {
    title: 'People',
    sections: [
      { label: 'Users', path: '/settings/users', permission: 'users.change' },
      { label: 'Single sign-on', path: '/settings/single-sign-on', permission: 'users.change' },
      { label: 'Audit log', path: '/settings/audit', permission: 'audit.read' },
    ],
  },
];

/** The groups, with only the sections that the user may see. */
export const openGroups = (permissions: readonly Permission[]): SettingsGroup[] =>
  GROUPS.map(({ title, sections }) => ({
    title,
    sections: sections.filter(({ permission }) => permissions.includes(permission)),
  })).filter(({ sections }) => sections.length > 0);
