// `tollgate-provider test`: plays the contract against a package's stand-in, and says one line a rule.
import { playContract, StageNotOpened } from '../contract/play-contract.ts';
import type { OpenStage } from '../contract/stage.ts';
import type { ProviderDeclaration } from '../provider-kit.ts';
import { CannotRun, type CommandOptions } from './cannot-run.ts';
import { loadPackage } from './load-package.ts';

/** The exit code. */
export async function testPackage(folder: string, options: CommandOptions): Promise<0 | 1> {
  const { declarations, stageOf } = await loadPackage(folder);
  let rules = 0;
  const broken: string[] = [];
  const notTried: string[] = [];
  for (const declaration of declarations) {
    if (declaration.played === 'not-tried') {
      notTried.push(declaration.name);
      continue;
    }
    options.say(declaration.name);
    const playing = playOne(stageOf(declaration), declaration, options);
    const { played, faults } = await playing.catch((error: unknown) => {
      throw error instanceof StageNotOpened ? new CannotRun(`${declaration.name}: ${error.message}`) : error;
    });
    rules += played;
    if (faults > 0) broken.push(declaration.name);
  }
  if (notTried.length > 0) options.say(`not tried: ${notTried.join(', ')}`);
  if (rules === 0)
    throw new CannotRun('Every declaration is marked as not tried, so there is nothing to play.');
  options.say(broken.length === 0 ? `${rules} rules kept.` : `${broken.join(', ')}: the contract is broken.`);
  return broken.length === 0 ? 0 : 1;
}

async function playOne(
  stage: OpenStage,
  declaration: ProviderDeclaration,
  { say, isTraced }: CommandOptions,
): Promise<{ played: number; faults: number }> {
  let played = 0;
  let faults = 0;
  for await (const { rule, fault, stack } of playContract(stage, declaration)) {
    played += 1;
    if (fault !== null) faults += 1;
    say(fault === null ? `  ✔ ${rule}` : `  ✖ ${rule}: ${fault}`);
    if (fault !== null && isTraced && stack) say(stack);
  }
  return { played, faults };
}
