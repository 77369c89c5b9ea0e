// The gateway as the shop reaches it: some of its answers can be lost on the way.
import { once } from 'node:events';
import { request as call, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

export interface LossyGateway {
  url: string;
  /** From now on the connection of a request with such a path breaks off. */
  lose(isLost: (path: string) => boolean): void;
}

export async function openLossyGateway(
  t: Pick<TestContext, 'after'>,
  gateway: string,
): Promise<LossyGateway> {
  let isLost = (_path: string) => false;
  const server = createServer((request, response) => {
    if (isLost(request.url!)) {
      request.socket.destroy();
      return;
    }
    const headers = { ...request.headers, host: new URL(gateway).host };
    const passed = call(`${gateway}${request.url}`, { method: request.method!, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => request.socket.destroy());
    request.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close().closeAllConnections());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lose: (lost) => {
      isLost = lost;
    },
  };
}
