// The bytes that a phone has to load: the document and the stylesheet before the first paint, the script and the
// stylesheet in all.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { startGallery } from '../gallery.ts';

const DIST = join(import.meta.dirname, '../dist');
const MOST_OF_FILES = 36 * 1024;
const MOST_BEFORE_PAINT = 12 * 1024;

/** With the most methods that any fixture offers. */
const DOCUMENT = '/choose?lang=en';

test('script and stylesheet have at most 36 KB, gzipped, and the files of the first paint 12 KB', async (context) => {
  const gallery = await startGallery();
  context.after(() => gallery.stop());
  const page = await (await fetch(`${gallery.url}${DOCUMENT}`)).text();
  const { file, css } = JSON.parse(readFileSync(join(DIST, 'manifest.json'), 'utf8'))['src/main.tsx'];
  assert.equal(css.length, 1);
  const parts = {
    document: gzipSync(page).length,
    script: gzipSync(readFileSync(join(DIST, file))).length,
    style: gzipSync(readFileSync(join(DIST, css[0]))).length,
  };
  const shown = `document ${parts.document}, script ${parts.script}, style ${parts.style} bytes`;
  context.diagnostic(shown);
  assert.ok(parts.script + parts.style <= MOST_OF_FILES, shown);
  assert.ok(parts.document + parts.style <= MOST_BEFORE_PAINT, shown);
});

test('the page consists of one script and one stylesheet, and requests nothing from other hosts', () => {
  const manifest = JSON.parse(readFileSync(join(DIST, 'manifest.json'), 'utf8'));
  assert.deepEqual(Object.keys(manifest), ['src/main.tsx']);
  const { file, css } = manifest['src/main.tsx'];
  for (const name of [file, ...css]) {
    const text = readFileSync(join(DIST, name), 'utf8');
    const addresses = text.match(/https?:\/\/[\w.]+/g) ?? [];
    // Names of XML languages, which no browser loads.
    assert.deepEqual(
      addresses.filter((address) => address !== 'http://www.w3.org'),
      [],
      name,
    );
    assert.doesNotMatch(text, /\beval\(|new Function\(/);
  }
});
