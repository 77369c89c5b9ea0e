// Files of instant transfers (docs/decisions/0128): the choice, the brand's default, and payouts that the bank refused
// only as instant transfers. None of them is paid twice.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { targetDayAt } from '../../../src/domain/bank/target-days.ts';
import { type Entry, statusReport } from './messages.ts';
import { assertValid, WITHOUT_SCHEMAS } from './schema.ts';
import { type Json, openBank, openProviderStage } from './stage.ts';
import { all, deskOf } from './statement-desk.ts';

const stage = await openProviderStage();
const compact = (id: string) => id.replaceAll('-', '');
const DEBIT = { direction: 'DBIT' } as const;

async function openDesk(t: TestContext) {
  const desk = deskOf(stage, await openBank(t, stage));
  const { shop, payOut } = desk;
  const post = (body: object) => shop.operator('POST', 'bank-files', body);
  return {
    ...desk,
    post,
    /** Payouts in one file of instant transfers. */
    async instantFile(amounts: readonly number[]): Promise<{ fileId: string; ids: string[] }> {
      const ids: string[] = [];
      for (const amount of amounts) ids.push(await payOut(amount));
      const made = await post({ instant: true });
      assert.equal(made.status, 201, made.text);
      return { fileId: made.body.fileId, ids };
    },
    async payouts(fileId: string): Promise<Json[]> {
      const answer = await shop.operator('GET', `bank-files/${fileId}/payouts`);
      assert.equal(answer.status, 200, answer.text);
      return answer.body;
    },
  };
}

test('a request or the setting of the brand makes a file of instant transfers, valid by its schema', async (t) => {
  const { shop, payOut, post } = await openDesk(t);
  const contentOf = async ({ body }: Json) =>
    (await shop.operator('GET', `bank-files/${body.fileId}/content`)).text as string;
  await payOut(10);
  const wanted = await post({ instant: true, executionDate: '2037-12-26' });
  // Instant transfers are settled on holidays, too.
  assert.deepEqual(
    [wanted.status, wanted.body.instant, wanted.body.executionDate],
    [201, true, '2037-12-26'],
    wanted.text,
  );
  const xml = await contentOf(wanted);
  assert.ok(xml.includes('<LclInstrm><Cd>INST</Cd></LclInstrm>'));
  if (!WITHOUT_SCHEMAS) await assertValid(xml, 'pain.001.001.09');
  await payOut(11);
  assert.ok(!(await contentOf(await post({}))).includes('INST'));
  const ofBrand = `/operator/brands/${shop.brand.brandId}`;
  const set = await stage.gateway.operator('PATCH', ofBrand, { instantPayouts: true });
  assert.deepEqual([set.status, set.body.instantPayouts], [200, true], set.text);
  await payOut(12);
  const usual = await post({});
  assert.deepEqual([usual.body.instant, usual.body.executionDate], [true, targetDayAt(new Date())]);
  await payOut(13);
  assert.equal((await post({ instant: false })).body.instant, false);
  assert.equal((await post({ instant: 'yes' })).status, 400);
});

test('a payout that the bank refused only as an instant transfer waits for an ordinary file, once', async (t) => {
  const { counts, instantFile, payouts, payOut, post, standing } = await openDesk(t);
  const reasons = ['AB05', 'AB06', 'AB07', 'AB08', 'AB09', 'AB10', 'AG10', 'AG11', 'AM02', 'AM23', 'TM01'];
  const { fileId, ids } = await instantFile(reasons.map((_, i) => 20 + i));
  const of = ids.map((id, i) => ({ endToEndId: compact(id), status: 'RJCT', reason: reasons[i]! }));
  const report = statusReport(fileId, { group: 'PART', of });
  assert.deepEqual(await counts(report), all({ entries: ids.length, applied: ids.length }));
  for (const id of ids) assert.deepEqual(await standing(id), ['PROCESSING', null, null]);
  assert.deepEqual(
    (await payouts(fileId)).map(({ answer, reason }: Json) => [answer, reason]),
    reasons.map((code) => ['refused-instant', code]),
  );
  // No instant file gets them again.
  const refused = await post({ instant: true });
  assert.deepEqual([refused.status, /ordinary file/.test(refused.text)], [409, true], refused.text);
  const other = await payOut(7);
  assert.equal((await post({ instant: true })).body.payouts, 1);
  const ordinary = await post({ instant: false });
  assert.deepEqual([ordinary.status, ordinary.body.payouts], [201, ids.length], ordinary.text);
  assert.equal((await post({ instant: false })).status, 409);
  const debits = ids.map(
    (id, i): Entry => ({ ...DEBIT, amount: `${20 + i}.00`, details: [{ endToEndId: compact(id) }] }),
  );
  assert.equal((await counts(debits)).applied, ids.length);
  for (const id of ids) assert.equal((await standing(id))[0], 'COMPLETED');
  assert.equal((await standing(other))[0], 'PROCESSING');
});

