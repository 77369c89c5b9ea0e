// The bar below unsaved changes: how many, save, discard. It says what was refused and keeps everything that was typed. If a
// colleague changed the same field meanwhile, it names them and lets the user choose. Leaving with changes asks first.
import { Alert, Button, Group, Modal } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../../api/client.ts';
import { Time } from '../../../parts/time.tsx';
import { toast } from '../../../shell/toasts.tsx';
import classes from '../settings.module.css';

interface Saved {
  isDirty: boolean;
  changes: object;
  reset: () => void;
  seeStored: () => void;
}

interface Props {
  draft: Saved;
  /** Throws if it is refused. */
  save: () => Promise<unknown>;
  /** Reads the stored values. */
  reload: () => Promise<unknown>;
}

interface Changed {
  field: string;
  value: unknown;
  by: string | null;
  at: string | null;
}

export function SaveBar({ draft, save, reload }: Props) {
  const [running, setRunning] = useState(false);
  const [fault, setFault] = useState<ApiError | null>(null);
  const changed = (fault?.status === 409 ? fault.answer.changed : undefined) as Changed[] | undefined;
  const count = Object.keys(draft.changes).length;

  async function run() {
    setRunning(true);
    setFault(null);
    try {
      await save();
      draft.reset();
      toast('Saved');
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) await reload();
      setFault(error instanceof ApiError ? error : new ApiError(0, (error as Error).message));
    } finally {
      setRunning(false);
    }
  }
  const discard = () => {
    setFault(null);
    draft.reset();
  };

  return (
    <>
      {fault && !changed && (
        <Alert color="red" role="alert" title="Not saved">
          {fault.message}
        </Alert>
      )}
      {changed && draft.isDirty && (
        <Alert color="yellow" role="alert" title="A colleague changed this while your page was open">
          <ul className={classes.list}>
            {changed.map(({ field, value, by, at }) => (
              <li key={field}>
                {wordsOf(field)}: now {shownValue(value)}
                {by && (
                  <>
                    {' '}
                    (by {by}
                    {at && (
                      <>
                        , <Time at={at} />
                      </>
                    )}
                    )
                  </>
                )}
              </li>
            ))}
          </ul>
          <Group gap="xs" mt="sm">
            <Button size="compact-sm" variant="default" onClick={discard}>
              Keep theirs
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                draft.seeStored();
                setFault(null);
              }}
            >
              Continue with mine
            </Button>
          </Group>
        </Alert>
      )}
      {draft.isDirty && (
        <section className={classes.bar} aria-label="Unsaved changes">
          <span className={classes.barText}>
            {count === 1 ? 'One change is not saved' : `${count} changes are not saved`}
          </span>
          <Group gap="xs">
            <Button variant="default" onClick={discard} disabled={running}>
              Discard
            </Button>
            <Button onClick={run} loading={running} disabled={changed !== undefined}>
              Save changes
            </Button>
          </Group>
        </section>
      )}
      <LeaveGuard isDirty={draft.isDirty} />
    </>
  );
}

function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  const isBlocked = blocker.status === 'blocked';
  return (
    <Modal
      opened={isBlocked}
      onClose={() => blocker.reset?.()}
      title="Leave without saving?"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      Your changes on this page are lost.
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={() => blocker.reset?.()}>
          Stay here
        </Button>
        <Button color="red" onClick={() => blocker.proceed?.()}>
          Leave without saving
        </Button>
      </Group>
    </Modal>
  );
}

const wordsOf = (field: string) =>
  field
    .replace(/^look\./, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();

function shownValue(value: unknown): string {
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  return typeof value === 'object' ? 'its own limits' : String(value);
}
