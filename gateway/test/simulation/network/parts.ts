// What the parts of the simulated network share: its books, its chance, its clock and its wire.
import type { Transaction } from '@tollgate/provider-kit';
import type { Random } from '../random.ts';
import type { Deed } from './deeds.ts';

export type Charged = Pick<
  Transaction,
  'id' | 'attempts' | 'reroutes' | 'merchantReference' | 'currency' | 'details'
>;

export interface NetworkParts {
  deeds: ReadonlyMap<string, Deed>;
  faults: string[];
  random: Random;
  now: () => Date;
  chargeOf(transaction: Transaction): Deed | undefined;
  note(kind: Deed['kind'], transaction: Charged, amountMinor: bigint, id?: string): Deed;
  overTheWire<Answer extends { kind: string }>(work: () => Answer): Promise<Answer>;
  pay(deed: Deed): void;
}
