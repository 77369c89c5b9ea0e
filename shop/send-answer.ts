// The shop's answers: pages with a strict policy, redirects, and its few files, which are read once at the start. A
// page must load nothing from another address, and hold no script or style of its own.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import type { Html } from './html.ts';

// No form-action: browsers apply it also to the redirect that answers a form, and that may lead to a bank.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  "base-uri 'none'; frame-ancestors 'none'";

const SAFE = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' };

export function sendPage(
  response: ServerResponse,
  status: number,
  page: Html,
  cookie: string | null = null,
): void {
  response.writeHead(status, {
    ...SAFE,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': POLICY,
    'cache-control': 'no-store',
    ...(cookie && { 'set-cookie': cookie }),
  });
  response.end(page.text);
}

export function sendAway(response: ServerResponse, url: string, cookie: string | null = null): void {
  response.writeHead(303, {
    ...SAFE,
    location: url,
    'cache-control': 'no-store',
    ...(cookie && { 'set-cookie': cookie }),
  });
  response.end();
}

export function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    ...SAFE,
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(text);
}

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};
const FOLDER = new URL('./assets/', import.meta.url);

interface Asset {
  type: string;
  bytes: Buffer;
  etag: string;
}

export function readAssets(): Map<string, Asset> {
  return new Map(
    readdirSync(FOLDER).map((name) => {
      const bytes = readFileSync(new URL(name, FOLDER));
      const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
      return [name, { type: TYPES[extname(name)] ?? 'application/octet-stream', bytes, etag }];
    }),
  );
}

export function sendAsset(request: IncomingMessage, response: ServerResponse, asset: Asset): void {
  const headers = {
    ...SAFE,
    etag: asset.etag,
    'cache-control': 'public, no-cache',
    // A picture that somebody opens on its own is a document. The policy allows it nothing.
    'content-security-policy': "default-src 'none'; sandbox",
  };
  if (request.headers['if-none-match'] === asset.etag) {
    response.writeHead(304, headers).end();
    return;
  }
  response.writeHead(200, { ...headers, 'content-type': asset.type }).end(asset.bytes);
}
