// The style of the cashier's plain pages, at /assets/cashier/cashier.css.
import type { FastifyInstance } from 'fastify';
import { ASK_AGAIN, readAssets, serveAssets } from '../../pages/assets.ts';

const FOLDER = new URL('../../../../assets/cashier/', import.meta.url);

export function cashierAssetsRoute(app: FastifyInstance): void {
  serveAssets(app, {
    at: '/assets/cashier',
    files: readAssets(FOLDER, ['cashier.css']),
    cacheControl: ASK_AGAIN,
  });
}
