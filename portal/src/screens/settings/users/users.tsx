// Settings → Users: the users, their roles and their states; invitations, roles, and help for a user who is locked out.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../../../api/queries.ts';
import { type Mood, StatusDot } from '../../../parts/status-dot.tsx';
import { type Column, DataTable } from '../../../parts/table/data-table.tsx';
import { Time } from '../../../parts/time.tsx';
import { ROLES } from '../../../shell/session/account-menu.tsx';
import { SettingsFrame } from '../frame/settings-frame.tsx';
import { InviteUser } from './invite-user.tsx';
import type { PortalUser } from './portal-user.ts';
import { UserMenu } from './user-menu.tsx';
import classes from './users.module.css';

const STATES: Record<PortalUser['state'], [word: string, mood: Mood]> = {
  active: ['Active', 'good'],
  invited: ['Invited', 'busy'],
  expired: ['Invitation expired', 'warn'],
  locked: ['Locked', 'warn'],
  disabled: ['Disabled', 'quiet'],
};

const FACTORS: Record<string, string> = { passkey: 'Passkey', totp: 'App' };

const columns: Column<PortalUser>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ name, email, isYou }) => (
      <span className={classes.person}>
        <span>
          {name ?? email}
          {isYou && <span className={classes.quiet}> (you)</span>}
        </span>
        {name && <span className={classes.quiet}>{email}</span>}
      </span>
    ),
  },
  { id: 'role', header: 'Role', cell: ({ role }) => ROLES[role] ?? role },
  {
    id: 'state',
    header: 'State',
    cell: ({ state }) => <StatusDot mood={STATES[state][1]}>{STATES[state][0]}</StatusDot>,
  },
  {
    id: 'factors',
    header: 'Second factor',
    cell: ({ secondFactors }) =>
      secondFactors
        .map((factor) => FACTORS[factor])
        .filter(Boolean)
        .join(', ') || <span className={classes.quiet}>None</span>,
  },
  {
    id: 'lastSignInAt',
    header: 'Last sign-in',
    cell: ({ lastSignInAt }) =>
      lastSignInAt ? <Time at={lastSignInAt} /> : <span className={classes.quiet}>Never</span>,
  },
  {
    id: 'menu',
    header: 'Actions',
    headerHidden: true,
    align: 'end',
    width: '72px',
    cell: (user) => <UserMenu user={user} />,
  },
];

export function Users() {
  const query = useQuery(apiQuery('/portal/api/users'));
  const [inviting, setInviting] = useState(false);
  return (
    <SettingsFrame
      lead="Everybody who can sign in for this merchant, for all its brands."
      primary={<Button onClick={() => setInviting(true)}>Invite user</Button>}
    >
      <DataTable
        label="Users"
        columns={columns}
        rows={query.data?.items}
        rowKey={({ id }) => id}
        error={query.error}
        again={query.refetch}
        expected={6}
      />
      {inviting && <InviteUser onClose={() => setInviting(false)} />}
    </SettingsFrame>
  );
}
