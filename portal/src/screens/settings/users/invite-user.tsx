// Invites a colleague: address and role, then the link, which is shown only once. Where mail is on, the gateway sends
// it too.
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type Answer, post } from '../../../api/client.ts';
import { invalidate } from '../../../api/queries.ts';
import { Fault } from '../../../parts/fault.tsx';
import { LeaveGuard, LeaveQuestion } from '../../../parts/leave-guard.tsx';
import { SecretOnce } from '../../../parts/secret-once.tsx';
import { useTask } from '../../../parts/use-task.ts';
import type { Role } from './portal-user.ts';
import { RoleField } from './role-field.tsx';

export type MadeLink = Answer<'/portal/api/users', 'post'>;

export function InviteUser({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('support');
  const [made, setMade] = useState<MadeLink | null>(null);
  const [asked, setAsked] = useState(false);
  const { running, fault, run } = useTask();
  const close = () => {
    if (running) return;
    if (email.trim() === '') onClose();
    else setAsked(true);
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    run(async () => {
      setMade(await post('/portal/api/users', { body: { email, role } }));
      await invalidate('/portal/api/users');
    });
  }

  if (made) return <InvitationLink email={email} made={made} onClose={onClose} />;
  return (
    <Modal opened onClose={close} closeOnEscape={!asked} title="Invite a user">
      <form onSubmit={submit}>
        <Stack gap="md">
          <Fault text={fault} />
          <TextInput
            label="E-mail"
            type="email"
            autoComplete="off"
            required
            withAsterisk={false}
            data-autofocus
            value={email}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          />
          <RoleField value={role} onChange={setRole} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close} disabled={running}>
              Back
            </Button>
            <Button type="submit" loading={running}>
              Create invitation link
            </Button>
          </Group>
        </Stack>
      </form>
      <LeaveGuard isDirty={() => email.trim() !== ''} />
      <LeaveQuestion asked={asked} onStay={() => setAsked(false)} onLeave={onClose} />
    </Modal>
  );
}

export function InvitationLink({
  email,
  made,
  onClose,
}: {
  email: string;
  made: MadeLink;
  onClose: () => void;
}) {
  return (
    <Modal opened onClose={onClose} title={`A link for ${email}`} closeOnClickOutside={false}>
      <Stack gap="md">
        {made.isMailed && <p role="status">A mail with this link is on its way to {email}.</p>}
        <SecretOnce
          label="Invitation link"
          value={made.invitationUrl}
          note="Send it only to this person: whoever opens it can sign in. It works once, is valid for a week, and is not shown again."
        />
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
