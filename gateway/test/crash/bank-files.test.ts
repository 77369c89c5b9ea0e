// SIGKILL while a file of payouts is made or downloaded (contract 15): before the bytes exist, between the claim and
// the commit, between the commit and the answer, and before the bytes leave. Another process goes on. No payout is in
// two files, none is lost, and every download of a file has the same bytes.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test, { type TestContext } from 'node:test';
import { type Desk, openBank, openProviderStage } from '../http/bank/stage.ts';
import { MASTER_KEY, OPERATOR_TOKEN } from '../stage/harness.ts';
import { onlyInProof } from '../stage/how-much.ts';
import { GatewayChild } from './gateway-child.ts';
import { type Change, guardedText } from './mutants.ts';

const DIE = "process.kill(process.pid, 'SIGKILL');";
const MAKES = 'actions/bank/make-bank-file.ts';
const BATCHES = 'const batches = await batchesOf(context, merchantId, waiting);';
const INSERTS = 'await insertBankFile(tx, { ...file, contentSealed }, ids);';
const ANSWERS = '=> answerBankFile(file);';
const READS = 'return { file: found, sealed: content };';

interface Kill extends Change {
  /** Number of files after its death. */
  files: 0 | 1;
  /** It dies when somebody downloads an existing file. */
  isDownload?: true;
}

const KILLS: readonly Kill[] = [
  {
    name: 'it holds the payouts, and has no bytes',
    file: MAKES,
    original: BATCHES,
    replacement: `${DIE} ${BATCHES}`,
    files: 0,
  },
  {
    name: 'it has written claim and bytes, and has not committed',
    file: MAKES,
    original: INSERTS,
    replacement: `${INSERTS} ${DIE}`,
    files: 0,
  },
  {
    name: 'it has committed, and has not answered',
    file: 'http/staff/bank-files.ts',
    original: ANSWERS,
    replacement: `=> { ${DIE} return answerBankFile(file); };`,
    files: 1,
  },
  {
    name: 'it has noted a download, and has sent nothing',
    file: 'actions/bank/bank-files.ts',
    original: READS,
    replacement: `${DIE} ${READS}`,
    files: 1,
    isDownload: true,
  },
];

const stage = await openProviderStage();
const AMOUNTS = [1, 2, 3];
const compact = (id: string) => id.replaceAll('-', '');

function childOf(t: TestContext, change: Change): GatewayChild {
  assert.ok(guardedText(change));
  const child = new GatewayChild({
    change,
    databaseUrl: stage.gateway.databaseUrl,
    env: { PORT: '0', PUBLIC_URL: 'http://localhost', LOG_LEVEL: 'error' },
    secrets: { masterKey: MASTER_KEY.toString('base64'), operatorToken: OPERATOR_TOKEN },
    clockOffsetMs: 0,
  });
  t.after(() => child.kill());
  return child;
}

/** Makes files until no payout waits. Each returned sentence is a fault. */
async function faultsOf({ shop }: Desk, payouts: readonly string[]): Promise<string[]> {
  for (;;) {
    const { status, text } = await shop.operator('POST', 'bank-files', {});
    if (status === 409) break;
    assert.equal(status, 201, text);
  }
  const faults: string[] = [];
  const sent: string[] = [];
  for (const { fileId, sha256 } of (await shop.operator('GET', 'bank-files')).body) {
    const [first, second] = [
      await shop.operator('GET', `bank-files/${fileId}/content`),
      await shop.operator('GET', `bank-files/${fileId}/content`),
    ];
    if (first.text !== second.text) faults.push('a second download has other bytes');
    if (createHash('sha256').update(first.text).digest('hex') !== sha256)
      faults.push('a file has other bytes than were stored with its claim');
    sent.push(...[...first.text.matchAll(/<EndToEndId>(\w+)</g)].map(([, id]) => id!));
  }
  for (const id of payouts) {
    const times = sent.filter((one) => one === compact(id)).length;
    if (times !== 1) faults.push(`a payout is in ${times} files`);
  }
  return faults;
}

async function approved(desk: Desk): Promise<string[]> {
  const ids: string[] = [];
  for (const amount of AMOUNTS) ids.push(await desk.payOut(amount));
  return ids;
}

const asOperator = { headers: { authorization: `Bearer ${OPERATOR_TOKEN}` } };

for (const [i, kill] of KILLS.entries()) {
  // `npm test` has the kill between claim and commit.
  const skip = i !== 1 && onlyInProof;
  test(`a process is killed when ${kill.name}: each payout is in a single file`, { skip }, async (t) => {
    const desk = await openBank(t, stage);
    const payouts = await approved(desk);
    const path = `/operator/brands/${desk.shop.brand.brandId}/bank-files`;
    const made = kill.isDownload ? (await desk.shop.operator('POST', 'bank-files', {})).body : null;
    const child = childOf(t, kill);
    await child.start();
    const answer = await (made
      ? child.call('GET', `${path}/${made.fileId}/content`, asOperator)
      : child.call('POST', path, { ...asOperator, body: '{}' }));
    assert.equal(answer, null);
    await child.died();
    assert.equal((await desk.shop.operator('GET', 'bank-files')).body.length, kill.files);
    assert.deepEqual(await faultsOf(desk, payouts), []);
  });
}

test('the test finds a gateway that puts a payout into a second file', { skip: onlyInProof }, async (t) => {
  const desk = await openBank(t, stage);
  const payouts = await approved(desk);
  assert.deepEqual(await faultsOf(desk, payouts), []);
  const child = childOf(t, {
    name: 'payouts of a file are put into another file',
    file: 'storage/bank/bank-file-store.ts',
    original: ' and file_id is null\n',
    replacement: '\n',
  });
  await child.start();
  const path = `/operator/brands/${desk.shop.brand.brandId}/bank-files`;
  await child.call('POST', path, { ...asOperator, body: '{}' });
  const faults = await faultsOf(desk, payouts);
  assert.ok(faults.includes('a payout is in 2 files'), JSON.stringify(faults));
});
