// Writes dist/, the kit as strangers install it: JavaScript, types, the example, and a package.json that points to
// them (`npm run kit:build`). Node.js runs no TypeScript under node_modules. In this repository nobody needs dist/, so
// it is not under version control.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { build as bundle } from 'vite';

const HERE = import.meta.dirname;
const TSC = join(dirnameOf('typescript/package.json'), 'bin/tsc');

/** Each by its name in `exports`; they share what they have in common. */
const ENTRIES = {
  'provider-kit': 'src/provider-kit.ts',
  'contract/contract': 'src/contract/contract.ts',
  'stand-in/stand-in': 'src/stand-in/stand-in.ts',
  'cli/main': 'src/cli/main.ts',
};

export async function build(outDir: string): Promise<void> {
  rmSync(outDir, { recursive: true, force: true });
  await bundle({
    configFile: false,
    logLevel: 'error',
    build: {
      target: 'node24',
      outDir,
      copyPublicDir: false,
      minify: false,
      lib: { entry: absolute(ENTRIES), formats: ['es'], fileName: (_, name) => `${name}.js` },
      rolldownOptions: {
        external: (id) => /^node:|^undici$/.test(id),
        output: { chunkFileNames: 'shared/[name].js' },
      },
    },
  });
  chmodSync(join(outDir, 'cli/main.js'), 0o755);
  const types = join(outDir, 'types');
  execFileSync(process.execPath, [TSC, '-p', join(HERE, 'tsconfig.build.json'), '--outDir', types], {
    stdio: 'inherit',
  });
  // Nobody imports the commands.
  rmSync(join(types, 'cli'), { recursive: true });
  cpSync(join(HERE, '../examples/provider-package'), join(outDir, 'template'), {
    recursive: true,
    filter: (path) => basename(path) !== 'node_modules',
  });
  writeFileSync(join(outDir, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
}

function manifest() {
  const own = JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8'));
  const { name, version, description, license, type, dependencies } = own;
  const entry = (path: string) => ({ types: `./types/${path}.d.ts`, default: `./${path}.js` });
  return {
    name,
    version,
    description,
    license,
    type,
    engines: { node: '>=24' },
    bin: { 'tollgate-provider': 'cli/main.js' },
    exports: {
      '.': entry('provider-kit'),
      './contract': entry('contract/contract'),
      './stand-in': entry('stand-in/stand-in'),
      './package.json': './package.json',
    },
    dependencies,
  };
}

function absolute(entries: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(HERE, path)]));
}

function dirnameOf(file: string): string {
  return join(createRequire(import.meta.url).resolve(file), '..');
}

if (import.meta.main) await build(join(HERE, 'dist'));
