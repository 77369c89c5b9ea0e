// Why the embedded database cannot run, with what a person can do about it. main.ts prints the message without a stack.

export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}
