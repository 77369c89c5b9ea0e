// The manifest of a month-end (decision 108): its subject, who made it and when, the hash of each file, the sums, and
// two links: to the head of the merchant's audit log at that moment, and to the manifest of the month before. The audit
// log has its hash. Pure. It must never name a customer.
import { createHash } from 'node:crypto';
import { type AuditRow, canonicalJson } from '../audit/audit.ts';
import type { Cause, ChangeKind } from './cause.ts';

/**
 * In this format the seal is signed, and the workbook and the page are compared with the tables. If you change the
 * words of the workbook or the page, change this number too.
 */
export const FORMAT = 'tollgate-month-end-2';
/** The same with the tables of settlements: for a brand that has any (contract 17). */
export const SETTLED_FORMAT = 'tollgate-month-end-3';
/** The first format has no signature, and the texts of its page are not known any more. */
export const FIRST_FORMAT = 'tollgate-month-end-1';
export const MANIFEST = 'manifest.json';
/** Holds the audit log row with the manifest's hash. */
export const SEAL = 'seal.json';

/** In the order of the archive. */
const SETTLED_FILES = [
  'read-me.html',
  'accounts.csv',
  'providers.csv',
  'differences.csv',
  'changes.csv',
  'movements.csv',
  'bank-entries.csv',
  'settlements.csv',
  'settlement-lines.csv',
  'fees.csv',
  'not-paid-out.csv',
  'month.xlsx',
] as const;
export type FileName = (typeof SETTLED_FILES)[number];

const OF_SETTLEMENTS: readonly FileName[] = [
  'settlements.csv',
  'settlement-lines.csv',
  'fees.csv',
  'not-paid-out.csv',
];
/** A brand without settlements has no tables of them. */
const FILES: readonly FileName[] = SETTLED_FILES.filter((name) => !OF_SETTLEMENTS.includes(name));
export const filesOf = (format: Manifest['format']): readonly FileName[] =>
  format === SETTLED_FORMAT ? SETTLED_FILES : FILES;

/** A file before and after packing. */
export interface PackedFile {
  name: FileName;
  bytes: number;
  sha256: string;
  /** As ZIP stores it. */
  crc32: number;
  packedBytes: number;
  packedSha256: string;
}

/** Amounts as text: a JSON number would round them. */
export interface Manifest {
  format: typeof SETTLED_FORMAT | typeof FORMAT | typeof FIRST_FORMAT;
  merchantId: string;
  brand: { id: string; name: string };
  month: string;
  timeZone: string;
  begins: string;
  /** Exclusive. */
  ends: string;
  madeAt: string;
  madeBy: string;
  auditHead: { sequence: string; hash: string } | null;
  former: { month: string; sha256: string } | null;
  /** The ledger's accounts, in minor units. */
  accounts: {
    account: string;
    currency: string;
    opening: string;
    in: string;
    out: string;
    closing: string;
  }[];
  counts: {
    movements: number;
    bankEntries: number;
    differences: Partial<Record<Cause, number>>;
    changes: Partial<Record<ChangeKind, number>>;
  };
  /** Only of a brand that has settlements. */
  settled?: SettledMonth;
  files: PackedFile[];
}

export interface SettledMonth {
  /** Accounts that tell of settlements, and from when on their movements are expected in one. */
  accounts: { provider: string; accountId: string | null; since: string }[];
  settlements: {
    id: string;
    reference: string;
    currency: string;
    lines: number;
    charges: string;
    fees: string;
    /** The sum of the lines. */
    net: string;
    /**
     * What the provider pays out; null: a former month-end had the settlement, and this one has lines that came later.
     */
    paidOut: string | null;
    bankEntry: { id: string; bookedOn: string } | null;
  }[];
  lines: number;
  /** What moved and is in no settlement by the end of the month. */
  notPaidOut: { currency: string; movements: number; minor: string }[];
}

export interface Sealed {
  manifestSha256: string;
  /** The row of the audit log, in the form that is hashed. */
  auditRow: Omit<AuditRow, 'words'>;
}

export interface Seal extends Sealed {
  /** Over the text of the other fields, both in Base64; absent in the first format. */
  signature?: { publicKey: string; value: string };
}

/** The bytes of the file, which are hashed. */
export const textOf = (value: Manifest | Seal | Sealed): string => `${canonicalJson(value)}\n`;

export const sha256Of = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

/** What the audit log says about it. `sealedWith`: the fingerprint of the key that signs the seal. */
export const auditFacts = (
  { month, former, counts }: Manifest,
  sha256: string,
  sealedWith: string | null,
) => ({
  ...(sealedWith !== null && { sealedWith }),
  month,
  manifestSha256: sha256,
  formerManifestSha256: former?.sha256 ?? null,
  differences: total(counts.differences),
  changes: total(counts.changes),
});

export const total = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
