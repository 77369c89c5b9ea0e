// The contract of adapters for the five connectors that are played: with the library if it is installed, else with
// recordings of it. `npm test` plays three; rules.test.ts has the others.
import { testContract } from '../../../gateway/test/providers/test-contract.ts';
import { partOf } from '../../../gateway/test/stage/how-much.ts';
import { openStage, PLAYED } from './stage.ts';

for (const played of partOf('connectors of Prism that play the contract of adapters', PLAYED))
  testContract(`Prism, ${played.connector}`, (t) => openStage(t, played));
