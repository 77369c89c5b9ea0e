// The built files of the portal's page in portal/dist (`npm run build`): every script and stylesheet, and which of them the
// first screen needs. They are read once, before the gateway listens.
import { readFileSync } from 'node:fs';
import { type PageFile, readBuilt, readPageFile } from './page-files.ts';

const DIST = new URL('../../../../portal/dist/', import.meta.url);
const ENTRY = 'src/main.tsx';

export interface PortalFiles {
  /** The entry script. */
  script: PageFile;
  /** Its static imports; the document names these files so that they load at once. */
  imported: readonly PageFile[];
  styles: readonly PageFile[];
  /** Each by its name, including those of later screens. */
  all: ReadonlyMap<string, PageFile>;
}

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

let read: PortalFiles | undefined;

/** Throws PageNotBuiltError if the page was never built. */
export function portalFiles(): PortalFiles {
  read ??= readPortalFiles(DIST);
  return read;
}

export function readPortalFiles(dist: URL): PortalFiles {
  return readBuilt('portal', () => readOnce(dist));
}

function readOnce(dist: URL): PortalFiles {
  const manifest = JSON.parse(readFileSync(new URL('manifest.json', dist), 'utf8')) as Record<string, Chunk>;
  const entry = manifest[ENTRY];
  if (!entry) throw new Error(`${ENTRY} is missing in its manifest`);
  const names = Object.values(manifest).flatMap(({ file, css = [] }) => [file, ...css]);
  const all = new Map([...new Set(names)].map((name) => [name, readPageFile(dist, name)] as const));
  const first = chunksOf(manifest, ENTRY);
  const files = (named: string[]) => [...new Set(named)].map((name) => all.get(name)!);
  return {
    script: all.get(entry.file)!,
    imported: files(first.slice(1).map(({ file }) => file)),
    styles: files(first.flatMap(({ css = [] }) => css)),
    all,
  };
}

/** A chunk and everything that it imports statically, itself first. */
function chunksOf(manifest: Readonly<Record<string, Chunk>>, key: string, seen = new Set<string>()): Chunk[] {
  if (seen.has(key)) return [];
  seen.add(key);
  const chunk = manifest[key]!;
  return [chunk, ...(chunk.imports ?? []).flatMap((one) => chunksOf(manifest, one, seen))];
}
