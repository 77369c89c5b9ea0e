// What a bank was given and what it tells of a customer who was erased (docs/decisions/0085): neither stays, nor comes back.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { rotateKeys } from '../../../src/storage/keys/rotate-keys.ts';
import { dumpAll, foundIn } from '../../stage/dump.ts';
import { statusReport } from './messages.ts';
import { openBank, openHouse } from './stage.ts';
import { deskOf } from './statement-desk.ts';

const house = await openHouse();
const { sql, vault } = house.gateway.gateway.context;
const compact = (id: string) => id.replaceAll('-', '');

async function openDesk(t: TestContext) {
  const desk = deskOf(house, await openBank(t, house));
  return {
    ...desk,
    async erase(id: string) {
      const answer = await desk.shop.operator('POST', 'customers/erase', { userId: `user-${id}` });
      assert.equal(answer.body.transactions, 1, answer.text);
    },
    payTo: (name: string) => desk.payOut(5, { accountHolder: name }),
  };
}

const found = async (...values: string[]) => foundIn(await dumpAll(sql, vault), values);

test('a file goes with the personal data of a payout in it, and what is shown of it stays', async (t) => {
  const { shop, payTo, counts, erase } = await openDesk(t);
  const make = async () => (await shop.operator('POST', 'bank-files', {})).body;
  const get = (fileId: string, path = '') => shop.operator('GET', `bank-files/${fileId}${path}`);
  const erased = await payTo('Ottilie Quandtmann');
  const withdrawn = await make();
  await shop.operator('POST', `bank-files/${withdrawn.fileId}/withdraw`, { reason: 'wrong day' });
  const other = await payTo('Zebedee Yarborough');
  const made = await make();
  await payTo('Wilhelmina Xanten');
  const untouched = await make();
  const paid = [erased, other].map((id) => ({ endToEndId: compact(id), status: 'ACSC' }));
  assert.equal((await counts(statusReport(made.fileId, { of: paid }))).applied, 2);
  assert.ok((await found('Quandtmann')).includes('bank_files: Quandtmann'));

  await erase(erased);
  assert.deepEqual(await found('Quandtmann'), []);
  const gone = await get(made.fileId, '/content');
  assert.equal(gone.status, 410, gone.text);
  assert.match(gone.body.message, /erased with the personal data of a payout in it/);
  assert.deepEqual((await get(made.fileId)).body, made);
  assert.equal((await get(withdrawn.fileId, '/content')).status, 409);
  assert.equal((await get(untouched.fileId, '/content')).status, 200);
  assert.ok((await found('Xanten')).includes('bank_files: Xanten'));
  // Once more, for one whose file is gone already; and its empty bytes need no new seal.
  await erase(other);
  const rotation = await rotateKeys(sql, vault, { settleMs: 0 });
  assert.ok(rotation.retired);
  assert.equal((await get(untouched.fileId, '/content')).status, 200);
  assert.equal((await get(made.fileId, '/content')).status, 410);
});
