// Serves the few files of a folder under one address, each with its etag. It reads all files once, at the start: a path
// from outside must never reach the disk.
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { Refusal } from '../../domain/errors/refusal.ts';
import { type Address, type Call, call } from '../calls/call.ts';
import { CompressedFile } from './content-coding.ts';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};

/** For small files that must never be stale after an upgrade. */
export const REVALIDATE = 'public, no-cache';

// An SVG opened on its own is a document. Browsers may show it, but it may do nothing, not even style itself (contract
// 11).
const POLICY = "default-src 'none'; sandbox";

interface Asset {
  type: string;
  file: CompressedFile;
}

export function readAssets(folder: URL, names: string[]): Map<string, Asset> {
  return toAssets(names.map((name) => [name, readFileSync(new URL(name, folder))]));
}

export function toAssets(files: Iterable<readonly [name: string, bytes: Buffer]>): Map<string, Asset> {
  const assets = new Map<string, Asset>();
  for (const [name, bytes] of files) {
    const type = TYPES[extname(name)];
    if (type === undefined) throw new Error(`${name}: no media type is known for its ending`);
    assets.set(name, { type, file: new CompressedFile(bytes) });
  }
  return assets;
}

/** `read`: once for each server. */
export function assetsCall(
  address: Address,
  cacheControl: string,
  read: () => Map<string, Asset>,
  where: { isTestOnly?: true } = {},
): Call {
  return call({
    address,
    ...where,
    prepare() {
      const files = read();
      return async (request, reply) => {
        const asset = files.get(request.params.file!);
        if (!asset) throw new Refusal(404, 'there is no such file');
        reply
          .header('cache-control', cacheControl)
          .header('content-security-policy', POLICY)
          .type(asset.type);
        await asset.file.send(request, reply);
        return reply;
      };
    },
  });
}
