// Reads rows of the audit log for the page of a transaction: who acted, and a fact of the row. Pure.
import type { AuditRow } from '../../../domain/audit/audit.ts';
import type { ShownActor } from './page-schemas.ts';

export function actorOf({ actor: { kind, name } }: AuditRow): ShownActor {
  return { kind: kind as ShownActor['kind'], name };
}

/** null: the row has no such text. */
export function textOf(facts: unknown, name: string): string | null {
  const value = (facts as Record<string, unknown> | null)?.[name];
  return typeof value === 'string' ? value : null;
}

/** Empty: the row has no such list. */
export function textsOf(facts: unknown, name: string): string[] {
  const value = (facts as Record<string, unknown> | null)?.[name];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
