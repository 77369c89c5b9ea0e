// Writes packages of providers into temporary folders, as a stranger would write them: TypeScript, without anything
// installed beside it.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Ends {
  after(end: () => void): void;
}

/** A folder with package.json and entry. `entry`: the text of provider.ts. */
export function providerFolder(t: Ends, entry: string, manifest: object = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-provider-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const described = { name: 'a-provider', type: 'module', exports: './provider.ts', ...manifest };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(described));
  writeFileSync(join(folder, 'provider.ts'), entry);
  return folder;
}

/** A copy of the package in `stranger/`. */
export function strangerFolder(t: Ends): string {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-stranger-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(import.meta.dirname, 'stranger'), folder, { recursive: true });
  return folder;
}

/** The text of a declaration in which `members` replace those that it has. */
export const declarationText = (members: Record<string, string> = {}): string =>
  `{ ${Object.entries({
    seam: '1',
    id: "'fabrikam'",
    name: "'Fabrikam Pay'",
    capabilities: `{
      methods: [
        { direction: 'PAYIN', method: 'ideal', countries: ['NL'], currencies: ['EUR'] },
      ],
      refund: true,
      cancel: false,
      inquiry: 'supported',
    }`,
    cardEntries: '[]',
    credentials: `[
      { name: 'shopKey', label: 'Shop key', help: 'In Fabrikam under Keys.', needed: 'always', isList: false, isSecret: true },
    ]`,
    merchantAccountOf: '() => null',
    connect: `() => { throw new Error('not here'); }`,
    ...members,
  })
    .map(([name, value]) => `${name}: ${value}`)
    .join(',\n')} }`;
