// The risk rules of a brand, and the refusal of each (contract 12).
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  completeLimits,
  defaultRisk,
  limitsOf,
  type RiskRule,
  STANDARD_LIMITS,
} from '../../../src/domain/risk/risk.ts';
import { refusedPlan } from '../../../src/domain/transactions/plan.ts';

const HOUR = 3_600;

test('the rules are those of the contract, off in test and standard in production', () => {
  assert.deepEqual(STANDARD_LIMITS, {
    attemptsPerCard: { limit: 10, windowSeconds: HOUR },
    wrongCodesPerCard: { limit: 3, windowSeconds: 24 * HOUR },
    declinesPerSource: { limit: 20, windowSeconds: HOUR },
    declinesPerUser: { limit: 10, windowSeconds: HOUR },
    declinesPerBin: { limit: 100, windowSeconds: HOUR },
  });
  assert.deepEqual([defaultRisk('test'), defaultRisk('production')], ['off', 'standard']);
  assert.equal(limitsOf('off'), null);
  assert.equal(limitsOf(completeLimits({})), null);
  assert.equal(limitsOf('standard'), STANDARD_LIMITS);
  const own = completeLimits({ attemptsPerCard: { limit: 1, windowSeconds: 5 } });
  assert.deepEqual(
    Object.values(own).filter((one) => one !== null),
    [{ limit: 1, windowSeconds: 5 }],
  );
  assert.equal(Object.keys(own).length, 5);
});

test('a refusal has the code 2202, or 2203 if security codes were guessed', () => {
  const refusal = (rule: RiskRule) => refusedPlan(rule).errorCode;
  assert.equal(refusal('wrongCodesPerCard'), '2203');
  for (const rule of ['attemptsPerCard', 'declinesPerSource', 'declinesPerUser', 'declinesPerBin'] as const)
    assert.equal(refusal(rule), '2202');
});
