// Serves a folder's few files under one address, each with its etag. Called by logos.ts, docs/docs.ts and
// sandbox/bank-assets.ts. All is read once, at the start: a path from outside never reaches the disk.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../domain/refusal.ts';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Small files, never stale after an upgrade. */
export const ASK_AGAIN = 'public, no-cache';

// Opened by itself an SVG is a document; it may be looked at and do nothing, not even style itself (contract 11).
const POLICY = "default-src 'none'; sandbox";

interface Asset {
  type: string;
  bytes: Buffer;
  etag: string;
}

export function readAssets(folder: URL, names: string[]): Map<string, Asset> {
  return new Map(
    names.map((name) => {
      const type = TYPES[extname(name)];
      if (type === undefined) throw new Error(`${name}: no media type is known for its ending`);
      const bytes = readFileSync(new URL(name, folder));
      const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
      return [name, { type, bytes, etag }];
    }),
  );
}

export function serveAssets(
  app: FastifyInstance,
  { at, files, cacheControl }: { at: string; files: Map<string, Asset>; cacheControl: string },
): void {
  app.get<{ Params: { file: string } }>(`${at}/:file`, (request, reply) => {
    const file = files.get(request.params.file);
    if (!file) throw new Refusal(404, 'there is no such file');
    reply.header('cache-control', cacheControl).header('etag', file.etag);
    reply.header('content-security-policy', POLICY);
    if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
    return reply.type(file.type).send(file.bytes);
  });
}
