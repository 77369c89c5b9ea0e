// The signed-in user at the right of the top bar: name, role, light or dark, sign out.
import { Avatar, Menu, UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { IconLogout, IconUserCircle, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import classes from '../shell.module.css';
import { useBrand, useSession } from './session.ts';
import { useSignOut } from './sign-out.ts';

const SCHEMES = [
  ['auto', 'As the device'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

export function AccountMenu() {
  const { user, permissions } = useSession();
  const brand = useBrand();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();

  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton className={classes.account}>
          <Avatar name={user.name} size={32} color="gray" aria-hidden="true" />
          <VisuallyHidden>Account of {user.name}</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {user.name}
          <br />
          {ROLES[user.role] ?? user.role}
        </Menu.Label>
        <Menu.Item
          component={Link}
          to={`/b/${brand.id}/account`}
          leftSection={<IconUserCircle size={16} stroke={1.75} />}
        >
          Your account
        </Menu.Item>
        {permissions.includes('users.change') && (
          <Menu.Item
            component={Link}
            to={`/b/${brand.id}/settings/users`}
            leftSection={<IconUsers size={16} stroke={1.75} />}
          >
            Users
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Label>Appearance</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(scheme) => setColorScheme(scheme as typeof colorScheme)}
        >
          {SCHEMES.map(([scheme, label]) => (
            <Menu.RadioItem key={scheme} value={scheme}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.75} />} onClick={signOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The names of roles, also for lists of users. */
export const ROLES: Record<string, string> = {
  owner: 'Owner',
  developer: 'Developer',
  'finance-maker': 'Finance, makes payouts',
  'finance-approver': 'Finance, approves payouts',
  support: 'Support',
  'read-only': 'Read only',
};
