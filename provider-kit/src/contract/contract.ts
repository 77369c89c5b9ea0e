// The contract of adapters, for tests of packages: `CHECKS` has one rule a sentence, a `Stage` is what a rule plays.
// This is the entry @tollgate/provider-kit/contract.
export { applyOutcome } from './apply-outcome.ts';
export { isCountryCode } from './country-codes.ts';
export { newParts } from './new-parts.ts';
export {
  NO_DETAILS,
  newAccount,
  newCapture,
  newPayin,
  newPayout,
  newRefund,
  newTransaction,
} from './new-transaction.ts';
export { playContract, type RuleResult } from './play-contract.ts';
export { CHECKS } from './rules.ts';
export { aCard, callOf } from './sending.ts';
export { settlesToTheCent } from './settlements.ts';
export type {
  AppliedBy,
  ApplyOutcome,
  Ending,
  OpenStage,
  PayinCase,
  PayoutCase,
  PlayedDispute,
  Stage,
} from './stage.ts';
export { assertWellFormed, assertWellFormedRefund } from './well-formed.ts';
export { assertWellFormedLine, assertWellFormedPayout } from './well-formed-report.ts';
