// The contract of adapters for the five connectors that are played: with the library if it is installed, else with
// recordings of it.
import { testContract } from '../../../gateway/test/providers/test-contract.ts';
import { openStage, PLAYED } from './stage.ts';

for (const played of PLAYED) testContract(`Prism, ${played.connector}`, (t) => openStage(t, played));
