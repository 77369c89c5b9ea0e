// Plays the contract: each rule on a stage of its own, and one result for each. The command line uses it, and so can a
// test of a package. It throws only if a stage cannot be opened.
import { AssertionError } from 'node:assert/strict';
import { inspect } from 'node:util';
import type { ProviderDeclaration } from '../provider-kit.ts';
import { CHECKS } from './rules.ts';
import type { OpenStage, Stage } from './stage.ts';

export interface RuleResult {
  rule: string;
  /** In one line; null: the adapter keeps the rule. */
  fault: string | null;
  /** Where it was noticed; null without a fault. */
  stack: string | null;
}

/** The package's stage is broken, so nothing is known of its adapter. */
export class StageNotOpened extends Error {
  override name = 'StageNotOpened';
}

/** No rule needs so long, unless an adapter hangs. */
const MOST_MS = 120_000;

export async function* playContract(
  open: OpenStage,
  declaration: ProviderDeclaration,
): AsyncGenerator<RuleResult> {
  for (const [rule, check] of Object.entries(CHECKS)) yield await playRule(rule, check, open, declaration);
}

async function playRule(
  rule: string,
  check: (stage: Stage) => Promise<void>,
  open: OpenStage,
  declaration: ProviderDeclaration,
): Promise<RuleResult> {
  const closings: (() => unknown)[] = [];
  const stage = await openStage(open, closings, declaration);
  stage.ownMethods ??= (declaration.options ?? []).map(({ method }) => method);
  try {
    await inTime(check(stage));
    const [violation] = stage.violations?.() ?? [];
    if (violation !== undefined)
      throw new AssertionError({ message: `the stand-in refuses a request: ${violation}` });
    return { rule, fault: null, stack: null };
  } catch (error) {
    return { rule, fault: inOneLine(error), stack: error instanceof Error ? (error.stack ?? null) : null };
  } finally {
    for (const close of closings.reverse()) await close();
  }
}

async function openStage(
  open: OpenStage,
  closings: (() => unknown)[],
  declaration: ProviderDeclaration,
): Promise<Stage> {
  try {
    return await open({ after: (close) => void closings.push(close) }, declaration);
  } catch (error) {
    for (const close of closings.reverse()) await close();
    throw new StageNotOpened(`its stage cannot be opened: ${inOneLine(error)}`, { cause: error });
  }
}

async function inTime(check: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new AssertionError({ message: `no end after ${MOST_MS / 1_000} s` })),
      MOST_MS,
    );
  });
  try {
    await Promise.race([check, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

/** An assertion without words of its own says what it compared. */
function inOneLine(error: unknown): string {
  if (!(error instanceof Error)) return `it threw ${inspect(error)}`;
  const { message } = error;
  const compared = error as { generatedMessage?: boolean; actual?: unknown; expected?: unknown };
  if (compared.generatedMessage === undefined) return `it threw "${firstLine(message)}"`;
  if (!compared.generatedMessage) return firstLine(message);
  return `${shown(compared.expected)} was expected, not ${shown(compared.actual)}`;
}

const firstLine = (text: string): string => text.split('\n')[0]!;
const shown = (value: unknown): string => inspect(value, { depth: 3, breakLength: Infinity }).slice(0, 300);
