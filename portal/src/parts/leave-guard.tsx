// Asks before what was typed is lost: `<LeaveGuard isDirty={…} />` in a form that is a screen of its own, for other screens
// and for closing the tab. A form in a dialog asks with `<LeaveQuestion>` before it closes. It must not ask when nothing
// was typed, nor after it was sent.
import { Button, Group, Modal } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';

export function LeaveGuard({ isDirty }: { isDirty: () => boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty() && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  return (
    <LeaveQuestion
      asked={blocker.status === 'blocked'}
      onStay={() => blocker.reset?.()}
      onLeave={() => blocker.proceed?.()}
    />
  );
}

interface QuestionProps {
  asked: boolean;
  onStay: () => void;
  onLeave: () => void;
}

export function LeaveQuestion({ asked, onStay, onLeave }: QuestionProps) {
  // If it was there before, the Escape that asks would close it at once.
  if (!asked) return null;
  return (
    <Modal opened onClose={onStay} title="Leave without saving?" closeButtonProps={{ 'aria-label': 'Close' }}>
      What you entered on this page is lost.
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onStay}>
          Stay here
        </Button>
        <Button color="red" onClick={onLeave}>
          Leave without saving
        </Button>
      </Group>
    </Modal>
  );
}
