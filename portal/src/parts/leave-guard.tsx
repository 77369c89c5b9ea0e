// Asks before typed text is lost: `<LeaveGuard isDirty={…} />` in a form that is a screen of its own, when the user
// goes to another screen or closes the tab. A form in a dialog asks with `<LeaveQuestion>` before it closes. It must
// not ask if the user typed nothing, nor after the form was sent.
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
  // Not mounted before, because then the Escape that opens it would also close it.
  if (!asked) return null;
  return (
    <Modal opened onClose={onStay} title="Leave without saving?">
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
