// The files of a release, and their origin: the gateway's sources, the providers that come with it, the built pages,
// the packages of production, and what an operator reads and copies. It lists the files that go in, not those that
// stay out. So no file gets in that only builds or tests.
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Lock } from '../complete-lock.ts';
import { productionModules } from './production-modules.ts';

/** Bytes, or the target of a link. */
export type ReleaseFile = Readonly<{ bytes: Buffer; executable: boolean } | { link: string }>;

const FOLDERS = [
  'gateway/src',
  'gateway/assets',
  'gateway/demo',
  'cashier/messages',
  'embedded-postgres/src',
  'deploy',
  'docs/decisions',
];
/** Made by the builds of the pages. */
const PAGES = ['cashier/dist', 'portal/dist'];
const FILES = [
  'CHANGELOG.md',
  'README.md',
  'Dockerfile',
  'gateway/package.json',
  'cashier/skeleton.html',
  'portal/skeleton.css',
  'embedded-postgres/package.json',
  'provider-kit/package.json',
  'sdk/package.json',
];
/** From these folders, only files with this ending. */
const SOME: readonly (readonly [folder: string, ending: RegExp])[] = [
  ['gateway/migrations', /^\d{4}-.*\.sql$|^releases\.json$/],
  ['openapi', /\.json$/],
  ['docs', /\.md$/],
  ['shop', /\.ts$/],
  ['shop/pages', /./],
  ['shop/assets', /./],
  // The files that the shop imports, without the command line.
  ['sdk/dist', /\.js$/],
  ['sdk/dist/client', /\.js$/],
  ['sdk/dist/webhooks', /\.js$/],
];
/** The kit goes in without these folders of its sources: adapters import them only in tests. */
const KIT = 'provider-kit/src';
const KIT_FOR_TESTS = new Set(['cli', 'contract', 'stand-in']);
/** Each folder in it is a package of a provider, which the gateway loads at its start. */
const PROVIDERS = 'providers';

/**
 * Files that packages do not need there: sources that Node.js does not run (it strips no types under node_modules),
 * their maps, and pages.
 */
const UNUSED = /\.([cm]?ts|tsx|map|md|markdown|flow)$|(^|\/)(\.[^/]+)$/i;
/** The terms of a package must go along. */
const TERMS = /^(license|licence|notice|copying)/i;

export type Choice = Readonly<{ withNode: boolean; withPostgres: boolean }>;

/** The files by their place in the release, in order. `packages`: the folders of all packages in it. */
export function releaseFiles(
  root: string,
  choice: Choice,
  version: string,
): Readonly<{ files: Map<string, ReleaseFile>; packages: readonly string[] }> {
  const files = new Map<string, ReleaseFile>();
  const add = (place: string, from = place) => files.set(place, fileAt(join(root, from)));
  for (const path of ownFiles(root)) add(path);
  for (const folder of PAGES) for (const path of pathsIn(join(root, folder))) add(`${folder}/${path}`);
  add('bin/tollgate', 'gateway/scripts/release/tollgate.sh');
  add('bin/healthy.mjs', 'gateway/scripts/release/healthy.mjs');

  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  const packages = productionModules(lock, root, ['gateway', ...providerFolders(root)], {
    embedded: choice.withPostgres,
  });
  for (const place of packages) {
    for (const path of pathsIn(join(root, place), (name) => name === 'node_modules')) {
      const name = path.split('/').at(-1)!;
      if (!UNUSED.test(path) || TERMS.test(name)) add(`${place}/${path}`);
    }
  }
  files.set('node_modules/@tollgate/embedded-postgres', { link: '../../embedded-postgres' });
  files.set('node_modules/@tollgate/sdk', { link: '../../sdk' });
  files.set('node_modules/@tollgate/provider-kit', { link: '../../provider-kit' });
  // Leaves out the files that only compile add-ons.
  if (choice.withNode)
    for (const path of ['bin/node', 'LICENSE']) add(`node/${path}`, `${nodeFolder(root)}/${path}`);
  files.set('package.json', { bytes: manifestOf(root, version), executable: false });
  const gateway = JSON.parse(readFileSync(join(root, 'gateway/package.json'), 'utf8'));
  const own = Buffer.from(`${JSON.stringify({ ...gateway, version }, null, 2)}\n`);
  files.set('gateway/package.json', { bytes: own, executable: false });
  return { files: new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1))), packages };
}

/** The files of this repository that go in at the same place, without the built pages. */
export function ownFiles(root: string): string[] {
  const below = (folder: string, leaveOut?: (name: string) => boolean) =>
    pathsIn(join(root, folder), leaveOut).map((path) => `${folder}/${path}`);
  const some = SOME.flatMap(([folder, ending]) =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isFile() && ending.test(entry.name))
      .map(({ name }) => `${folder}/${name}`),
  );
  const providers = providerFolders(root).flatMap((folder) => [
    ...['package.json', 'README.md']
      .map((name) => `${folder}/${name}`)
      .filter((path) => existsSync(join(root, path))),
    ...(existsSync(join(root, folder, 'src')) ? below(`${folder}/src`) : []),
  ]);
  const kit = below(KIT, (name) => KIT_FOR_TESTS.has(name));
  return [...FOLDERS.flatMap((folder) => below(folder)), ...some, ...FILES, ...kit, ...providers];
}

function providerFolders(root: string): string[] {
  return readdirSync(join(root, PROVIDERS), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${PROVIDERS}/${name}`);
}

/** The package of the Node.js that runs this script. The lock file pins this package for the machine. */
export function nodeFolder(root: string): string {
  const program = relative(realpathSync(root), realpathSync(process.execPath));
  const [, folder] = /^(node_modules\/node-[\w-]+)\/bin\/node$/.exec(program) ?? [];
  if (folder === undefined)
    throw new Error(
      'run it with npm: npm uses the Node.js of package-lock.json, and the release must contain that one',
    );
  return folder;
}

/** The release's own package.json: the commands under the names that the pages use, and nothing to install. */
function manifestOf(root: string, version: string): Buffer {
  const { name, description, license, type, scripts } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Record<string, string> & { scripts: Record<string, string> };
  const commands = Object.values(scripts).flatMap((script) => /main\.ts ([\w:]+)/.exec(script)?.[1] ?? []);
  const manifest = {
    name,
    version,
    description,
    license,
    private: true,
    type,
    engines: { node: `>=${process.versions.node.split('.')[0]}` },
    scripts: Object.fromEntries([...new Set(commands)].map((one) => [one, `exec bin/tollgate ${one}`])),
  };
  return Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
}

function fileAt(path: string): ReleaseFile {
  const found = lstatSync(path);
  if (found.isSymbolicLink()) return { link: readlinkSync(path) };
  return { bytes: readFileSync(path), executable: (found.mode & 0o100) !== 0 };
}

/** Files and links below a folder, relative to it. */
function pathsIn(folder: string, leaveOut: (name: string) => boolean = () => false): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (leaveOut(entry.name)) return [];
    if (!entry.isDirectory()) return [entry.name];
    return pathsIn(join(folder, entry.name), leaveOut).map((path) => `${entry.name}/${path}`);
  });
}
