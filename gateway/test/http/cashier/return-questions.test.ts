// How often the gateway asks a provider about the parameters that shoppers
// bring back, whoever opens the address.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import { ReturnQuestions } from '../../../src/http/cashier/return-questions.ts';
import { aTransaction } from '../../stage/builders.ts';

const answered = aTransaction();

function asking() {
  let time = 0;
  let asked = 0;
  const questions = new ReturnQuestions(() => new Date(time));
  return {
    questions,
    ask: (answer: string, how: () => Promise<Transaction> = async () => answered, { charge = 'c' } = {}) =>
      questions.ask({ charge, parameters: { redirectResult: answer } }, () => {
        asked += 1;
        return how();
      }),
    advance: (ms: number) => {
      time += ms;
    },
    times: () => asked,
  };
}

test('the provider is asked about a returned answer once, and again only after a growing interval', async () => {
  const { ask, advance, times } = asking();
  const call = Promise.withResolvers<Transaction>();
  const many = Array.from({ length: 6 }, () => ask('x', () => call.promise));
  call.resolve(answered);
  assert.deepEqual(await Promise.all(many), Array(6).fill(answered));
  assert.equal(times(), 1);
  assert.equal(await ask('x'), null);
  advance(5_000);
  assert.equal(await ask('x'), answered);
  advance(9_999);
  assert.equal(await ask('x'), null);
  advance(1);
  assert.equal(await ask('x'), answered);
  assert.equal(times(), 3);
});

test('each returned answer and each charge is asked about separately, and a failed question is not repeated at once', async () => {
  const { ask, times } = asking();
  await assert.rejects(
    ask('x', () => Promise.reject(new Error('no database'))),
    /no database/,
  );
  assert.equal(await ask('x'), null);
  assert.equal(await ask('y'), answered);
  assert.equal(await ask('x', undefined, { charge: 'd' }), answered);
  assert.equal(times(), 3);
});

test('at most twenty invented answers reach the provider, and new ones only when those are old', async () => {
  const { ask, advance, times } = asking();
  for (let one = 0; one < 100; one++) await ask(`forged ${one}`);
  assert.equal(times(), 20);
  advance(120_000);
  assert.equal(await ask('genuine'), answered);
});
