// Style and mark of the simulated bank's pages, at /assets/sandbox/<file>. Test environment only.
import type { FastifyInstance } from 'fastify';
import { ASK_AGAIN, readAssets, serveAssets } from '../pages/assets.ts';

const FOLDER = new URL('../../../assets/sandbox/', import.meta.url);

export function bankAssetsRoute(app: FastifyInstance): void {
  serveAssets(app, {
    at: '/assets/sandbox',
    files: readAssets(FOLDER, ['bank.css', 'bank.svg']),
    cacheControl: ASK_AGAIN,
  });
}
