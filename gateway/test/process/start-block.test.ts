// The first screen: what a person sees once
// Tollgate is ready, and in which order.
import assert from 'node:assert/strict';
import test from 'node:test';
import { startBlock } from '../../src/process/start-block.ts';

const FACTS = {
  url: 'http://localhost:3000',
  environment: 'test',
  role: 'all',
  database: 'embedded PostgreSQL in .data/postgres',
  demo: {
    apiKey: 'tg_test_key',
    file: '.data/demo.json',
    owner: { email: 'owner@demo.example', password: 'of-the-demo' },
  },
  cardOptionId: '955677db-135d-4bd3-a241-a616beca374c',
  operatorTokenFile: '.data/operator.token',
  accounts: null,
  tookMs: 2_300,
};

test('the first address is the test shop', () => {
  const block = startBlock(FACTS, { colour: false });
  const [first] = block.match(/http:\S+/) ?? [];
  assert.equal(first, 'http://localhost:3000/shop');
  assert.match(block, /Test shop {5}http:\/\/localhost:3000\/shop {2}\(begin here\)\n {2}Portal/);
});

test('the second line has the portal and a user', () => {
  const block = startBlock(FACTS, { colour: false });
  assert.match(
    block,
    /Portal +http:\/\/localhost:3000\/portal {2}\(owner@demo\.example, password of-the-demo\)\n {2}API/,
  );
});

test('without a demo neither shop nor key is printed', () => {
  const block = startBlock({ ...FACTS, demo: null, operatorTokenFile: null }, { colour: false });
  assert.doesNotMatch(block, /shop|portal|tg_test_/);
  const [first] = block.match(/http:\S+/) ?? [];
  assert.equal(first, 'http://localhost:3000');
});

test('in production the start block says whether any brand can be paid', () => {
  const production = { ...FACTS, environment: 'production', demo: null };
  const without = startBlock({ ...production, accounts: 0 }, { colour: false });
  assert.match(without, /Providers +none connected: .* declined with 1011 .*docs\/PROVIDERS\.md/);
  assert.match(
    startBlock({ ...production, accounts: 2 }, { colour: false }),
    /Providers +2 accounts connected/,
  );
  assert.doesNotMatch(startBlock(FACTS, { colour: false }), /1011/);
});
