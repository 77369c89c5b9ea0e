// @tollgate/vendure in a fresh shop of Vendure, which is installed by the commands of its page in the guide. After each
// order the shop and the gateway agree to the cent, and at the end the ledger adds up.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { verifyLedger } from '../../gateway/src/actions/ledger/verify-ledger.ts';
import { whyNoRegistry } from './stage/programs.ts';
import { checkAmounts } from './vendure/amounts.ts';
import { playInBrowser } from './vendure/browser.ts';
import { playClassics } from './vendure/classics.ts';
import { playMandates } from './vendure/mandates.ts';
import { playOrders } from './vendure/orders.ts';
import { playRehearsal } from './vendure/rehearsal.ts';
import { openVendureStage, type VendureStage } from './vendure/stage.ts';
import { checkTypes } from './vendure/types.ts';

const skip = whyNoRegistry('@vendure/core@3.7.3');
if (skip) console.error(`Vendure is not tested: ${skip}`);
const stage = skip ? ({} as VendureStage) : await openVendureStage();

checkAmounts();

describe('a shop of Vendure', { skip }, () => {
  playInBrowser(stage);
  playOrders(stage);
  playClassics(stage);
  playMandates(stage);
  playRehearsal(stage);
  checkTypes(stage);

  test('the ledger of the gateway adds up', async () => {
    assert.deepEqual((await verifyLedger(stage.tollgate.gateway.context.sql)).faults, []);
  });
});
