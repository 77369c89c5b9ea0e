// Unsaved changes of a page. `seen` is what the page showed of a field when it was first touched: the gateway refuses the
// change if somebody else changed it meanwhile. Untouched fields follow the stored values.
import { useMemo, useState } from 'react';

export interface Draft<T extends object> {
  /** As shown: the stored values with the changes of this page. */
  value: T;
  set: <K extends keyof T>(field: K, value: T[K]) => void;
  /** Only the fields that differ from the stored values. */
  changes: Partial<T>;
  seen: Partial<T>;
  isDirty: boolean;
  /** What was refused, by field. A fault goes when its field is changed. */
  faults: Readonly<Record<string, string>>;
  setFaults: (faults: Readonly<Record<string, string>>) => void;
  reset: () => void;
  /** The stored values now count as seen, so the changes of this page overwrite them. */
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
