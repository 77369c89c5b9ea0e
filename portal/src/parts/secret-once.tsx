// Shows a secret only once: `<SecretOnce label="API key" value={key} />`, in a dialog or where it was made. It says
// that it will not be shown again, and has a copy button. `<SecretDialog>` shows it until the user says that they
// copied it; no stray key or click closes it. Never keep the value anywhere else.
import { Button, Group, Modal } from '@mantine/core';
import { CopyText } from '../parts/copy-text.tsx';
import classes from './parts.module.css';

export function SecretOnce({ label, value, note }: { label: string; value: string; note?: string }) {
  return (
    <div className={classes.secret}>
      <div className={classes.secretRow}>
        <code className={classes.secretValue} title={label}>
          {value}
        </code>
        <CopyText text={value} />
      </div>
      <p className={classes.quiet}>{note ?? 'Copy it now. It is not shown again.'}</p>
    </div>
  );
}

/** `value` null: the dialog is closed. */
export function SecretDialog({
  title,
  label,
  value,
  onClose,
}: {
  title: string;
  label: string;
  value: string | null;
  onClose: () => void;
}) {
  return (
    <Modal
      opened={value !== null}
      onClose={onClose}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      {value !== null && <SecretOnce label={label} value={value} />}
      <Group justify="flex-end" mt="md">
        <Button onClick={onClose}>I copied it</Button>
      </Group>
    </Modal>
  );
}
