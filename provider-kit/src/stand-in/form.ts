// Form-encoded bodies as nested values, and back: `a[b][0]=c` is { a: { b: ['c'] } }. Every value stays a text.
export type FormValue = string | FormValue[] | { [name: string]: FormValue };
export type Form = { [name: string]: FormValue };

export function readForm(text: string): Form {
  const root: Form = Object.create(null);
  for (const [key, value] of new URLSearchParams(text)) {
    const names = [...key.matchAll(/[^[\]]+/g)].map(([name]) => name);
    const last = names.pop() ?? key;
    let at = root;
    for (const name of names) {
      // A text stands where an object is needed: the later value counts.
      if (typeof at[name] !== 'object') at[name] = Object.create(null) as Form;
      at = at[name] as Form;
    }
    at[last] = value;
  }
  return withLists(root) as Form;
}

/** Objects whose names are all numbers are lists. */
function withLists(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const names = Object.keys(value);
  if (names.length > 0 && names.every((name) => /^\d+$/.test(name)))
    return names.map((name) => withLists(value[name]!));
  return Object.fromEntries(names.map((name) => [name, withLists(value[name]!)]));
}

export function writeForm(fields: Readonly<Record<string, unknown>>): string {
  const pairs = new URLSearchParams();
  const add = (name: string, value: unknown): void => {
    if (value === undefined || value === null) return;
    if (typeof value !== 'object') pairs.append(name, String(value));
    else for (const [key, one] of Object.entries(value)) add(`${name}[${key}]`, one);
  };
  for (const [name, value] of Object.entries(fields)) add(name, value);
  return pairs.toString();
}
