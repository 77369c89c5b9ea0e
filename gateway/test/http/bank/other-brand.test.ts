// A brand's bank data (contract 15) belongs to no
// other brand of the same merchant.
import assert from 'node:assert/strict';
import test from 'node:test';
import { OPERATOR_TOKEN } from '../../stage/harness.ts';
import { statement } from './messages.ts';
import { openBank, openProviderStage } from './stage.ts';

const stage = await openProviderStage();

test('files, statements and entries are 404 for another brand', async (t) => {
  const { shop, payOut } = await openBank(t, stage);
  await payOut(12);
  const { fileId } = (await shop.operator('POST', 'bank-files', {})).body;
  const sent = statement([{ amount: '5.00', details: [{ amount: '5.00', text: 'no payment of ours' }] }]);
  const path = `/operator/brands/${shop.brand.brandId}/bank-statements`;
  const headers = { 'content-type': 'application/xml', authorization: `Bearer ${OPERATOR_TOKEN}` };
  const { body } = await stage.gateway.call('POST', path, { headers, body: sent });
  const [entry] = (await shop.operator('GET', 'bank-entries')).body;
  assert.ok(fileId && body.statementId && entry.entryId);

  const other = await stage.gateway.createBrand({}, shop.brand.merchantId);
  const reason = { reason: 'from another brand' };
  for (const [method, of, given] of [
    ['GET', `bank-files/${fileId}`],
    ['GET', `bank-files/${fileId}/content`],
    ['POST', `bank-files/${fileId}/withdraw`, reason],
    ['POST', `bank-entries/${entry.entryId}/assign`, { ...reason, transactionId: entry.entryId }],
    ['POST', `bank-entries/${entry.entryId}/dismiss`, reason],
  ] as const) {
    const { status } = await stage.gateway.operator(method, `/operator/brands/${other.brandId}/${of}`, given);
    assert.equal(status, 404, `${method} ${of}`);
  }
  for (const list of ['bank-files', 'bank-entries'])
    assert.deepEqual(
      (await stage.gateway.operator('GET', `/operator/brands/${other.brandId}/${list}`)).body,
      [],
    );
});
