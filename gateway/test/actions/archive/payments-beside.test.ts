// Payments, and refunds of the month itself, continue while a month is closed, archived and restored
// (docs/decisions/0091).
import assert from 'node:assert/strict';
import test from 'node:test';
import { verifyArchive } from '../../../src/actions/archive/verify-archive.ts';
import { eventually } from '../../stage/harness.ts';
import { openArchiveStage } from './archive-stage.ts';

test('payments and refunds go on while a month is closed, archived and restored', async (t) => {
  const stage = await openArchiveStage(t);
  const { gate, brands, folder } = stage;
  for (const [index, brand] of brands.entries()) await stage.pay(brand, `old ${index}`);
  await stage.deliver();
  let isOver = false;
  let paid = 0;
  const writeOn = async (index: 0 | 1) => {
    const brand = brands[index];
    for (let number = 0; !isOver; number++) {
      await stage.pay(brand, `new ${index} ${number}`);
      const refund = { merchantReference: `old ${index}`, amount: 0.01, reason: 'RETURN' };
      const body = { ...refund, refundReference: `r ${index} ${number}` };
      const refunded = await gate.call('POST', '/refund/by-reference', { apiKey: brand.apiKey, body });
      assert.equal(refunded.status, 201, refunded.text);
      paid++;
    }
  };
  const during = async <T>(work: () => Promise<T>): Promise<T> => {
    const before = paid;
    const done = await work();
    // A payment may begin before this work and end after it, so this waits for one more.
    await eventually(() => paid > before);
    return done;
  };
  stage.until(stage.closableFrom);
  const writers = Promise.all([writeOn(0), writeOn(1)]);
  try {
    const closed = await during(() => stage.close());
    assert.ok(closed.ok, JSON.stringify(closed));
    stage.until(stage.archivableFrom);
    await during(() => stage.archive());
    assert.deepEqual((await verifyArchive(folder)).faults, []);
    await during(() => stage.restore());
  } finally {
    isOver = true;
    await writers;
  }
  assert.deepEqual(await stage.ledgerFaults(), []);
});
