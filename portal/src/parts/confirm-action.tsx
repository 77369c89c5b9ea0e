// Asks before an act that nobody can undo. The title names the act, the text its consequence with the amount, the
// button names the act again: `<ConfirmAction opened={…} onClose={…} title="Refund €25.00 to •••• 4242?" action="Refund
// €25.00" danger onConfirm={async () => …}>Demo Shop's balance will be €9,975.00.</ConfirmAction>`. It stays open while
// the act runs, says what went wrong, and closes when it is done. Fields of the act (a reason) are children. Once the
// user typed something, it asks before it closes.
import { Button, Group, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Fault } from '../parts/fault.tsx';
import { faultText } from './fault-text.ts';
import { LeaveGuard, LeaveQuestion } from './leave-guard.tsx';

interface Props {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** The text of the button. */
  action: string;
  danger?: boolean;
  /** The form is not complete yet. */
  disabled?: boolean;
  /** Throws if it fails; the dialog shows the message. With 'stay' the dialog stays, for a next step. */
  onConfirm: () => Promise<unknown>;
  children?: ReactNode;
}

export function ConfirmAction({
  opened,
  onClose,
  title,
  action,
  danger = false,
  disabled = false,
  onConfirm,
  children,
}: Props) {
  const [running, setRunning] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [typed, setTyped] = useState(false);
  const [asked, setAsked] = useState(false);

  const leave = () => {
    setFault(null);
    setTyped(false);
    setAsked(false);
    onClose();
  };
  const close = () => {
    if (running) return;
    if (typed) setAsked(true);
    else leave();
  };

  async function confirm() {
    setRunning(true);
    setFault(null);
    try {
      if ((await onConfirm()) !== 'stay') leave();
    } catch (error) {
      setFault(faultText((error as Error).message));
    } finally {
      setRunning(false);
    }
  }

  return (
    <Modal opened={opened} onClose={close} closeOnEscape={!asked} title={title}>
      <form
        onInput={() => setTyped(true)}
        onSubmit={(event) => {
          event.preventDefault();
          confirm();
        }}
      >
        <div>{children}</div>
        <Fault text={fault} mt="md" />
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={close} disabled={running}>
            Back
          </Button>
          <Button type="submit" color={danger ? 'red' : 'accent'} loading={running} disabled={disabled}>
            {action}
          </Button>
        </Group>
      </form>
      {opened && <LeaveGuard isDirty={() => typed && !running} />}
      <LeaveQuestion asked={asked} onStay={() => setAsked(false)} onLeave={leave} />
    </Modal>
  );
}
