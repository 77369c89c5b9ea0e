// For calls without fields.
import { Refusal } from '../../domain/errors/refusal.ts';

/** A body may be absent or empty. A schema cannot express that. Throws Refusal 400 for another body. */
export function refuseFields(body: unknown): void {
  const names = Object.keys(body ?? {});
  if (names.length > 0) throw new Refusal(400, ['body: must be empty; this call has no fields']);
}
