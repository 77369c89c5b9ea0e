// Serves the route handlers of a folder `app` as Next.js does: app/orders/[reference]/route.js answers
// /orders/{reference}. So a test needs no Next.js, which has 341 MB (docs/decisions/0031). Start it with the folder of
// the quick start.
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';

const app = join(process.argv[2], 'app');
const routes = await Promise.all(
  readdirSync(app, { recursive: true })
    .filter((path) => path.endsWith('route.js'))
    .map(async (path) => ({
      parts: path.split('/').slice(0, -1),
      handlers: await import(pathToFileURL(join(app, path))),
    })),
);

/** The values for the parts in brackets; null: another address. */
function paramsOf(parts, given) {
  if (parts.length !== given.length) return null;
  const params = {};
  for (const [at, part] of parts.entries()) {
    const [, name] = /^\[(\w+)\]$/.exec(part) ?? [];
    if (name) params[name] = decodeURIComponent(given[at]);
    else if (part !== given[at]) return null;
  }
  return params;
}

async function answer(request) {
  const given = new URL(request.url).pathname.split('/').filter(Boolean);
  for (const { parts, handlers } of routes) {
    const params = paramsOf(parts, given);
    const handle = params && handlers[request.method];
    if (handle) return await handle(request, { params: Promise.resolve(params) });
  }
  return new Response(null, { status: 404 });
}

const { PORT } = process.env;
createServer(async (message, response) => {
  const { method, url, headers } = message;
  const body = method === 'POST' ? { body: Readable.toWeb(message), duplex: 'half' } : {};
  const given = await answer(new Request(`http://localhost:${PORT}${url}`, { method, headers, ...body }));
  response.writeHead(given.status, Object.fromEntries(given.headers));
  response.end(await given.text());
}).listen(Number(PORT), () => console.log(`Open http://localhost:${PORT}`));
