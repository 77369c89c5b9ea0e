// What a browser loads before the first screen of the portal works: the document, the files it names, and the largest
// screen behind the frame. A screen that the user opens later is a file of its own.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { buildPortal } from '../build.ts';

const DIST = join(import.meta.dirname, '../dist');
const MOST_BYTES = 250 * 1024;

interface Chunk {
  file: string;
  isDynamicEntry?: boolean;
  imports?: string[];
  css?: string[];
}

await buildPortal();
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(DIST, 'manifest.json'), 'utf8'));

/** A chunk's files, and those of all chunks that it imports before it runs. */
function filesOf(key: string, seen = new Set<string>()): string[] {
  if (seen.has(key)) return [];
  seen.add(key);
  const { file, css = [], imports = [] } = manifest[key]!;
  return [file, ...css, ...imports.flatMap((one) => filesOf(one, seen))];
}

const sizes = new Map<string, number>();
function packed(name: string): number {
  const size = sizes.get(name) ?? gzipSync(readFileSync(join(DIST, name))).length;
  sizes.set(name, size);
  return size;
}
const sum = (names: Iterable<string>) => [...names].reduce((total, name) => total + packed(name), 0);

test('each first screen has at most 250 KB, gzipped', (t) => {
  const frame = new Set(filesOf('src/main.tsx'));
  t.diagnostic(`frame ${sum(frame)} bytes`);
  const screens = Object.entries(manifest).filter(
    ([key, { isDynamicEntry }]) =>
      // Forms, the colour field and the folders named `later` load later: on a screen that is already there.
      isDynamicEntry && key.startsWith('src/screens/') && !/\/forms\/|\/later\/|-field/.test(key),
  );
  assert.ok(screens.length > 0, 'screens come as files of their own');
  for (const [key] of screens) {
    const bytes = sum(new Set([...frame, ...filesOf(key)]));
    t.diagnostic(`${key} ${bytes} bytes`);
    assert.ok(bytes <= MOST_BYTES, `${key}: ${bytes} bytes`);
  }
});

/** Over HTTP/1.1 six files load at a time, and each six cost a round trip. */
const MOST_FILES = 14;

test('each first screen needs at most 14 files', () => {
  const frame = new Set(filesOf('src/main.tsx'));
  for (const [key, { isDynamicEntry }] of Object.entries(manifest)) {
    if (!isDynamicEntry || !key.startsWith('src/screens/')) continue;
    const { size } = new Set([...frame, ...filesOf(key)]);
    assert.ok(size <= MOST_FILES, `${key}: ${size} files`);
  }
});

test('no file of the page evaluates text as code', () => {
  for (const { file } of Object.values(manifest)) {
    const text = readFileSync(join(DIST, file), 'utf8');
    assert.doesNotMatch(text, /\beval\(|new Function\(/, file);
  }
});

test('each Mantine component in use has its styles', () => {
  const src = join(import.meta.dirname, '../src');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const texts = files.map((name) => readFileSync(join(src, name), 'utf8'));
  const styles = readFileSync(join(src, 'shell/mantine-styles.ts'), 'utf8');
  const imports = texts.flatMap((text) => [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)]);
  const used = new Set(imports.flatMap(([, names]) => names!.match(/\b[A-Z]\w+/g) ?? []));
  assert.ok(used.has('Button'), 'components were found');
  const packageStyles = join(import.meta.dirname, '../../node_modules/@mantine/core/styles');
  const missing = [...used].filter(
    (name) =>
      existsSync(join(packageStyles, `${name}.layer.css`)) && !styles.includes(`/styles/${name}.layer.css`),
  );
  assert.deepEqual(missing, []);
});
