// `tollgate-provider new`: makes a package from the example, links the running kit into it, and plays its contract. It
// needs no network. It never writes into a folder that has something in it.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { CannotRun, type CommandOptions } from './cannot-run.ts';
import { testPackage } from './test-package.ts';

/** A packed kit carries the example beside its commands. */
const TEMPLATES = [
  join(import.meta.dirname, '../template'),
  join(import.meta.dirname, '../../../examples/provider-package'),
];
const KIT = '@tollgate/provider-kit';

/** The exit code. */
export async function createPackage(name: string, folder: string, options: CommandOptions): Promise<0 | 1> {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || name.length > 40)
    throw new CannotRun(
      `"${name}" is no name. Use lower-case letters, digits and single hyphens, such as acme-pay.`,
    );
  const root = resolve(folder);
  if (existsSync(root) && readdirSync(root).length > 0)
    throw new CannotRun(`${root} is not empty. Name another folder.`);
  const template = TEMPLATES.find((path) => existsSync(path));
  if (template === undefined) throw new CannotRun('This copy of the kit has no example to copy.');
  mkdirSync(root, { recursive: true });
  cpSync(template, root, { recursive: true, filter: (path) => basename(path) !== 'node_modules' });
  rename(root, name);
  needKit(root);
  linkKit(root);
  options.say(`Made ${root}. Its contract, against its stand-in:`);
  const exitCode = await testPackage(root, options);
  if (exitCode === 0) {
    const place = relative(process.cwd(), root) || '.';
    options.say(`Next: cd ${place}, read README.md, and replace the calls in src/ with your provider's.`);
  }
  return exitCode;
}

/** In names of files and in texts, in each way of writing. */
function rename(root: string, name: string): void {
  const pascal = name.replaceAll(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  const renamed = (text: string) =>
    text
      .replaceAll('ACME', name.toUpperCase().replaceAll('-', '_'))
      .replaceAll('Acme', pascal)
      .replaceAll('acme', name);
  for (const path of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!path.isFile()) continue;
    const file = join(path.parentPath, path.name);
    writeFileSync(file, renamed(readFileSync(file, 'utf8')));
    if (path.name.includes('acme')) renameSync(file, join(path.parentPath, renamed(path.name)));
  }
}

/** The package needs the kit that made it. */
function needKit(root: string): void {
  const { version } = JSON.parse(readFileSync(join(kitFolder(), 'package.json'), 'utf8'));
  const file = join(root, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  manifest.dependencies[KIT] = `^${version}`;
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Until `npm install` puts the published kit there. */
function linkKit(root: string): void {
  const link = join(root, 'node_modules', KIT);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(kitFolder(), link, 'junction');
}

/** The folder of this kit's package.json. */
function kitFolder(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}
