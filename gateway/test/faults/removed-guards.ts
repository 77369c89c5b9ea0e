// Does the fault suite find bugs? Gateways without one guard, each with a fault that must reveal the gap
// (scripts/play-faults.ts --without-guards). A mutant that no fault reveals is a gap in the suite.
import { join } from 'node:path';
import type { ComplaintKind } from '../crash/complaint.ts';
import { type Change, makeMutant } from '../crash/mutants.ts';
import { playAlone } from './play.ts';
import { SCENARIOS } from './scenarios.ts';

interface RemovedGuard extends Change {
  scenario: string;
  /** Any complaint of these kinds reveals it. */
  found: readonly ComplaintKind[];
}

export const REMOVED_GUARDS: readonly RemovedGuard[] = [
  {
    name: 'a missing answer counts as a failure',
    file: 'actions/submission/ask-provider.ts',
    original: "'provider call failed; outcome unknown');\n    return { kind: 'unknown' };",
    replacement:
      "'provider call failed; outcome unknown');\n    return { kind: 'failed', errorCode: '9002' } as never;",
    scenario: 'bank-lost-after',
    found: ['unknown called failed'],
  },
  {
    name: 'a provider whose answer is lost counts as unreachable',
    file: 'provider-kit/src/http/provider-http.ts',
    original: 'throw neverSent(error) ?',
    replacement: 'throw error !== null ?',
    scenario: 'bank-lost-after-providers',
    found: ['final status changed', 'unknown called failed'],
  },
  {
    name: 'an answer that the process of a library did not read counts as a call that was not sent',
    file: 'providers/prism/src/exchange.ts',
    original: "if (read === null || 'request' in read) return { kind: 'no-answer', statusCode };",
    replacement: "if (read === null || 'request' in read) return { kind: 'not-sent' };",
    scenario: 'provider-process-killed',
    found: ['final status changed', 'unknown called failed'],
  },
  {
    name: 'a reply that nobody asked for counts as the reply to the oldest question',
    file: 'providers/prism/src/process/library-process.ts',
    original: 'const waiting = reply && this.#waiting.get(reply.id);',
    replacement:
      'const waiting = reply && (this.#waiting.get(reply.id) ?? this.#waiting.values().next().value);',
    scenario: 'provider-process-answers-garbage',
    found: ['final status changed', 'unknown called failed'],
  },
  {
    name: 'a library that hangs is never given up',
    file: 'providers/prism/src/process/library-process.ts',
    original: '() => DEADLINE_MS',
    replacement: '() => DEADLINE_MS * 1_000',
    scenario: 'provider-process-hangs',
    found: ['did not recover'],
  },
  {
    name: 'no process continues the work of a dead process',
    file: 'worker/chores.ts',
    original: 'work: () => sweepDueTransactions(context, slow.transactions)',
    replacement: 'work: async () => void sweepDueTransactions',
    scenario: 'killed',
    found: ['stuck'],
  },
  {
    name: 'a lost connection counts as an ordinary error',
    file: 'http/error-responses.ts',
    original: 'if (isUnavailable(error))',
    replacement: 'if (isUnavailable(null))',
    scenario: 'sessions-ended',
    found: ['unexpected answer'],
  },
  {
    name: 'a row that already exists under its own id is not recognised',
    file: 'storage/transactions/open-transactions.ts',
    original: "if (rivals.some((row) => row.id === t.id)) return { kind: 'opened' };",
    replacement: '',
    scenario: 'commits-swallowed',
    found: ['untrue signal'],
  },
  {
    name: 'silent connections are never given up',
    file: 'storage/wire/wire.ts',
    original: 'quietMs <= this.#options.silenceMs',
    replacement: 'quietMs <= this.#options.silenceMs * 1_000',
    scenario: 'half-open-old',
    found: ['did not recover'],
  },
  {
    name: 'webhook events are written after the commit',
    file: 'storage/transactions/apply-changes.ts',
    original: 'insertEvents(tx, jobs)',
    replacement: '(async () => void setTimeout(() => insertEvents(tx, jobs).catch(() => {}), 50))()',
    scenario: 'killed',
    found: ['ledger', 'webhook missing'],
  },
  {
    name: 'readiness does not try to write',
    file: 'storage/database/write-proof.ts',
    original: 'return withDeadline(this.#ask());',
    replacement: 'return withDeadline(this.#sql`select`.then(() => true));',
    scenario: 'read-only',
    found: ['untrue signal'],
  },
];

export interface GuardResult {
  guard: RemovedGuard;
  caught: boolean;
  /** The first complaint that reveals it; otherwise all complaints. */
  said: string;
}

export async function playWithoutGuard(guard: RemovedGuard): Promise<GuardResult> {
  const scenario = SCENARIOS.find((one) => one.name === guard.scenario)!;
  const { src, env, remove } = makeMutant(guard);
  try {
    // Stuck work stays stuck, so a shorter wait is enough.
    const { complaints } = await playAlone(
      {
        ...scenario,
        quietWithinMs: 45_000,
        settings: { ...scenario.settings, env: { ...scenario.settings?.env, ...env } },
      },
      join(src, 'main.ts'),
    );
    const shown = complaints.find(({ kind }) => guard.found.includes(kind));
    const others = [...new Set(complaints.map(({ kind }) => kind))].join(', ');
    return {
      guard,
      caught: shown !== undefined,
      said: shown ? `${shown.kind}: ${shown.text}` : others || 'nothing',
    };
  } finally {
    remove();
  }
}
