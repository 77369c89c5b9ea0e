// Watches the session while a screen is open (contract 14). It warns two minutes before a session ends for lack of use.
// When the session has ended it asks for the sign-in over the page, so that no typed text is lost.
import { Button, Group, Modal } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { lastTouch, lastUse } from '../../api/activity.ts';
import { get, onSignedOut } from '../../api/client.ts';
import { queryClient } from '../../api/queries.ts';
import { sessionQuery, useSession } from './session.ts';

const SignInForm = lazy(() =>
  import('../../screens/access/sign-in-form.tsx').then((file) => ({ default: file.SignInForm })),
);

const MINUTE_MS = 60_000;
/** The same time as in the gateway. */
const IDLE_MS = 15 * MINUTE_MS;
const WARNED_MS = 2 * MINUTE_MS;
/**
 * While the user types and the page makes no call, the page tells the gateway this often that the session is in use.
 */
const TELL_EVERY_MS = 3 * MINUTE_MS;

export function SessionGuard() {
  const { user } = useSession();
  const [leftMs, setLeftMs] = useState(IDLE_MS);
  const [ended, setEnded] = useState(false);

  useEffect(() => onSignedOut(() => setEnded(true)), []);
  useEffect(() => {
    if (ended) return;
    const timer = setInterval(() => {
      const used = lastUse();
      const idleMs = Date.now() - used;
      setLeftMs(IDLE_MS - idleMs);
      if (idleMs >= IDLE_MS) setEnded(true);
      else if (idleMs >= TELL_EVERY_MS && lastTouch() > used && idleMs < IDLE_MS - WARNED_MS) stay();
    }, 1_000);
    return () => clearInterval(timer);
  }, [ended]);

  async function enter() {
    const session = await get('/portal/api/session');
    // If another user signs in, the page must not show what the first user had open.
    if (session.user.id !== user.id) return location.reload();
    queryClient.setQueryData(sessionQuery.queryKey, session);
    setLeftMs(IDLE_MS);
    setEnded(false);
    await queryClient.invalidateQueries();
  }

  if (ended)
    return (
      <Modal
        opened
        onClose={() => {}}
        withCloseButton={false}
        closeOnEscape={false}
        overlayProps={{ blur: 16, backgroundOpacity: 0.6 }}
        title="Sign in again"
      >
        <Suspense fallback={null}>
          <SignInForm
            lead="Your session has ended. What you typed is still here."
            email={user.email}
            onDone={enter}
          />
        </Suspense>
      </Modal>
    );
  if (leftMs > WARNED_MS) return null;
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000));
  return (
    <Modal opened onClose={stay} title="Are you still there?" withCloseButton={false}>
      <p role="status">
        You will be signed out in {seconds >= 60 ? 'about two minutes' : 'less than a minute'}, because you
        have not used this page for a while.
      </p>
      <Group justify="flex-end">
        <Button onClick={stay} data-autofocus>
          Stay signed in
        </Button>
      </Group>
    </Modal>
  );
}

/** A call that counts as use, because the user touched the page. */
function stay(): void {
  get('/portal/api/session').catch(() => {
    // The client reports an ended session; a lost connection is shown elsewhere.
  });
}
