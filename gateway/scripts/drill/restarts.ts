// `npm run drill:restarts -- [restarts] [payments a second]`: restarts two gateways one after the other behind nginx
// while card payments go through it. nginx tries no other process (`proxy_next_upstream off`), and
// deploy/nginx/follow-readiness.sh makes it follow readiness. Prints how many answers had each status, and why some
// payments had no answer. It needs nginx and curl; everything it makes is in a temporary folder.
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { optionsOf } from '../../src/domain/options/payment-option.ts';
import { makeBrand, Payments } from './payments.ts';
import { endAll, Program, statusOf, until } from './program.ts';

const ROOT = join(import.meta.dirname, '../../..');
const OPERATOR_TOKEN = 'operator-token-of-the-drill';
/** The default of production. */
const DELAY_MS = 10_000;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function nginxConf(home: string, port: number, ports: readonly number[]): string {
  return `daemon off;
pid ${home}/nginx.pid;
error_log ${home}/error.log;
events {}
http {
  access_log off;
  client_body_temp_path ${home}/body;
  proxy_temp_path ${home}/proxy;
  upstream tollgate {
${ports.map((one) => `    server 127.0.0.1:${one} max_fails=0;`).join('\n')}
    keepalive 32;
    keepalive_timeout 60s;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://tollgate;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_next_upstream off;
    }
  }
}
`;
}

async function drill(home: string, restarts: number, perSecond: number): Promise<void> {
  const ports = [await freePort(), await freePort()];
  const port = await freePort();
  const start = (own: number) =>
    Program.gateway(['start'], {
      DATA_DIR: home,
      PORT: String(own),
      OPERATOR_TOKEN,
      SHUTDOWN_DELAY_MS: String(DELAY_MS),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      LOG_LEVEL: 'warn',
    });
  const isReady = (own: number) =>
    until(`${own} is ready`, async () => (await statusOf(`http://127.0.0.1:${own}/health/ready`)) === 200);
  const gateways: Program[] = [];
  for (const own of ports) {
    gateways.push(start(own));
    await isReady(own);
  }
  const conf = join(home, 'nginx.conf');
  writeFileSync(conf, nginxConf(home, port, ports));
  new Program('nginx', ['-p', home, '-c', conf], {});
  const url = `http://127.0.0.1:${port}`;
  await until('nginx answers', async () => (await statusOf(`${url}/health/live`)) === 200);
  new Program('sh', [join(ROOT, 'deploy/nginx/follow-readiness.sh'), conf, '0.5'], {
    NGINX_RELOAD: `nginx -p ${home} -c ${conf} -s reload`,
  });
  const { apiKey } = await makeBrand(url, OPERATOR_TOKEN);
  const optionId = optionsOf('PAYIN').find((option) => option.type === 'CARD')!.id;
  const payments = new Payments(() => url, { apiKey, optionId }, perSecond);
  const began = performance.now();
  for (let i = 0; i < restarts; i++) {
    const at = i % ports.length;
    gateways[at]!.child.kill('SIGTERM');
    const code = await gateways[at]!.ended();
    if (code !== 0) throw new Error(`a gateway ended with ${code}:\n${gateways[at]!.output}`);
    gateways[at] = start(ports[at]!);
    await isReady(ports[at]!);
    // follow-readiness.sh must bring this gateway back before the other gateway restarts.
    await until(
      'nginx routes requests to it again',
      async () => !readFileSync(conf, 'utf8').includes(`:${ports[at]} max_fails=0 down`),
    );
    await sleep(1_000);
    if ((i + 1) % 10 === 0) console.log(`${i + 1} restarts: ${JSON.stringify(payments.counts())}`);
  }
  await payments.stop();
  const seconds = Math.round((performance.now() - began) / 1_000);
  console.log(
    `${restarts} restarts in ${seconds} s, ${payments.sent.length} payments at ${perSecond}/s; answers by status (0: none): ${JSON.stringify(payments.counts())}; without an answer: ${JSON.stringify(payments.reasons())}`,
  );
}

const home = mkdtempSync(join(tmpdir(), 'tollgate-restarts-'));
chmodSync(home, 0o755);
try {
  await drill(home, Number(process.argv[2] ?? 100), Number(process.argv[3] ?? 25));
} finally {
  await endAll();
  rmSync(home, { recursive: true, force: true });
}
process.exit(0);
