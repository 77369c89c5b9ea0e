// What stands between a person and a running embedded database, said in words they can act on.
// Thrown by the files of this folder and by embedded-postgres.ts; main.ts prints the message without a stack.

export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}
