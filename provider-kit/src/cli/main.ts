#!/usr/bin/env node
// The command line for makers of a provider package: `tollgate-provider new <name> [folder]` and
// `tollgate-provider test [folder]`. Exit code 0: the contract is kept. 1: a rule is broken. 2: the command cannot run,
// and one sentence says why.
import { parseArgs } from 'node:util';
import { CannotRun, type Say } from './cannot-run.ts';
import { createPackage } from './create-package.ts';
import { testPackage } from './test-package.ts';

const HELP = `tollgate-provider new <name> [folder]   makes a package for a provider, and plays its contract
tollgate-provider test [folder]         plays the contract of the package, one line a rule

  --trace   shows where a broken rule was noticed

Exit code 0: every rule is kept. 1: a rule is broken. 2: it cannot run.
`;

/** The exit code. */
export async function run(args: string[], say: Say): Promise<0 | 1 | 2> {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { trace: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    });
    const [command, ...rest] = positionals;
    const options = { say, isTraced: values.trace === true };
    if (values.help || command === undefined) {
      say(HELP.trimEnd());
      return values.help ? 0 : 2;
    }
    if (command === 'new' && (rest.length === 1 || rest.length === 2))
      return await createPackage(rest[0]!, rest[1] ?? rest[0]!, options);
    if (command === 'test' && rest.length <= 1) return await testPackage(rest[0] ?? '.', options);
    throw new CannotRun(`"${positionals.join(' ')}" is no command. Run tollgate-provider --help.`);
  } catch (error) {
    if (!(error instanceof CannotRun) && !isWrongOption(error)) throw error;
    say(error.message);
    return 2;
  }
}

const isWrongOption = (error: unknown): error is Error =>
  error instanceof Error && String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS');

// What a package leaves open must not keep the command from its end.
if (import.meta.main) process.exit(await run(process.argv.slice(2), (line) => console.log(line)));
