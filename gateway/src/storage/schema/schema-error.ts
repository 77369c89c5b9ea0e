// A fault of the schema that a person must know of: the database belongs to another program or a newer release, or an
// older release is using it.
export class SchemaError extends Error {
  override name = 'SchemaError';
}
