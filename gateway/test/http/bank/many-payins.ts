// Many open pay-ins by transfer, and a bank statement
// that pays all of them (contract 15).
import { creditorReference } from '../../../src/domain/bank/creditor-reference.ts';
import { timeOrderedId } from '../../../src/domain/transactions/time-ordered-id.ts';
import type { Sql } from '../../../src/storage/database/database.ts';
import { IBAN } from './stage.ts';

const AT_ONCE = 2_000;

/** Copies a pay-in that the gateway made: separate calls would take longer than the statement. Returns the ids. */
export async function copyPayin(
  sql: Sql,
  { merchantId, id }: { merchantId: string; id: string },
  count: number,
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => timeOrderedId(new Date()));
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE);
    await sql.begin(async (tx) => {
      await tx`set local statement_timeout = 0`;
      await tx`
      insert into openings select r.* from openings o, unnest(${some}::uuid[]) c (id),
          lateral jsonb_populate_record(o,
            jsonb_build_object('id', c.id, 'merchant_reference', c.id, 'session_id', gen_random_uuid())) r
        where o.merchant_id = ${merchantId} and o.id = ${id}`;
      for (const table of ['steps', 'open_work'])
        await tx.unsafe(
          `insert into ${table} select r.* from ${table} o, unnest($1::uuid[]) c (id),
             lateral jsonb_populate_record(o, jsonb_build_object('transaction_id', c.id)) r
           where o.merchant_id = $2 and o.transaction_id = $3`,
          [some, merchantId, id],
        );
    });
  }
  return ids;
}

/** As short as a bank can write it: 100,000 entries have to fit into 20 MB. */
export const statementOf = (ids: readonly string[], amount: number): string =>
  '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>' +
  `<Id>1</Id><Acct><Id><IBAN>${IBAN}</IBAN></Id></Acct>` +
  ids
    .map(
      (id) =>
        `<Ntry><Amt Ccy="EUR">${amount}.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>` +
        `<NtryDtls><TxDtls><RmtInf><Ustrd>${creditorReference(id)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
    )
    .join('') +
  '</Stmt></BkToCstmrStmt></Document>';
