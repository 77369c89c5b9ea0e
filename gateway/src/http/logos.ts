// The logos of the payment options, at /assets/logos/<name>.svg; their addresses are made by domain/payment-option.ts.
// They are drawn without style elements or attributes, so that their policy need not allow any.
import { readdirSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { readAssets, serveAssets } from './assets.ts';

const FOLDER = new URL('../../assets/logos/', import.meta.url);

export function logosRoute(app: FastifyInstance): void {
  serveAssets(app, {
    at: '/assets/logos',
    files: readAssets(
      FOLDER,
      readdirSync(FOLDER).filter((name) => name.endsWith('.svg')),
    ),
    cacheControl: 'public, max-age=604800, stale-while-revalidate=86400',
  });
}
