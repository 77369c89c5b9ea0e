// Who is signed in, at the right of the top bar: name, role, light or dark, sign out.
import { Avatar, Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconLogout, IconMoon, IconSun } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { del } from '../api/client.ts';
import { queryClient } from '../api/queries.ts';
import { useSession } from './session.ts';
import { toast } from './toasts.tsx';

const SCHEMES = [
  ['auto', 'As the device', IconDeviceDesktop],
  ['light', 'Light', IconSun],
  ['dark', 'Dark', IconMoon],
] as const;

export function AccountMenu() {
  const { user } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const navigate = useNavigate();

  async function signOut() {
    try {
      await del('/portal/api/session');
    } catch (error) {
      return toast((error as Error).message, 'bad');
    }
    queryClient.clear();
    await navigate({ to: '/sign-in' });
  }

  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton aria-label={`Account of ${user.name}`}>
          <Avatar name={user.name} size={32} color="gray" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {user.name}
          <br />
          {ROLES[user.role] ?? user.role}
        </Menu.Label>
        <Menu.Divider />
        <Menu.Label>Appearance</Menu.Label>
        {SCHEMES.map(([scheme, label, Icon]) => (
          <Menu.Item
            key={scheme}
            role="menuitemradio"
            aria-checked={scheme === colorScheme}
            leftSection={<Icon size={16} stroke={1.75} />}
            rightSection={scheme === colorScheme ? <IconCheck size={16} /> : null}
            onClick={() => setColorScheme(scheme)}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.75} />} onClick={signOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Roles as staff say them; also for lists of users. */
export const ROLES: Record<string, string> = {
  owner: 'Owner',
  developer: 'Developer',
  'finance-maker': 'Finance, makes payouts',
  'finance-approver': 'Finance, approves payouts',
  support: 'Support',
  'read-only': 'Read only',
};
