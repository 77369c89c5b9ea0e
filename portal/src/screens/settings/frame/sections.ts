// The sections of the settings in their order: name, address below /b/$brandId, and who sees them. A section of another area adds
// its line here; its route is in that area's own file.
import type { Permission } from '../../../shell/session/session.ts';

export interface SettingsSection {
  label: string;
  path: `/settings/${string}`;
  permission: Permission;
}

export const SECTIONS: readonly SettingsSection[] = [
  { label: 'General', path: '/settings/general', permission: 'settings.read' },
  { label: 'API keys', path: '/settings/keys', permission: 'settings.read' },
  { label: 'Webhook & signatures', path: '/settings/webhook', permission: 'settings.read' },
  { label: 'Approvals', path: '/settings/approvals', permission: 'settings.read' },
  { label: 'Risk rules', path: '/settings/risk', permission: 'settings.read' },
  { label: 'Blocks', path: '/settings/blocks', permission: 'payments.read' },
  { label: 'Methods', path: '/settings/methods', permission: 'settings.read' },
  { label: 'Cashier look', path: '/settings/look', permission: 'settings.read' },
  { label: 'Users', path: '/settings/users', permission: 'users.change' },
  { label: 'Audit log', path: '/settings/audit', permission: 'audit.read' },
];
