// The built files of the portal's page in portal/dist (`npm run build`): every script and stylesheet, and which of them
// the frame and each screen need; and the style of the skeleton. The gateway reads them once, before it listens.
import { readFileSync } from 'node:fs';
import { type PageFile, readBuilt, readPageFile } from './page-files.ts';

const PORTAL = new URL('../../../../portal/', import.meta.url);
const DIST = new URL('dist/', PORTAL);
const ENTRY = 'src/main.tsx';

export interface PortalFiles {
  /** The entry script. */
  script: PageFile;
  /** Its static imports; the document names these files so that they load at once. */
  imported: readonly PageFile[];
  styles: readonly PageFile[];
  /**
   * The files that a lazily loaded source needs beside all of the above, by the name of the source, such as
   * src/screens/links/links.tsx.
   */
  screens: ReadonlyMap<string, { scripts: readonly PageFile[]; styles: readonly PageFile[] }>;
  /** For the document, without spaces. */
  skeletonStyle: string;
  /** All files by name, including those of later screens. */
  all: ReadonlyMap<string, PageFile>;
}

interface Chunk {
  file: string;
  isDynamicEntry?: boolean;
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
  const files = (named: string[]) => [...new Set(named)].map((name) => all.get(name)!);
  const first = chunksOf(manifest, ENTRY);
  const filesOf = (chunks: Chunk[]) => ({
    scripts: files(chunks.map(({ file }) => file)),
    styles: files(chunks.flatMap(({ css = [] }) => css)),
  });
  const screens = Object.keys(manifest)
    .filter((key) => manifest[key]!.isDynamicEntry)
    .map((key) => [key, chunksOf(manifest, key).filter((one) => !first.includes(one))] as const);
  return {
    script: all.get(entry.file)!,
    imported: filesOf(first.slice(1)).scripts,
    styles: filesOf(first).styles,
    screens: new Map(screens.map(([key, chunks]) => [key, filesOf(chunks)])),
    skeletonStyle: withoutSpaces(readFileSync(new URL('skeleton.css', PORTAL), 'utf8')),
    all,
  };
}

const withoutSpaces = (css: string) =>
  css
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?|(:) /g, '$1$2')
    .trim();

/** A chunk and everything that it imports statically, itself first. */
function chunksOf(manifest: Readonly<Record<string, Chunk>>, key: string, seen = new Set<string>()): Chunk[] {
  if (seen.has(key)) return [];
  seen.add(key);
  const chunk = manifest[key]!;
  return [chunk, ...(chunk.imports ?? []).flatMap((one) => chunksOf(manifest, one, seen))];
}
