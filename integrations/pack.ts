// Builds and packs the integrations and the SDK into packed/: `npm run integrations:pack`. A shop installs the files.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const HERE = import.meta.dirname;
/** Where each platform loads the JavaScript of a package from. */
const BUILT = { medusa: '.medusa/server/src', vendure: 'dist' } as const;

export function packIntegrations(destination: string): void {
  mkdirSync(destination, { recursive: true });
  const workshop = mkdtempSync(join(tmpdir(), 'tollgate-pack-'));
  try {
    for (const [name, place] of Object.entries(BUILT)) build(join(HERE, name), join(workshop, name), place);
    const folders = [join(HERE, '../sdk'), ...Object.keys(BUILT).map((name) => join(workshop, name))];
    const packed = mkdtempSync(join(destination, '.packing-'));
    execFileSync('npm', ['pack', '--silent', '--pack-destination', packed, ...folders], { stdio: 'pipe' });
    // Two shops may pack at the same time; none reads half a file.
    for (const name of readdirSync(packed)) renameSync(join(packed, name), join(destination, name));
    rmdirSync(packed);
  } finally {
    rmSync(workshop, { recursive: true, force: true });
  }
}

/** The package with JavaScript in place of TypeScript: Node.js strips no types in node_modules. */
function build(folder: string, target: string, place: string): void {
  const sources = join(folder, 'src');
  cpSync(folder, target, { recursive: true, filter: (path) => path !== sources });
  for (const name of readdirSync(sources, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue;
    if (name.endsWith('.d.ts')) {
      cpSync(join(sources, name), join(target, place, name));
      continue;
    }
    const text = stripTypeScriptTypes(readFileSync(join(sources, name), 'utf8'));
    const path = join(target, place, name.replace(/\.ts$/, '.js'));
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, text.replaceAll(/(from '\.[^']+)\.ts'/g, "$1.js'").replaceAll(/[ \t]+$/gm, ''));
  }
}

if (import.meta.main) {
  const destination = join(HERE, 'packed');
  packIntegrations(destination);
  for (const name of readdirSync(destination)) console.log(`integrations/packed/${name}`);
}
