// Chooses a role, each with what it may do, in the order of the gateway's table.
import { Radio, Stack } from '@mantine/core';
import { ROLES } from '../../../shell/session/account-menu.tsx';
import type { Role } from './portal-user.ts';

const MAY: Record<Role, string> = {
  owner: 'Everything, including users and settings',
  developer: 'Keys, webhooks, request log; no money',
  'finance-maker': 'Creates payouts, refunds and payment links; reads reports',
  'finance-approver': 'Approves payouts, decides unknown outcomes; reads reports and the audit log',
  support: 'Refunds, cancels, resends, notes and blocks',
  'read-only': 'Can only read',
};

export function RoleField({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  return (
    <Radio.Group label="Role" value={value} onChange={(role) => onChange(role as Role)}>
      <Stack gap="xs" mt="xs">
        {(Object.keys(MAY) as Role[]).map((role) => (
          <Radio key={role} value={role} label={ROLES[role]} description={MAY[role]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
