// The form-encoded requests of Stripe's API as nested values: `a[b][0]=c` is { a: { b: ['c'] } }. Used by the stand-in.
// It leaves all values as text.
export type Form = { [name: string]: FormValue };
export type FormValue = string | FormValue[] | Form;

export function parseForm(text: string): Form {
  const root: Form = Object.create(null);
  for (const [key, value] of new URLSearchParams(text)) {
    const names = [...key.matchAll(/[^[\]]+/g)].map(([name]) => name);
    let at: Form = root;
    for (const name of names.slice(0, -1)) {
      at[name] ??= Object.create(null);
      at = at[name] as Form;
    }
    at[names.at(-1) ?? key] = value;
  }
  return withLists(root) as Form;
}

function withLists(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const names = Object.keys(value);
  if (names.length > 0 && names.every((name) => /^\d+$/.test(name))) {
    return names.map((name) => withLists(value[name]!));
  }
  return Object.fromEntries(names.map((name) => [name, withLists(value[name]!)]));
}

export function textAt(form: Form, ...path: string[]): string | undefined {
  const found = path.reduce<FormValue | undefined>(
    (at, name) => (typeof at === 'object' && !Array.isArray(at) ? at[name] : undefined),
    form,
  );
  return typeof found === 'string' ? found : undefined;
}

export function formAt(form: Form, name: string): Record<string, string> {
  const found = form[name];
  if (typeof found !== 'object' || Array.isArray(found)) return {};
  return Object.fromEntries(Object.entries(found).filter(([, value]) => typeof value === 'string')) as Record<
    string,
    string
  >;
}
