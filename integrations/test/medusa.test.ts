// @tollgate/medusa in a fresh shop of Medusa, which is installed by the commands of its page in the guide. After each
// order the shop and the gateway agree to the cent, and at the end the ledger adds up.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { verifyLedger } from '../../gateway/src/actions/ledger/verify-ledger.ts';
import { playInBrowser } from './medusa/browser.ts';
import { playClassics } from './medusa/classics.ts';
import { playOrders } from './medusa/orders.ts';
import { playRehearsal } from './medusa/rehearsal.ts';
import { type MedusaStage, openMedusaStage } from './medusa/stage.ts';
import { checkTypes } from './medusa/types.ts';
import { whyNoRegistry } from './stage/programs.ts';

const skip = whyNoRegistry('@medusajs/medusa@2.21.2');
if (skip) console.error(`Medusa is not tested: ${skip}`);
const stage = skip ? ({} as MedusaStage) : await openMedusaStage();

describe('a shop of Medusa', { skip }, () => {
  playInBrowser(stage);
  playOrders(stage);
  playClassics(stage);
  playRehearsal(stage);
  checkTypes(stage);

  test('the ledger of the gateway adds up', async () => {
    assert.deepEqual((await verifyLedger(stage.tollgate.gateway.context.sql)).faults, []);
  });
});
