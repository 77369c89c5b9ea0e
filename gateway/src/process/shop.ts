// Mounts the test shop (the folder shop/) at /shop: a merchant that knows only an address, an API key and a signing
// secret, all from $DATA_DIR/demo.json. Never in production. The shop takes the raw request: it uses none of the
// gateway's parsing, schemas or errors.
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { closedPage } from '../../../shop/pages/message.ts';
import { sendPage } from '../../../shop/send-answer.ts';
import { Shop } from '../../../shop/shop.ts';
import type { Config } from './config.ts';

const EVERYWHERE = ['0.0.0.0', '::'];

export function mountShop(app: FastifyInstance, config: Config, log: Logger): void {
  let opened: Promise<Shop | null> | undefined;

  /** The shop is available once there is a demo, which is made after the app and before the first request. */
  async function openShop(): Promise<Shop | null> {
    // With an external database, an old demo.json is not valid.
    const demo = config.databaseUrl === null ? await readDemo(config.dataDir) : null;
    if (demo === null) {
      opened = undefined;
      return null;
    }
    const { address, port, family } = app.server.address() as AddressInfo;
    const host = EVERYWHERE.includes(address) ? '127.0.0.1' : family === 'IPv6' ? `[${address}]` : address;
    // PORT 0 took any free port, which PUBLIC_URL could not name.
    const publicUrl = config.port === 0 ? `http://localhost:${port}` : config.publicUrl;
    return new Shop({ ...demo, baseUrl: `http://${host}:${port}`, publicUrl });
  }

  // The bare address redirects here. Relative, so that a path of PUBLIC_URL is kept.
  app.get('/', (_request, reply) => reply.redirect('shop', 302));
  app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      reply.hijack();
      try {
        opened ??= openShop();
        const shop = await opened;
        if (shop) await shop.handle(request.raw, reply.raw);
        else sendPage(reply.raw, 503, closedPage());
      } catch (error) {
        log.error({ err: error, requestId: request.id }, 'the test shop failed');
        if (!reply.raw.headersSent) reply.raw.writeHead(500);
        reply.raw.end();
      }
    });
    // The hook answers before any of these handlers could.
    for (const url of ['/shop', '/shop/*']) scope.all(url, () => {});
  });
  app.addHook('preClose', async () => (await opened)?.close());
}

async function readDemo(dataDir: string): Promise<{ apiKey: string; signingSecret: string } | null> {
  try {
    const { apiKey, signingSecret } = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'));
    return { apiKey, signingSecret };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
