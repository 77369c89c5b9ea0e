// Reads values of the form-encoded requests of Stripe's API, which the kit's stand-in parses. Every value is a text.
import type { Form, FormValue } from '@tollgate/provider-kit/stand-in';

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
