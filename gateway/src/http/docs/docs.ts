// The documentation: GET /docs lists the pages, and GET /docs/{name} is one of them. GET /docs/{name}.md is a guide as
// Markdown, and GET /llms.txt lists the guides. They must fetch nothing from outside, have nothing inline (contract 1,
// 11), and hold no caller's data. The gateway makes each page once. We write the HTML by hand because the bundled
// viewers weigh megabytes or load files from their own servers.
import type { FastifyReply } from 'fastify';
import { Refusal } from '../../domain/errors/refusal.ts';
import { call } from '../calls/call.ts';
import { assetsCall, REVALIDATE, readAssets } from '../pages/assets.ts';
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
  // Pictures of the guide.
  'medusa-store.png',
  'medusa-cashier.png',
  'medusa-order.png',
  'vendure-store.png',
  'vendure-cashier.png',
  'vendure-order.png',
];

export const docsCall = call({
  address: ['GET /docs', 'GET /docs/:page', 'GET /llms.txt'],
  prepare({ config }, _shared, scope) {
    let site: Site | undefined;
    const made = new Map<string, Promise<CompressedFile | null>>();

    function document(): Site {
      const audience = config.environment === 'test' ? 'everyone' : 'merchant';
      site ??= new Site(config, scope.openApi(audience) as unknown as OpenApi);
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

    return async (request, reply) => {
      if (request.routeOptions.url === '/llms.txt') {
        const text = await file('llms.txt', () => document().llms());
        await text!.send(request, asText(reply, 'text/plain'));
        return reply;
      }
      const { page: name = '' } = request.params;
      if (name.endsWith('.md')) {
        const text = await file(name, () => document().markdown(name.slice(0, -3)));
        if (text === null) throw new Refusal(404, 'there is no such page');
        await text.send(request, asText(reply, 'text/markdown'));
        return reply;
      }
      const isHome = request.routeOptions.url === '/docs';
      // The links of the first page fit only `/docs`, so `/docs/` is no page.
      const page =
        name === '' && !isHome
          ? null
          : await file(name, () => (isHome ? document().home() : document().page(name)));
      if (page === null) return asPage(reply).code(404).send(document().missing());
      await page.send(request, asPage(reply));
      return reply;
    };
  },
});

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
  return reply.header('cache-control', REVALIDATE).type(`${type}; charset=utf-8`);
}

/** All the vectors. The guide shows some. */
export const vectorsCall = call({
  address: 'GET /signature-vectors.json',
  prepare() {
    const file = new CompressedFile(Buffer.from(vectorsText));
    return async (request, reply) => {
      reply.header('cache-control', REVALIDATE).type('application/json; charset=utf-8');
      await file.send(request, reply);
      return reply;
    };
  },
});

export const docsAssetsCall = assetsCall('GET /assets/docs/:file', REVALIDATE, () =>
  readAssets(FOLDER, FILES),
);
