// `npm run release`: release/tollgate-<version>.tar.gz, which starts with Node.js and nothing else installed (decision
// 90), and its SHA-256. It contains the program, its built pages, the packages of production, SHA256SUMS and sbom.json.
// It reads what is installed and downloads nothing: `npm ci` has checked every package against the lock file.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildCashier } from '../../../cashier/build.ts';
import { buildPortal } from '../../../portal/build.ts';
import { versionOf } from '../../src/process/build.ts';
import { type Choice, nodeFolder, type ReleaseFile, releaseFiles } from './release-files.ts';
import { releaseSbom } from './release-sbom.ts';
import { writeTarball } from './write-tarball.ts';

const ROOT = join(import.meta.dirname, '../../..');
/**
 * The time of every file, unless SOURCE_DATE_EPOCH sets another. A build must not depend on the hour in which it is
 * made.
 */
const EPOCH_SECONDS = Number(process.env.SOURCE_DATE_EPOCH ?? Date.UTC(2000, 0, 1) / 1_000);

export interface Release {
  tarball: string;
  /** The only folder in it. */
  folder: string;
  unpackedBytes: number;
}

export async function makeRelease(out: string, choice: Choice, level = 9): Promise<Release> {
  await Promise.all([buildCashier(), buildPortal()]);
  // One user may unpack a release and another may run it. The second user may have no right to make the links.
  if (choice.withPostgres)
    execFileSync(process.execPath, [join(ROOT, 'embedded-postgres/link-libraries.ts')]);
  const at = new Date(EPOCH_SECONDS * 1_000);
  const version = versionOf(join(ROOT, 'gateway'));
  const { files, packages } = releaseFiles(ROOT, choice, version);
  const add = (place: string, text: string) =>
    files.set(place, { bytes: Buffer.from(text), executable: false });
  const node = choice.withNode ? [nodeFolder(ROOT)] : [];
  add('sbom.json', releaseSbom(ROOT, [...packages, ...node], { at, version }));
  add('SHA256SUMS', sumsOf(files));
  const folder = `tollgate-${version}`;
  const platform = choice.withNode || choice.withPostgres ? `-${process.platform}-${process.arch}` : '';
  mkdirSync(out, { recursive: true });
  removeOlderBuilds(out, version, platform);
  const tarball = join(out, `${folder}${platform}.tar.gz`);
  await writeTarball(tarball, files, { folder, at, level });
  writeFileSync(`${tarball}.sha256`, `${sha256(readFileSync(tarball))}  ${folder}${platform}.tar.gz\n`);
  const unpackedBytes = [...files.values()].reduce(
    (sum, one) => sum + ('bytes' in one ? one.bytes.length : 0),
    0,
  );
  return { tarball, folder, unpackedBytes };
}

/** Removes builds of other commits that are not releases: an image is made from the build that is there. */
function removeOlderBuilds(out: string, version: string, platform: string): void {
  const start = `tollgate-${version.split('+')[0]}+`;
  const endings = [`${platform}.tar.gz`, `${platform}.tar.gz.sha256`];
  for (const name of readdirSync(out)) {
    const [, commit] = /\+([0-9a-z]+)/.exec(name) ?? [];
    if (name.startsWith(start) && endings.some((one) => name === `${start}${commit}${one}`))
      rmSync(join(out, name));
  }
}

/** The format that `sha256sum --check SHA256SUMS` reads. */
function sumsOf(files: ReadonlyMap<string, ReleaseFile>): string {
  return [...files]
    .flatMap(([place, one]) => ('bytes' in one ? [`${sha256(one.bytes)}  ${place}\n`] : []))
    .join('');
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      'with-node': { type: 'boolean', default: false },
      'with-postgres': { type: 'boolean', default: false },
      out: { type: 'string', default: join(ROOT, 'release') },
    },
  });
  const { tarball, unpackedBytes } = await makeRelease(resolve(values.out), {
    withNode: values['with-node'],
    withPostgres: values['with-postgres'],
  });
  const mb = (bytes: number) => (bytes / 1024 / 1024).toFixed(1);
  process.stdout.write(
    `${tarball}: ${mb(readFileSync(tarball).length)} MB, unpacked ${mb(unpackedBytes)} MB\n`,
  );
}
