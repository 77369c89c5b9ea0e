// The bar below unsaved changes: how many, save, discard. It says why a save was refused and keeps the user's input. If
// a colleague changed the same field meanwhile, it names them and lets the user choose. Leaving with changes asks
// first.
import { Alert, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { ApiError } from '../../../api/client.ts';
import { faultsOf } from '../../../parts/field-faults.ts';
import { LeaveGuard } from '../../../parts/leave-guard.tsx';
import { Time } from '../../../parts/time.tsx';
import { toast } from '../../../shell/toasts.tsx';
import classes from '../settings.module.css';

interface Saved {
  isDirty: boolean;
  changes: object;
  faults: Readonly<Record<string, string>>;
  setFaults: (faults: Readonly<Record<string, string>>) => void;
  reset: () => void;
  seeStored: () => void;
}

interface Props {
  draft: Saved;
  /** Throws if the gateway refuses. */
  save: () => Promise<unknown>;
  /** Reads the stored values. */
  reload: () => Promise<unknown>;
  /** The fields that show their own faults from `draft.faults`. */
  fields?: readonly string[];
}

interface Changed {
  field: string;
  value: unknown;
  by: string | null;
  at: string | null;
}

export function SaveBar({ draft, save, reload, fields = [] }: Props) {
  const [running, setRunning] = useState(false);
  const [fault, setFault] = useState<ApiError | null>(null);
  const changed = (fault?.status === 409 ? fault.answer.changed : undefined) as Changed[] | undefined;
  const count = Object.keys(draft.changes).length;
  const wrong = fields.filter((name) => draft.faults[name]).length;

  async function run() {
    setRunning(true);
    setFault(null);
    draft.setFaults({});
    try {
      await save();
      draft.reset();
      toast('Saved');
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) await reload();
      const faults = faultsOf(error, fields);
      draft.setFaults(faults.fields);
      if (faults.whole !== null)
        setFault(error instanceof ApiError && error.status !== 400 ? error : new ApiError(0, faults.whole));
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
            {wrong > 0 && `. ${wrong === 1 ? 'One field' : `${wrong} fields`} to correct.`}
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
      <LeaveGuard isDirty={() => draft.isDirty} />
    </>
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
