// The documentation: GET /docs lists the pages, and GET /docs/{name} is one of them. GET /docs/{name}.md is a guide as
// Markdown, and GET /llms.txt lists the guides. They must fetch nothing from outside, have nothing inline (contract 1,
// 11), and hold no caller's data. The gateway makes each page once. We write the HTML by hand because the bundled
// viewers weigh megabytes or load files from their own servers.
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../../actions/context.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { ASK_AGAIN, readAssets, serveAssets } from '../pages/assets.ts';
import { CompressedFile } from '../pages/content-coding.ts';
import type { OpenApi } from './openapi-types.ts';
import { Site } from './site.ts';
import { vectorsText } from './source/signature-vectors.ts';

const FOLDER = new URL('../../../assets/docs/', import.meta.url);
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'";
const FILES = [
  'docs.css',
  'reference.css',
  'guide.css',
  'tools.css',
  'docs.js',
  'search.js',
  'search-rank.js',
  'try-it.js',
  'former-anchors.js',
  'nearest.js',
];

export function docsRoute(app: FastifyInstance, { config }: Context): void {
  let site: Site | undefined;
  const made = new Map<string, Promise<CompressedFile | null>>();

  function document(): Site {
    const audience = config.environment === 'test' ? 'everyone' : 'merchant';
    site ??= new Site(config, app.openApi(audience) as unknown as OpenApi);
    return site;
  }

  /** null: there is no such page. If making it failed, the next request tries again. */
  function file(name: string, make: () => Promise<string | null> | string | null) {
    const known = made.get(name) ?? makeFile(make);
    // Keeps only pages that exist: their number is small.
    made.set(name, known);
    known.then(
      (one) => one === null && made.delete(name),
      () => made.delete(name),
    );
    return known;
  }

  app.get('/docs', async (request, reply) => {
    const page = await file('', () => document().home());
    await page!.send(request, asPage(reply));
    return reply;
  });

  app.get<{ Params: { page: string } }>('/docs/:page', async (request, reply) => {
    const { page: name } = request.params;
    if (name.endsWith('.md')) {
      const text = await file(name, () => document().markdown(name.slice(0, -3)));
      if (text === null) throw new Refusal(404, 'there is no such page');
      await text.send(request, asText(reply, 'text/markdown'));
      return reply;
    }
    const page = await file(name, () => document().page(name));
    if (page === null) return asPage(reply).code(404).send(document().missing());
    await page.send(request, asPage(reply));
    return reply;
  });

  app.get('/llms.txt', async (request, reply) => {
    const text = await file('llms.txt', () => document().llms());
    await text!.send(request, asText(reply, 'text/plain'));
    return reply;
  });
}

async function makeFile(make: () => Promise<string | null> | string | null): Promise<CompressedFile | null> {
  const text = await make();
  return text === null ? null : new CompressedFile(Buffer.from(text));
}

/** Private: a page of the reference may hold the key of the demo brand. */
function asPage(reply: FastifyReply): FastifyReply {
  reply.header('content-security-policy', POLICY).header('referrer-policy', 'no-referrer');
  return reply.header('cache-control', 'private, no-cache').type('text/html; charset=utf-8');
}

function asText(reply: FastifyReply, type: string): FastifyReply {
  return reply.header('cache-control', ASK_AGAIN).type(`${type}; charset=utf-8`);
}

/** GET /signature-vectors.json: all the vectors. The guide shows some. */
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
