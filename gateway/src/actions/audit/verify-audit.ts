// Proves the audit log (contract 12): no row was altered, moved or removed since it was written, in the middle of a
// merchant's chain or at its end. `npm run audit:verify` proves all merchants; the portal proves one. It only reads, in
// one snapshot. It cannot notice that somebody with every right on the database rewrote a whole chain: keep hashes
// elsewhere against that (docs/OPERATIONS.md).
import { firstPreviousHash, hashOfRow } from '../../domain/audit/audit.ts';
import {
  type AuditChain,
  type AuditLink,
  type AuditSnapshot,
  readAuditSnapshot,
} from '../../storage/audit/audit-log.ts';
import type { Sql } from '../../storage/database/database.ts';

export interface AuditVerification {
  ok: boolean;
  checked: { rows: bigint; chains: number };
  /** One sentence for each broken chain, about its first wrong row. */
  faults: string[];
}

export async function verifyAudit(sql: Sql): Promise<AuditVerification> {
  return readAuditSnapshot(sql, async (snapshot) => {
    const faults: string[] = [];
    let rows = 0n;
    const chains = await snapshot.chains();
    for (const chain of chains) {
      const { count, fault } = await followChain(snapshot, chain);
      rows += count;
      if (fault !== null) faults.push(`merchant ${chain.merchantId}: ${fault}`);
    }
    return { ok: faults.length === 0, checked: { rows, chains: chains.length }, faults };
  });
}

/** Checks one merchant's chain; a chain without rows is right. */
export async function verifyAuditOf(sql: Sql, merchantId: string): Promise<AuditVerification> {
  return readAuditSnapshot(sql, async (snapshot) => {
    const chain = await snapshot.chain(merchantId);
    const { count, fault } = await followChain(snapshot, chain);
    const isEmpty = chain.head === null && count === 0n;
    const faults = fault === null || isEmpty ? [] : [fault];
    return { ok: faults.length === 0, checked: { rows: count, chains: 1 }, faults };
  });
}

/** Checks row by row from the first one, until one is wrong. */
async function followChain(
  snapshot: AuditSnapshot,
  { merchantId, head }: AuditChain,
): Promise<{ count: bigint; fault: string | null }> {
  let count = 0n;
  let hash = firstPreviousHash(merchantId);
  for (;;) {
    const links = await snapshot.links(merchantId, count);
    for (const link of links) {
      const fault = linkFault(link, count + 1n, hash);
      if (fault !== null) return { count, fault };
      count++;
      hash = link.row!.hash;
    }
    if (links.length === 0) return { count, fault: endFault(head, count, hash) };
  }
}

function linkFault({ sequence, id, row }: AuditLink, expected: bigint, previousHash: string): string | null {
  if (sequence !== expected) return `row ${expected} is missing; row ${sequence} (${id}) follows instead`;
  if (row?.previousHash === previousHash && hashOfRow(row) === row.hash) return null;
  return row === null || hashOfRow(row) !== row.hash
    ? `row ${sequence} (${id}) was altered: its hash does not match its content`
    : `row ${sequence} (${id}) does not follow the previous row`;
}

function endFault(head: AuditChain['head'], count: bigint, hash: string): string | null {
  if (head === null) return `it has ${count} rows, but the record of its last row is missing`;
  if (head.sequence > count) return `row ${count + 1n} is missing; there were ${head.sequence} rows`;
  if (head.sequence < count) return `row ${head.sequence + 1n} was added after the recorded last row`;
  return head.hash === hash ? null : `row ${count} differs from the recorded last row`;
}
