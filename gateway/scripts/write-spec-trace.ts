// Writes the proofs in docs/SPEC-TRACE.md from the tests: `npm run spec-trace`. The line above a test names the rules
// that it proves, `// proves 2.1 userId; 5 rule 3`; several such lines if one would be too long. People write what a
// rule says.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const REPOSITORY = join(import.meta.dirname, '../..');
export const SPEC_TRACE = join(REPOSITORY, 'docs/SPEC-TRACE.md');
const TAGGED =
  /^((?:[ \t]*\/\/ proves .+\n)+)(?:(?![ \t]*\/\/).*?)?\btest\(\s*(['"`])((?:\\.|(?!\2)[\s\S])*)\2/gm;

/** Rule → the tests that have its tag, as the page writes them. */
export function readProofs(): Map<string, string[]> {
  const proofs = new Map<string, string[]>();
  const folders = '{gateway,cashier,portal,shop,embedded-postgres}/test/**/*.test.ts';
  for (const path of globSync(folders, { cwd: REPOSITORY }).sort()) {
    const shown = path.replaceAll('\\', '/').replace(/^gateway\/test\//, '');
    for (const [, tags, , name] of readFileSync(join(REPOSITORY, path), 'utf8').matchAll(TAGGED))
      for (const [, rules] of tags!.matchAll(/\/\/ proves (.+)/g))
        for (const rule of rules!.split('; ')) {
          const proof = `\`${shown} :: ${name!.replace(/\\(.)/g, '$1')}\``;
          proofs.set(rule, [...(proofs.get(rule) ?? []), proof]);
        }
  }
  return proofs;
}

/** The page with current proofs. A rule without a proof gets an empty cell, and the page's test fails. */
export function withProofs(page: string, proofs: ReadonlyMap<string, readonly string[]>): string {
  return page.replace(/^\| (\d.*?) \| (.*?) \| ?(.*) \|$/gm, (_, rule, says, before) => {
    const told = proofs.get(rule)?.join('<br>') ?? (before === 'open' ? 'open' : '');
    return `| ${rule} | ${says} | ${told} |`;
  });
}

if (import.meta.main) {
  writeFileSync(SPEC_TRACE, withProofs(readFileSync(SPEC_TRACE, 'utf8'), readProofs()));
}
