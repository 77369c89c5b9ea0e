// Changes the user's own password, after a confirmation of identity, and signs out everywhere else.
import { Button, Group, Modal, PasswordInput, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { post } from '../../api/client.ts';
import { askConfirmation } from '../../api/confirmation.ts';
import { invalidate } from '../../api/queries.ts';
import { Fault } from '../../parts/fault.tsx';
import { Section } from '../../parts/section.tsx';
import { useTask } from '../../parts/use-task.ts';
import { toast } from '../../shell/toasts.tsx';
import classes from './access.module.css';

export function OwnPassword({ email }: { email: string }) {
  const [opened, setOpened] = useState(false);
  const { running, fault, run } = useTask();
  return (
    <Section
      title="Password"
      lead="A new password signs you out everywhere else."
      actions={
        <Button
          variant="default"
          loading={running}
          onClick={() => run(async () => setOpened(await askConfirmation()))}
        >
          Change password
        </Button>
      }
    >
      {fault && (
        <p role="alert" className={classes.lead}>
          {fault}
        </p>
      )}
      <Modal opened={opened} onClose={() => setOpened(false)} title="Change password">
        <PasswordForm email={email} onClose={() => setOpened(false)} />
      </Modal>
    </Section>
  );
}

function PasswordForm({ email, onClose }: { email: string; onClose: () => void }) {
  const [newPassword, setNew] = useState('');
  const { running, fault, run } = useTask();

  function submit(event: FormEvent) {
    event.preventDefault();
    run(async () => {
      await post('/portal/api/account/password', { body: { newPassword } });
      await invalidate('/portal/api/account/sessions');
      toast('Password changed');
      onClose();
    });
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Fault text={fault} />
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <PasswordInput
          label="New password"
          description="At least 12 characters, for example three or four unrelated words."
          autoComplete="new-password"
          required
          data-autofocus
          withAsterisk={false}
          value={newPassword}
          onChange={({ currentTarget }) => setNew(currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={running}>
            Back
          </Button>
          <Button type="submit" loading={running}>
            Change password
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
