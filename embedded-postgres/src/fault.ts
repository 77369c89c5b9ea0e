// Why the embedded database cannot run, in words that a person can act on. main.ts prints the message without a stack.

export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}
