// The gateway reads the largest accepted message in bounded memory (contract 15): a thread with a limit of 192 MB reads
// 20 MB of the shortest entries, which gives the highest number of them, and of the shortest meaningful details, all in
// one entry.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import test from 'node:test';
import { Worker } from 'node:worker_threads';
import { MOST_BYTES } from '../../../src/domain/bank/message-reader.ts';
import { onlyInProof } from '../../stage/how-much.ts';

const HEAP_MB = 192;
const READER = new URL('../../../src/domain/bank/statement-entries.ts', import.meta.url).href;

const READ = `
const { parentPort, workerData } = require('node:worker_threads');
import(workerData.reader).then(({ StatementReader }) => {
  const reader = new StatementReader();
  for (const [piece, times] of workerData.pieces) for (let i = 0; i < times; i++) reader.write(Buffer.from(piece));
  parentPort.postMessage(reader.close().entries.length);
});`;

const BEGIN =
  '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>' +
  '<Id>1</Id><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>';
const END = '</Stmt></BkToCstmrStmt></Document>';
const ENTRY = '<Ntry><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>';
const DETAIL = '<TxDtls><Amt Ccy="EUR">1.00</Amt><RmtInf><Ustrd>RF18ABCDEF</Ustrd></RmtInf></TxDtls>';

for (const [name, before, piece, after] of [
  ['entries', BEGIN, `${ENTRY}</Ntry>`, END],
  ['details', `${BEGIN}${ENTRY}<NtryDtls>`, DETAIL, `</NtryDtls></Ntry>${END}`],
] as const) {
  test(`20 MB of ${name} are read in bounded memory`, {
    skip: name === 'details' && onlyInProof,
  }, async () => {
    const wanted = Math.floor((MOST_BYTES - before.length - after.length) / piece.length);
    const together = 500;
    const pieces = [
      [before, 1],
      [piece.repeat(together), Math.floor(wanted / together)],
      [piece.repeat(wanted % together), 1],
      [after, 1],
    ];
    const worker = new Worker(READ, {
      eval: true,
      workerData: { reader: READER, pieces },
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    const [count] = await once(worker, 'message');
    assert.equal(count, wanted);
    await worker.terminate();
  });
}
