// JSON Schemas of fields that the domain declares together with their values. The HTTP API documents and checks with
// them. Pure.

export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly (string | null)[];
  readonly format?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly description?: string;
}

export const text = (description: string): JsonSchema => ({ type: 'string', description });
export const time = (description: string): JsonSchema => ({
  type: 'string',
  format: 'date-time',
  description,
});
export const uuid = (description: string): JsonSchema => ({ type: 'string', format: 'uuid', description });
export const number = (description: string): JsonSchema => ({ type: 'number', description });
export const flag = (description: string): JsonSchema => ({ type: 'boolean', description });
export const choice = (values: readonly string[], description: string): JsonSchema => ({
  type: 'string',
  enum: values,
  description,
});

/** An object that always has all of these fields. */
export const object = (
  properties: Readonly<Record<string, JsonSchema>>,
  description: string,
): JsonSchema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
  description,
});

/** The same schema that takes null too. */
export function orNull({ type, enum: values, ...rest }: JsonSchema): JsonSchema {
  return {
    ...rest,
    type: [type ?? [], 'null'].flat(),
    ...(values && { enum: [...values, null] }),
  };
}
