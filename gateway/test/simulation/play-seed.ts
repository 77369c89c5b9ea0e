// Plays one seed from its first move until everything rests, and checks after every step. simulation.test.ts and
// scripts/simulate.ts call it.
import assert from 'node:assert/strict';
import { verifyAudit } from '../../src/actions/audit/verify-audit.ts';
import { verifyLedger } from '../../src/actions/ledger/verify-ledger.ts';
import type { Sql } from '../../src/storage/database/database.ts';
import { transfersOf } from '../../src/storage/transactions/transaction-story.ts';
import { checkAudit } from './checks/audit-checks.ts';
import { checkRest, checkStep, type Memory } from './checks/checks.ts';
import { checkRisk } from './checks/risk-checks.ts';
import type { Play } from './play.ts';
import { comeToRest, move } from './steps.ts';
import { readBrand, type StoredBrand } from './stored.ts';
import { openWebhooks } from './webhooks.ts';
import { openWorld, type Sabotage, type SimulationDatabase } from './world.ts';

export interface Played {
  steps: number;
  kills: number;
}

/** On a fault it throws with the seed and the list of moves. */
export async function playSeed(
  database: SimulationDatabase,
  seed: number,
  steps: number,
  sabotage?: Sabotage,
): Promise<Played> {
  const world = await openWorld(database, seed, KILL_CHANCE, sabotage);
  const place = world.random.weighted({ api: 35, cashier: 35, 'charge later': 30 });
  const webhooks = seed % 20 === 5 ? openWebhooks(world, seed) : null;
  const play: Play = { world, place, sent: [], pages: [], forced: new Set(), webhooks, said: [] };
  const memory: Memory = new Map();
  const look = async () => {
    const brand = await readBrand(database.sql, world.brand.merchantId);
    checkStep(brand, { network: world.network, forced: play.forced }, memory, world.now());
    checkRisk(world.brand.risk, world.network, brand.transactions);
    const errors = world.errors.filter((line) => !isExpected(line, play.forced));
    assert.deepEqual(errors, [], 'a gateway logged an error');
    return brand;
  };
  try {
    for (let step = 0; step < steps; step++) {
      await move(play);
      // Statements of a killed process may still be on their way to the database.
      await database.store.settled();
      await database.refunds.settled();
      await database.captures.settled();
      await world.settled();
      await look();
      await webhooks?.move(play.said);
    }
    // Before the clocks run out, because the gateway resends nothing older than 90 days; and again for the events after
    // that.
    await webhooks?.comeToRest();
    await comeToRest(play);
    await webhooks?.comeToRest();
    const rest = await look();
    checkRest(rest, world.network, play.forced);
    await checkPages(database.sql, world.brand.merchantId, rest.transactions);
    await checkAudit(database.sql, world.brand.merchantId, world.network);
    // Operators' proofs must agree. They take time, so not every seed runs them.
    if (seed % 10 === 0) {
      assert.deepEqual((await verifyLedger(database.sql)).faults, []);
      assert.deepEqual((await verifyAudit(database.sql)).faults, []);
    }
  } catch (error) {
    throw new Error(
      `seed ${seed} fails after: ${play.said.join(', ')}\nrun it again: npm run simulate -- --seed ${seed} --steps ${steps}`,
      { cause: error },
    );
  } finally {
    await database.clear();
  }
  return { steps, kills: play.said.filter((one) => one === 'killed').length };
}

/** A transaction's page finds its transfers by the times of its changes. */
async function checkPages(
  sql: Sql,
  merchantId: string,
  transactions: StoredBrand['transactions'],
): Promise<void> {
  for (const { id, transfers } of transactions) {
    const shown = await transfersOf(sql, { merchantId, id });
    assert.equal(shown.length, transfers?.length ?? 0, `the page of ${id} has not all its transfers`);
  }
}

/** A person acts: it was authorised after its end, or the sandbox's lever forced another end than the provider's. */
function isExpected(line: string, forced: ReadonlySet<string>): boolean {
  const { msg, transactionId } = JSON.parse(line);
  const isOverruled = msg.endsWith('but it has ended otherwise') && forced.has(transactionId);
  return isOverruled || msg.startsWith('a provider holds money for a payment that has ended');
}

/** Chance at each call to the database or a provider, and at each answer. */
const KILL_CHANCE = 0.03;
