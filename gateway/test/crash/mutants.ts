// Gateways with one guard taken out, for teeth.test.ts and the fault suite: one sentence is replaced, while a process of teeth.test.ts loads
// it, or for whole programs in a copy of the sources. Copies lie in gateway/.mutants, where packages resolve as for the real ones; git
// does not see them.
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ComplaintKind } from './complaint.ts';

export interface Change {
  name: string;
  /** Within gateway/src. */
  file: string;
  original: string;
  replacement: string;
}

export interface Mutant extends Change {
  /** What the scenario must find: each of these, as one of its kinds. Which one, the moment of the kill decides. */
  expected: readonly { kinds: readonly ComplaintKind[]; says: RegExp }[];
}

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'webhook events written after the commit',
    file: 'storage/transactions/apply-changes.ts',
    original: 'insertEvents(tx, jobs)',
    replacement: '(async () => void setTimeout(() => insertEvents(tx, jobs).catch(() => {}), 50))()',
    // Whether the receiver misses one, too, depends on when the kill comes.
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
    // Each step then has a place of its own, behind all others.
    original: '...toStep(change) }))',
    replacement: '...toStep(change), version: Date.now() % 2 ** 31 }))',
    // An end that was written over: a client, the receiver or the ledger still knows of it. Or the event of a second end was
    // refused, because a sequence has each number once.
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
    name: 'nobody looks after what a dead process left',
    file: 'worker/chores.ts',
    original: 'work: () => sweepDueTransactions(context, slow.transactions)',
    replacement: 'work: async () => void sweepDueTransactions',
    expected: [{ kinds: ['stuck'], says: /is (INIT|PROCESSING), due/ }],
  },
  {
    name: 'nobody applies what a provider told',
    file: 'worker/chores.ts',
    original: 'work: () => sweepDueNotifications(context, slow.notifications)',
    replacement: 'work: async () => void sweepDueNotifications',
    expected: [{ kinds: ['stuck'], says: /^a notification of transaction \S+ is waiting/ }],
  },
];

const GATEWAY = join(import.meta.dirname, '../..');

/** The file with the sentence in it; throws where that is not there. */
export function guardedText({ file, original }: Pick<Change, 'file' | 'original'>): string {
  const text = readFileSync(join(GATEWAY, 'src', file), 'utf8');
  const found = text.split(original).length - 1;
  if (found !== 1) throw new Error(`${file} holds ${JSON.stringify(original)} ${found} times, not once`);
  return text;
}

/** Makes the copy; answers its sources and how to remove them. */
export function makeMutant(change: Change): { src: string; remove(): void } {
  const { name, file, original, replacement } = change;
  const text = guardedText(change);
  const { home, remove } = makeHome(name);
  const src = join(home, 'src');
  cpSync(join(GATEWAY, 'src'), src, { recursive: true });
  for (const beside of ['assets', 'demo', 'migrations'])
    symlinkSync(join(GATEWAY, beside), join(home, beside));
  writeFileSync(
    join(src, file),
    text.replace(original, () => replacement),
  );
  return { src, remove };
}

/** An empty folder where a copy of gateway/ finds packages and pages as the real one does. */
export function makeHome(name: string): { home: string; remove(): void } {
  const home = join(GATEWAY, '.mutants', `${process.pid}-${name.replace(/\W/g, '-')}`);
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  copyFileSync(join(GATEWAY, 'package.json'), join(home, 'package.json'));
  for (const beside of ['cashier', 'openapi', 'portal', 'shop'])
    linkOnce(join(GATEWAY, '..', beside), join(home, '..', beside));
  return { home, remove: () => rmSync(home, { recursive: true, force: true }) };
}

/** For all mutants: of several that are made at once the first makes it. */
function linkOnce(to: string, from: string): void {
  try {
    symlinkSync(to, from);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
