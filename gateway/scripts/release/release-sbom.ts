// The components of a release as CycloneDX. From the list of `npm run sbom` it takes the packages that are in the
// tarball, with Node.js and the programs beside it. npm reads them from the lock file, with version, licence and
// SHA-512.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Lock } from '../complete-lock.ts';

type Component = { 'bom-ref': string; name: string; version: string; purl: string };
type Bom = {
  serialNumber?: string;
  metadata: { timestamp?: string; component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn?: string[] }[];
};

/**
 * `packages`: their folders. `at`, `version`: of the release, instead of the time of this run and the version that npm
 * knows.
 */
export function releaseSbom(
  root: string,
  packages: readonly string[],
  { at, version }: { at: Date; version: string },
): string {
  const all = execFileSync('npm', ['run', '--silent', 'sbom'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, npm_config_offline: 'true', npm_config_update_notifier: 'false' },
  });
  const bom = JSON.parse(all) as Bom;
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  const shipped = new Set(
    packages.map((place) => `${place.split('node_modules/').at(-1)!}@${lock.packages[place]!.version}`),
  );
  // The same name and version may be installed twice; npm lists it once.
  const components = bom.components.filter((one) => shipped.has(nameOf(one)));
  if (components.length !== shipped.size) {
    const listed = new Set(components.map(nameOf));
    throw new Error(`npm sbom does not list ${[...shipped].filter((one) => !listed.has(one)).join(', ')}`);
  }
  const refs = new Set(components.map((one) => one['bom-ref']));
  const own = bom.metadata.component;
  own.version = version;
  own.purl = `pkg:npm/tollgate@${encodeURIComponent(version)}`;
  // npm makes these anew each time, so two builds would differ.
  delete bom.serialNumber;
  bom.metadata.timestamp = at.toISOString();
  return `${JSON.stringify(
    {
      ...bom,
      components,
      dependencies: [
        { ref: own['bom-ref'], dependsOn: [...refs] },
        ...bom.dependencies
          .filter(({ ref }) => refs.has(ref))
          .map((one) => ({ ...one, dependsOn: (one.dependsOn ?? []).filter((ref) => refs.has(ref)) })),
      ],
    },
    null,
    2,
  )}\n`;
}

const nameOf = ({ purl }: Component) =>
  decodeURIComponent(purl.replace(/^pkg:npm\//, '').replace(/[?#].*$/, ''));
