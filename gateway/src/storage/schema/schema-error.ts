// A fault of the schema that a person must know of: the database is another program's, of a newer release, or in use by an older one.
export class SchemaError extends Error {
  override name = 'SchemaError';
}
