// Gateways without one guard, for removed-guards.test.ts and the fault suite. One sentence is replaced: while a process
// of removed-guards.test.ts loads it, or, for whole programs, in a copy of the sources. Copies lie in gateway/.mutants,
// where packages resolve as for the real sources; git ignores them.
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ComplaintKind } from './complaint.ts';

export interface Change {
  name: string;
  /** Path within gateway/src, or of a file of provider-kit/src or of a package in providers/. */
  file: string;
  original: string;
  replacement: string;
  /** Guards that hold what this one would let through; a process that a test kills loads the files without them too. */
  also?: readonly Omit<Change, 'name' | 'also'>[];
}

export interface Mutant extends Change {
  /** The scenario must find each of these, as one of its kinds. The moment of the kill decides which kind. */
  expected: readonly { kinds: readonly ComplaintKind[]; says: RegExp }[];
}

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'webhook events written after the commit',
    file: 'storage/transactions/apply-changes.ts',
    original: 'insertEvents(tx, jobs)',
    replacement: '(async () => void setTimeout(() => insertEvents(tx, jobs).catch(() => {}), 50))()',
    // The receiver may miss an event too, depending on the moment of the kill.
    expected: [{ kinds: ['ledger'], says: /webhook event/ }],
  },
  {
    name: 'idempotency key not claimed',
    file: 'storage/transactions/open-transactions.ts',
    original: 'key: idempotency?.key ?? null,',
    replacement: 'key: null,',
    expected: [{ kinds: ['replay differs'], says: /^key / }],
  },
  {
    name: 'status guard off',
    file: 'storage/transactions/write-steps.ts',
    // With it each step has its own version, higher than all others.
    original: '...toStep(change) }))',
    replacement: '...toStep(change), version: Date.now() % 2 ** 31 }))',
    // An end was overwritten: a client, the receiver or the ledger still knows the first one. Or the second end's event
    // was refused, because each sequence number exists once.
    expected: [
      {
        kinds: ['final status changed', 'webhook differs', 'ledger', 'unexpected answer'],
        says: /a client saw|event \d+, but only|PROCESSING, .*transfers say [1-9]|\/outcome: 500/,
      },
    ],
  },
  {
    name: 'reference not claimed',
    file: 'storage/transactions/open-transactions.ts',
    original: '...toRow(job.transaction), ',
    replacement: '...toRow(job.transaction), reference_country: job.transaction.id, ',
    expected: [{ kinds: ['charged twice'], says: /^reference .*: \d transactions/ }],
  },
  {
    name: 'no process continues the work of a dead process',
    file: 'worker/chores.ts',
    original: 'work: () => sweepDueTransactions(context, slow.transactions)',
    replacement: 'work: async () => void sweepDueTransactions',
    expected: [{ kinds: ['stuck'], says: /is (INIT|PROCESSING), due/ }],
  },
  {
    name: 'no process applies notifications',
    file: 'worker/chores.ts',
    original: 'work: () => sweepDueNotifications(context, slow.notifications)',
    replacement: 'work: async () => void sweepDueNotifications',
    expected: [{ kinds: ['stuck'], says: /^a notification of transaction \S+ is waiting/ }],
  },
];

const GATEWAY = join(import.meta.dirname, '../..');
const ROOT = join(GATEWAY, '..');
const KIT = 'provider-kit';

/** The kit or the package whose file it is; null: a file of the gateway. */
const packageOf = (file: string) => /^(provider-kit|providers\/[\w-]+)\/src\//.exec(file)?.[1] ?? null;

/** The text of the file. Throws if the sentence is not in it. */
export function guardedText({ file, original }: Pick<Change, 'file' | 'original'>): string {
  const path = packageOf(file) === null ? join(GATEWAY, 'src', file) : join(ROOT, file);
  const text = readFileSync(path, 'utf8');
  const found = text.split(original).length - 1;
  if (found !== 1) throw new Error(`${file} holds ${JSON.stringify(original)} ${found} times, not once`);
  return text;
}

/** Makes the copy. Returns the path of its sources, the settings that it needs, and a function that removes it. */
export function makeMutant(change: Change): { src: string; env: Record<string, string>; remove(): void } {
  const { name, file, original, replacement, also } = change;
  if (also) throw new Error(`${name}: a copy of the sources lacks one guard only`);
  const text = guardedText(change);
  const { home, remove } = makeHome(name);
  const src = join(home, 'src');
  cpSync(join(GATEWAY, 'src'), src, { recursive: true });
  for (const beside of ['assets', 'demo', 'migrations'])
    symlinkSync(join(GATEWAY, beside), join(home, beside));
  const folder = packageOf(file);
  if (folder !== null) copyPackage(folder, home);
  writeFileSync(
    folder === null ? join(src, file) : join(home, file),
    text.replace(original, () => replacement),
  );
  const env: Record<string, string> = {};
  if (folder !== null && folder !== KIT) env.PROVIDER_PACKAGES = join(home, folder);
  return { src, env, remove };
}

/**
 * A copy of the gateway finds no packages beside it, so a setting names the changed one. It finds a changed kit in
 * place of the real one. Node.js runs no TypeScript in node_modules, hence the link.
 */
function copyPackage(folder: string, home: string): void {
  cpSync(join(ROOT, folder, 'src'), join(home, folder, 'src'), { recursive: true });
  copyFileSync(join(ROOT, folder, 'package.json'), join(home, folder, 'package.json'));
  if (folder !== KIT) return;
  const packages = join(home, 'node_modules/@tollgate');
  mkdirSync(packages, { recursive: true });
  symlinkSync(join(home, KIT), join(packages, KIT));
}

/** An empty folder in which a copy of gateway/ finds packages and pages as the real one does. */
export function makeHome(name: string): { home: string; remove(): void } {
  const home = join(GATEWAY, '.mutants', `${process.pid}-${name.replace(/\W/g, '-')}`);
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  copyFileSync(join(GATEWAY, 'package.json'), join(home, 'package.json'));
  for (const beside of ['cashier', 'openapi', 'portal', 'shop'])
    linkOnce(join(ROOT, beside), join(home, '..', beside));
  return { home, remove: () => rmSync(home, { recursive: true, force: true }) };
}

/** One link for all mutants. When several start at once, the first one makes it. */
function linkOnce(to: string, from: string): void {
  try {
    symlinkSync(to, from);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
