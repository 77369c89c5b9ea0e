// GET /docs: the API reference, rendered from the OpenAPI document and the guide. It must fetch nothing from outside and
// have nothing inline (contract 1, 11), and hold no caller's data; it is made once. It is written by hand because the
// bundled viewers weigh megabytes or load files from their own servers.
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../actions/context.ts';
import { ASK_AGAIN, readAssets, serveAssets } from '../pages/assets.ts';
import { CompressedFile } from '../pages/content-coding.ts';
import { demoKey } from './demo-key.ts';
import type { OpenApi } from './openapi-types.ts';
import { renderPage } from './page.ts';
import { vectorsText } from './signature-vectors.ts';

const FOLDER = new URL('../../../assets/docs/', import.meta.url);
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'";
const FILES = ['docs.css', 'reference.css', 'tools.css', 'docs.js', 'search.js', 'try-it.js'];

export function docsRoute(app: FastifyInstance, { config }: Context): void {
  const inTest = config.environment === 'test';
  let page: Promise<CompressedFile> | undefined;

  async function makePage(): Promise<CompressedFile> {
    const document = app.openApi(inTest ? 'everyone' : 'merchant') as unknown as OpenApi;
    const text = renderPage({ document, config, demoKey: inTest ? await demoKey(config) : '' });
    return new CompressedFile(Buffer.from(text));
  }

  /** If the page could not be made, the next request tries again. */
  function tryAgainLater(error: unknown): never {
    page = undefined;
    throw error;
  }

  app.get('/docs', async (request, reply) => {
    page ??= makePage().catch(tryAgainLater);
    reply.header('content-security-policy', POLICY).header('referrer-policy', 'no-referrer');
    reply.header('cache-control', 'private, no-cache').type('text/html; charset=utf-8');
    await (await page).send(request, reply);
    return reply;
  });
}

/** GET /signature-vectors.json: all the vectors, of which the guide shows some. */
export function vectorsRoute(app: FastifyInstance): void {
  const file = new CompressedFile(Buffer.from(vectorsText));
  app.get('/signature-vectors.json', async (request, reply) => {
    reply.header('cache-control', ASK_AGAIN).type('application/json; charset=utf-8');
    await file.send(request, reply);
    return reply;
  });
}

export function docsAssetsRoute(app: FastifyInstance): void {
  serveAssets(app, { at: '/assets/docs', files: readAssets(FOLDER, FILES), cacheControl: ASK_AGAIN });
}
