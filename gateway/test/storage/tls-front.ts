// TLS in front of the test server, which has
// none itself.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { createSecureContext, TLSSocket } from 'node:tls';
import { connectTo } from '../stage/fault-proxy.ts';

/** PostgreSQL's way to TLS in front of the test server: 'S' and a handshake, or 'N' and plain text. */
export async function startTlsFront(t: TestContext, databaseUrl: string, has: 'tls' | 'no tls') {
  const file = (name: string) => readFileSync(join(import.meta.dirname, 'tls', name));
  const secureContext = createSecureContext({ key: file('localhost.key'), cert: file('localhost.crt') });
  const { username, pathname } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let encrypted = 0;
  const server = createServer((client) => {
    sockets.add(client.on('error', () => {}));
    client.once('data', (request) => {
      assert.deepEqual([...request], [0, 0, 0, 8, 4, 210, 22, 47]);
      client.write(has === 'tls' ? 'S' : 'N');
      if (has === 'tls') encrypted += 1;
      const talk = has === 'tls' ? new TLSSocket(client, { isServer: true, secureContext }) : client;
      const behind = connectTo(databaseUrl);
      sockets.add(behind);
      talk.on('error', () => behind.destroy()).on('close', () => behind.destroy());
      behind.on('error', () => talk.destroy()).on('close', () => talk.destroy());
      talk.pipe(behind).pipe(talk);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as { port: number };
  return {
    port,
    address: (host: string, settings: string) =>
      `postgres://${username}@${host}:${port}${pathname}?${settings}`,
    encrypted: () => encrypted,
  };
}
