// Unsaved changes of a page. `seen` is the value that the page showed when the user first touched a field. If somebody
// else changed the field meanwhile, the gateway refuses the change. Untouched fields follow the stored values.
import { useMemo, useState } from 'react';

export interface Draft<T extends object> {
  /** The shown values: the stored ones with the changes of this page. */
  value: T;
  set: <K extends keyof T>(field: K, value: T[K]) => void;
  /** Only the fields that differ from the stored values. */
  changes: Partial<T>;
  seen: Partial<T>;
  isDirty: boolean;
  /** The refused fields with their faults. A fault disappears when the user changes the field. */
  faults: Readonly<Record<string, string>>;
  setFaults: (faults: Readonly<Record<string, string>>) => void;
  reset: () => void;
  /** Counts the stored values as seen, so that the changes of this page overwrite them. */
  seeStored: () => void;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

export function useDraft<T extends object>(stored: T): Draft<T> {
  const [edits, setEdits] = useState<Partial<T>>({});
  const [first, setFirst] = useState<Partial<T>>({});
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  return useMemo(() => {
    const names = (Object.keys(edits) as (keyof T)[]).filter((name) => !same(edits[name], stored[name]));
    const pick = (from: Partial<T>) =>
      Object.fromEntries(names.map((name) => [name, from[name]])) as Partial<T>;
    return {
      value: { ...stored, ...edits },
      set: (field, value) => {
        setEdits((former) => ({ ...former, [field]: value }));
        setFaults((former) => ({ ...former, [field]: '' }));
        setFirst((former) => (field in former ? former : { ...former, [field]: stored[field] }));
      },
      changes: pick(edits),
      seen: pick(first),
      isDirty: names.length > 0,
      faults,
      setFaults,
      reset: () => {
        setEdits({});
        setFirst({});
        setFaults({});
      },
      seeStored: () => setFirst(pick(stored)),
    };
  }, [edits, first, faults, stored]);
}
