// The brand setting `risk` as operators set and read it (contract 12); test/http/v3/risk-rules.test.ts tests its
// effect.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test from 'node:test';
import { RISK_RULES, STANDARD_LIMITS } from '../../../src/domain/risk/risk.ts';
import { openOperatorApp } from './operator-app.ts';

test('risk rules are on by default in production, and are replaced as a whole within bounds', async (t) => {
  const secrets = {
    MASTER_KEY: randomBytes(32).toString('base64'),
    OPERATOR_TOKEN: randomBytes(32).toString('hex'),
  };
  const env = { ENVIRONMENT: 'production', PUBLIC_URL: 'https://pay.example', ...secrets };
  const production = await openOperatorApp(t, { env });
  const merchant = await production.call('POST', '/operator/merchants', { name: 'Example Ltd' });
  const brands = `/operator/merchants/${merchant.body.merchantId}/brands`;
  const made = await production.call('POST', brands, { name: 'Demo Shop' });
  const { brandId, risk } = made.body;
  const path = `/operator/brands/${brandId}`;
  assert.equal(risk, 'standard');
  assert.deepEqual(production.context.brands.byId(brandId)!.risk, STANDARD_LIMITS);
  const change = (value: unknown) => production.call('PATCH', path, { risk: value });

  const own = { declinesPerUser: { limit: 1, windowSeconds: 2_592_000 } };
  const nothing = Object.fromEntries(RISK_RULES.map((rule) => [rule, null]));
  assert.deepEqual((await change(own)).body.risk, { ...nothing, ...own });
  assert.deepEqual((await production.call('GET', path)).body.risk, { ...nothing, ...own });
  assert.deepEqual((await change({})).body.risk, nothing);
  assert.equal((await change('off')).body.risk, 'off');
  assert.equal(production.context.brands.byId(brandId)!.risk, null);
  for (const value of [
    'strict',
    true,
    [],
    { attemptsPerCard: 5 },
    { attemptsPerCard: { limit: 5 } },
    { attemptsPerCard: { limit: 0, windowSeconds: 60 } },
    { attemptsPerCard: { limit: 1_001, windowSeconds: 60 } },
    { attemptsPerCard: { limit: 1.5, windowSeconds: 60 } },
    { attemptsPerCard: { limit: 5, windowSeconds: 0 } },
    { attemptsPerCard: { limit: 5, windowSeconds: 2_592_001 } },
    { attemptsPerCard: { limit: 5, windowSeconds: 60, per: 'card' } },
    { declinesPerCountry: { limit: 5, windowSeconds: 60 } },
  ]) {
    const refused = await change(value);
    assert.equal(refused.status, 400, JSON.stringify(value));
    assert.match(JSON.stringify(refused.body.message), /risk/);
  }
  assert.equal((await production.call('GET', path)).body.risk, 'off');
});
