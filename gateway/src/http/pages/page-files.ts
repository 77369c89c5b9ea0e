// The built files of the cashier's page in cashier/dist (`npm run build`), and the skeleton of its document. The
// gateway reads them once, before it listens, so a gateway without its page does not start.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { CompressedFile } from './content-coding.ts';

const CASHIER = new URL('../../../../cashier/', import.meta.url);
const DIST = new URL('dist/', CASHIER);
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

export class PageNotBuiltError extends Error {
  override name = 'PageNotBuiltError';
}

export interface PageFile {
  name: string;
  type: string;
  /** For subresource integrity: sha384-… */
  integrity: string;
  file: CompressedFile;
}

export interface PageFiles {
  script: PageFile;
  style: PageFile;
  skeleton: string;
}

let read: PageFiles | undefined;

/** Throws PageNotBuiltError if the page was never built. */
export function pageFiles(): PageFiles {
  read ??= readPageFiles(DIST);
  return read;
}

export function readPageFiles(dist: URL): PageFiles {
  return readBuilt('cashier', () => readOnce(dist));
}

/** portal-files.ts uses it too. Throws PageNotBuiltError. */
export function readBuilt<Files>(page: 'cashier' | 'portal', read: () => Files): Files {
  try {
    return read();
  } catch {
    // A build is running: it writes the new manifest before it removes the old files.
    try {
      return read();
    } catch (error) {
      throw new PageNotBuiltError(
        `the ${page}'s page is not built (${(error as Error).message}); run: npm run build`,
      );
    }
  }
}

function readOnce(dist: URL): PageFiles {
  const manifest = JSON.parse(readFileSync(new URL('manifest.json', dist), 'utf8'));
  const { file, css } = manifest['src/main.tsx'] as { file: string; css: [string] };
  return {
    script: readPageFile(dist, file),
    style: readPageFile(dist, css[0]),
    skeleton: readFileSync(new URL('skeleton.html', CASHIER), 'utf8'),
  };
}

/** portal-files.ts uses it too. */
export function readPageFile(dist: URL, name: string): PageFile {
  const bytes = readFileSync(new URL(name, dist));
  const hash = createHash('sha384').update(bytes).digest('base64');
  // It has the same bytes, because the name has their hash. It is missing in a dist of an older build.
  const compressed = new URL(`${name}.br`, dist);
  return {
    name,
    type: TYPES[extname(name)] ?? 'application/octet-stream',
    integrity: `sha384-${hash}`,
    file: new CompressedFile(bytes, existsSync(compressed) ? readFileSync(compressed) : undefined),
  };
}
