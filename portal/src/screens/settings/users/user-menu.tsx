// What an owner may do for or to one user, in a menu at the end of the row. Each act asks first and says its
// consequence.
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { del, patch, post } from '../../../api/client.ts';
import { invalidate } from '../../../api/queries.ts';
import { ConfirmAction } from '../../../parts/confirm-action.tsx';
import { toast } from '../../../shell/toasts.tsx';
import { InvitationLink, type MadeLink } from './invite-user.tsx';
import type { PortalUser, Role } from './portal-user.ts';
import { RoleField } from './role-field.tsx';

type Act = 'role' | 'link' | 'reset' | 'sign-out' | 'disable' | 'enable';

export function UserMenu({ user }: { user: PortalUser }) {
  const [act, setAct] = useState<Act | null>(null);
  const [link, setLink] = useState<MadeLink | null>(null);
  const { email, state, secondFactors, isYou } = user;
  const name = user.name ?? email;
  const isMember = state === 'active' || state === 'locked';
  const close = () => setAct(null);

  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setAct('role')}>Change role</Menu.Item>
          {state !== 'disabled' && !isYou && (
            <Menu.Item onClick={() => setAct('link')}>
              {isMember ? 'Link for a new password' : 'New invitation link'}
            </Menu.Item>
          )}
          {secondFactors.length > 0 && !isYou && (
            <Menu.Item onClick={() => setAct('reset')}>Reset second factor</Menu.Item>
          )}
          {isMember && !isYou && (
            <Menu.Item onClick={() => setAct('sign-out')}>Sign out everywhere</Menu.Item>
          )}
          <Menu.Divider />
          {state === 'disabled' ? (
            <Menu.Item onClick={() => setAct('enable')}>Enable</Menu.Item>
          ) : (
            <Menu.Item color="red" onClick={() => setAct('disable')}>
              Disable
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {act === 'role' && <ChangeRole user={user} name={name} onClose={close} />}
      {act !== null && act !== 'role' && (
        <Confirm act={act} user={user} name={name} onClose={close} onLink={setLink} />
      )}
      {link && <InvitationLink email={email} made={link} onClose={() => setLink(null)} />}
    </>
  );
}

interface ActProps {
  user: PortalUser;
  name: string;
  onClose: () => void;
}

function ChangeRole({ user, name, onClose }: ActProps) {
  const [role, setRole] = useState<Role>(user.role);
  return (
    <ConfirmAction
      opened
      onClose={onClose}
      title={`Change the role of ${name}`}
      action="Change role"
      disabled={role === user.role}
      onConfirm={async () => {
        await patch('/portal/api/users/{userId}', { params: { userId: user.id }, body: { role } });
        await invalidate('/portal/api/users');
        toast(`Role of ${name} changed`);
      }}
    >
      <RoleField value={role} onChange={setRole} />
      <p>{user.isYou ? 'You will be signed out.' : `${name} is signed out and signs in again.`}</p>
    </ConfirmAction>
  );
}

const WORDS: Record<Exclude<Act, 'role'>, (name: string) => [title: string, action: string, text: string]> = {
  link: (name) => [
    `Create a new link for ${name}?`,
    'Create link',
    'An earlier link stops working. The password stays valid until the new link is used. The second factor stays.',
  ],
  reset: (name) => [
    `Reset the second factor of ${name}?`,
    'Reset second factor',
    `Passkeys, authenticator app and recovery codes are removed. ${name} is signed out and adds a new factor after the password. Make sure that it is really ${name} who asks.`,
  ],
  'sign-out': (name) => [`Sign ${name} out everywhere?`, 'Sign out', `${name} can sign in again at once.`],
  disable: (name) => [
    `Disable ${name}?`,
    'Disable',
    `${name} is signed out and cannot sign in until you enable the user again.`,
  ],
  enable: (name) => [`Enable ${name}?`, 'Enable', `${name} can sign in again, as before.`],
};

function Confirm({
  act,
  user,
  name,
  onClose,
  onLink,
}: ActProps & { act: Exclude<Act, 'role'>; onLink: (link: MadeLink) => void }) {
  const params = { userId: user.id };
  const [title, action, text] = WORDS[act](name);
  const work: Record<Exclude<Act, 'role'>, () => Promise<unknown>> = {
    link: async () => onLink(await post('/portal/api/users/{userId}/invitation', { params })),
    reset: () => del('/portal/api/users/{userId}/second-factor', { params }),
    'sign-out': () => del('/portal/api/users/{userId}/sessions', { params }),
    disable: () => patch('/portal/api/users/{userId}', { params, body: { disabled: true } }),
    enable: () => patch('/portal/api/users/{userId}', { params, body: { disabled: false } }),
  };
  return (
    <ConfirmAction
      opened
      onClose={onClose}
      title={title}
      action={action}
      danger={act === 'disable' || act === 'reset'}
      onConfirm={async () => {
        await work[act]();
        await invalidate('/portal/api/users');
        if (act !== 'link') toast(`${action}: ${name}`);
      }}
    >
      {text}
    </ConfirmAction>
  );
}