test('other rejections end an instant payout, and an ordinary payout ends whatever the reason', async (t) => {
  const { counts, instantFile, file, standing } = await openDesk(t);
  const reject = async (made: { fileId: string; ids: string[] }, reason: string) => {
    const of = [{ endToEndId: compact(made.ids[0]!), status: 'RJCT', reason }];
    assert.deepEqual(await counts(statusReport(made.fileId, { of })), all({ applied: 1 }));
    return (await standing(made.ids[0]!)).slice(0, 2);
  };
  assert.deepEqual(await reject(await instantFile([30]), 'AC04'), ['DECLINED', '4002']);
  assert.deepEqual(await reject(await instantFile([31]), 'BE01'), ['DECLINED', '4003']);
  assert.deepEqual(await reject(await instantFile([32]), 'AM04'), ['DECLINED', '9002']);
  assert.deepEqual(await reject(await file([33]), 'AB08'), ['DECLINED', '9002']);
});

test('a whole instant file that the bank does not take as such waits for an ordinary file', async (t) => {
  const { instantFile, take, post, payouts } = await openDesk(t);
  const { fileId, ids } = await instantFile([40, 41]);
  const report = statusReport(fileId, { of: [], batchStatus: 'RJCT' }).replace(
    '</PmtInfSts>',
    '</PmtInfSts><StsRsnInf><Rsn><Cd>FF05</Cd></Rsn></StsRsnInf>',
  );
  const taken = await take(report);
  assert.deepEqual([taken.status, taken.body.applied], [201, 1], taken.text);
  assert.ok((await payouts(fileId)).every(({ answer }: Json) => answer === 'refused-instant'));
  assert.equal((await post({ instant: false })).body.payouts, ids.length);
});

test('no other file gets a refused payout that the bank then accepts, debits or pays in a sum', async (t) => {
  const { counts, instantFile, entries, post, shop, payOut } = await openDesk(t);
  const says: ((made: { fileId: string; ids: string[] }) => readonly Entry[] | string)[] = [
    ({ fileId, ids }) => statusReport(fileId, { of: [{ endToEndId: compact(ids[0]!), status: 'ACSP' }] }),
    ({ fileId }) => statusReport(fileId, { group: 'ACSC' }),
    ({ ids }) => [{ ...DEBIT, amount: '50.00', details: [{ endToEndId: compact(ids[0]!) }] }],
    ({ fileId }) => [{ ...DEBIT, amount: '101.00', batch: { messageId: fileId, count: 2 } }],
  ];
  for (const say of says) {
    const made = await instantFile([50, 51]);
    const of = [{ endToEndId: compact(made.ids[0]!), status: 'RJCT', reason: 'AB08' }];
    assert.deepEqual(await counts(statusReport(made.fileId, { of })), all({ applied: 1 }));
    assert.deepEqual(await counts(say(made)), all({ conflicts: 1 }), String(say));
    assert.equal((await post({ instant: false })).status, 409, String(say));
    await payOut(7);
    assert.equal((await post({ instant: false })).body.total, 7, String(say));
    const [conflict] = await entries('?state=conflict');
    const dismissed = await shop.operator('POST', `bank-entries/${conflict.entryId}/dismiss`, {
      reason: 'x',
    });
    assert.equal(dismissed.status, 200, dismissed.text);
    assert.equal((await post({ instant: false })).body.total, 50, String(say));
  }
});

test('an instant payout that the bank has debited does not leave its file', async (t) => {
  const { counts, instantFile, post, standing } = await openDesk(t);
  const { fileId, ids } = await instantFile([60]);
  const [id] = ids as [string];
  const debit: Entry = { ...DEBIT, amount: '60.00', details: [{ endToEndId: compact(id) }] };
  assert.deepEqual(await counts([debit]), all({ applied: 1 }));
  const of = [{ endToEndId: compact(id), status: 'RJCT', reason: 'AB08' }];
  assert.deepEqual(await counts(statusReport(fileId, { of })), all({ conflicts: 1 }));
  assert.equal((await post({ instant: false })).status, 409);
  assert.equal((await standing(id))[0], 'COMPLETED');
});

test('a debit of another amount keeps a payout in its file, and a repeated refusal changes nothing', async (t) => {
  const { counts, instantFile, post, standing } = await openDesk(t);
  const { fileId, ids } = await instantFile([70, 71]);
  const rejects = (id: string, reason: string) =>
    statusReport(fileId, { of: [{ endToEndId: compact(id), status: 'RJCT', reason }] });
  const wrong: Entry = { ...DEBIT, amount: '69.00', details: [{ endToEndId: compact(ids[0]!) }] };
  assert.deepEqual(await counts([wrong]), all({ conflicts: 1 }));
  assert.deepEqual(await counts(rejects(ids[0]!, 'AB08')), all({ conflicts: 1 }));
  assert.deepEqual(await counts(rejects(ids[1]!, 'AB08')), all({ applied: 1 }));
  assert.deepEqual(await counts(rejects(ids[1]!, 'AB09')), all({ applied: 1 }));
  assert.equal((await standing(ids[0]!))[0], 'PROCESSING');
  assert.equal((await post({ instant: false })).body.total, 71);
  assert.deepEqual(await counts(rejects(ids[1]!, 'AB07')), all({ applied: 1 }));
  assert.equal((await standing(ids[1]!))[0], 'PROCESSING');
});
