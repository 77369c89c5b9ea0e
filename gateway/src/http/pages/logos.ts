// The logos of the payment options, at /assets/logos/<name>.svg, the marks of card schemes, at
// /assets/schemes/<name>.svg, and Tollgate's own mark, which docs, portal and cashier share, at /assets/mark.svg. They
// must use no style elements or attributes, because their policy does not allow them.
import { readdirSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { ASK_AGAIN, readAssets, serveAssets } from './assets.ts';

export function logosRoute(app: FastifyInstance): void {
  serveDrawings(app, 'logos');
}

export function schemeMarksRoute(app: FastifyInstance): void {
  serveDrawings(app, 'schemes');
}

export function markRoute(app: FastifyInstance): void {
  const place = new URL('../../../assets/', import.meta.url);
  serveAssets(app, { at: '/assets', files: readAssets(place, ['mark.svg']), cacheControl: ASK_AGAIN });
}

function serveDrawings(app: FastifyInstance, folder: string): void {
  const place = new URL(`../../../assets/${folder}/`, import.meta.url);
  serveAssets(app, {
    at: `/assets/${folder}`,
    files: readAssets(
      place,
      readdirSync(place).filter((name) => name.endsWith('.svg')),
    ),
    cacheControl: 'public, max-age=604800, stale-while-revalidate=86400',
  });
}
