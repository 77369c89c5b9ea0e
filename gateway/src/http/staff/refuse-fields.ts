// For calls of staff that have no fields, such as the check of an account at a provider. Their callers may leave the
// body out, so the calls declare none. A field that somebody sends all the same must never be ignored in silence.
import { Refusal } from '../../domain/errors/refusal.ts';

/** A body may be absent or empty. A schema cannot express that. Throws Refusal 400 for another body. */
export function refuseFields(body: unknown): void {
  const names = Object.keys(body ?? {});
  if (names.length > 0) throw new Refusal(400, ['body: must be empty; this call has no fields']);
}
