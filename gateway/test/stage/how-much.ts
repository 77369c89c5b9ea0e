// What `npm test` leaves to the proof (decision 118). It plays a fixed part of each long list, the same in every run,
// and leaves out single tests (`onlyInProof`). `npm run test:proof` plays all (TEST_PROOF=1). Both cover every law and
// every operation. gateway/test/README.md has the same table (papers/how-much.test.ts). The part of a list is its
// beginning.

export const PARTS = {
  'tries of each property, for each operation': { usual: 1, all: 20 },
  'forms of each malformed body, for each operation': { usual: 1, all: 7 },
  'seeds of the simulation': { usual: 8, all: 100 },
  'planted bugs that the simulation must find': { usual: 1, all: 20 },
  'guards whose absence the crash test must find': { usual: 0, all: 6 },
  'guards whose absence the tests of real providers must find': { usual: 0, all: 5 },
  'moments at which a gateway is killed while a payment is at a provider': { usual: 2, all: 11 },
  'quick faults that whole gateways meet': { usual: 0, all: 4 },
  'shops with a mistake that the rehearsal must find': { usual: 5, all: 51 },
  'connectors of Prism that play the contract of adapters': { usual: 3, all: 5 },
} as const;

type Part = keyof typeof PARTS;

/** Whether this run is the proof: `npm run test:proof` sets TEST_PROOF. */
export const isProof = (): boolean => process.env.TEST_PROOF === '1';

export const LEFT_TO_PROOF = 'npm run test:proof plays it';

/** For `skip` of a test that only the proof plays. */
export const onlyInProof: string | false = isProof() ? false : LEFT_TO_PROOF;

export const howMany = (part: Part): number => PARTS[part][isProof() ? 'all' : 'usual'];

/** The part of this list that this run plays. */
export function partOf<T>(part: Part, list: readonly T[]): readonly T[] {
  if (list.length !== PARTS[part].all)
    throw new Error(`${part}: ${list.length}, and the table says ${PARTS[part].all}`);
  return list.slice(0, howMany(part));
}

/** The forms of a fault that operation number `at` meets. Together the operations meet every form. */
export function formsFor<T>(at: number, forms: readonly T[]): readonly T[] {
  const count = Math.min(howMany('forms of each malformed body, for each operation'), forms.length);
  return Array.from({ length: count }, (_, i) => forms[(at + i) % forms.length]!);
}
