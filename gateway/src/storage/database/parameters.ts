// The parameters of a statement whose text depends on the request: `place` keeps a value and answers its `$1`, `$2` …

/** The parameters of a statement that is being built: keeps a value and answers its placeholder. */
export type Place = (value: unknown) => string;

export function parameters(): { values: unknown[]; place: Place } {
  const values: unknown[] = [];
  return { values, place: (value) => `$${values.push(value)}` };
}
