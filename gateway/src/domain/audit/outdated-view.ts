// If two people change the same settings, neither must undo the other's change unknowingly. A change made in the portal
// names what its page showed (`seen`). The gateway refuses it if the settings changed since (contract 14). Pure.

import { Refusal } from '../errors/refusal.ts';
import { type AuditFacts, canonicalJson } from './audit.ts';

export interface Outdated {
  field: string;
  /** The present value. */
  value: unknown;
}

export function outdatedFields(now: AuditFacts, seen: AuditFacts): Outdated[] {
  return Object.keys(seen)
    .filter((field) => canonicalJson(now[field] ?? null) !== canonicalJson(seen[field] ?? null))
    .map((field) => ({ field, value: now[field] ?? null }));
}

/** Who made the last change, and when; null: not known. */
export type LastChange = { name: string; at: Date } | null;

export function outdatedRefusal(outdated: readonly (Outdated & { last: LastChange })[]): Refusal {
  const words = outdated.map(({ field, value, last }) => {
    const by = last ? ` by ${last.name}` : '';
    return `${field}: has been changed${by} since you opened it; it is ${JSON.stringify(value)} now`;
  });
  const changed = outdated.map(({ field, value, last }) => ({
    field,
    value,
    by: last?.name ?? null,
    at: last?.at.toISOString() ?? null,
  }));
  return new Refusal(409, words, { members: { changed } });
}
