// deploy/nginx and deploy/caddy, run by the real programs where they are installed: /operator and /metrics are closed
// in every spelling, the client's address is the real one, and no token from an address gets into a log. The sockets
// are files, because a test controls no port.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { DEPLOY, needs, PATH, readDeploy, runs } from './deploy-files.ts';

const TOKEN = 'AaIBM6mFdoiFAdaxxh-token-of-a-payment';
const CARD = '4539578763621486';
const CLOSED = [
  '/operator',
  '/operator/brands/1',
  '/OPERATOR/tokens',
  '/%6fperator/tokens',
  '/assets/../operator/tokens',
  '//operator/tokens',
  '/metrics',
  '/metrics/',
  '/metric%73',
];
const OPEN = [
  '/v3/payment',
  `/cashier/${TOKEN}`,
  `/portal/api/invitations/${TOKEN}?t=${TOKEN}`,
  '/operators-guide',
];

type Seen = Readonly<{ path: string; from: string | undefined; requestId: string | undefined }>;

/** The path where the gateway closes the connection without an answer. */
const UNANSWERED = '/unanswered';

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'tollgate-proxy-'));
  // nginx drops root for its workers, which open the gateway's socket.
  chmodSync(path, 0o755);
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** The server behind the proxy: it remembers what reached it. */
async function gatewayAt(t: TestContext, socket: string): Promise<Seen[]> {
  const seen: Seen[] = [];
  const server = createServer((asked, answer) => {
    if (asked.url !== '/health/ready')
      seen.push({
        path: asked.url!,
        from: asked.headers['x-forwarded-for'] as string | undefined,
        requestId: asked.headers['x-request-id'] as string | undefined,
      });
    if (asked.url === UNANSWERED) {
      asked.socket.destroy();
      return;
    }
    const given = String(asked.headers['x-request-id']);
    // Like the gateway: it never keeps what might be a card number.
    const requestId = given.includes(CARD) ? 'of-the-gateway' : given;
    answer
      .writeHead(200, {
        'x-request-id': requestId,
        location: `/cashier/${TOKEN}`,
        'set-cookie': `s=${TOKEN}`,
      })
      .end();
  }).listen(socket);
  await once(server, 'listening');
  chmodSync(socket, 0o666);
  t.after(() => server.close());
  return seen;
}

async function startedProxy(
  t: TestContext,
  { program, args, socket }: { program: string; args: string[]; socket: string },
): Promise<{ output: () => string; end: () => Promise<void> }> {
  const child: ChildProcess = spawn(program, args, {
    env: { PATH, HOME: tmpdir(), PUBLIC_HOST: 'http://pay.example', UPSTREAMS: upstreamOf(socket) },
  });
  let output = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (bytes) => {
      output += bytes;
    });
  const ended = once(child, 'close');
  const end = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  t.after(end);
  for (let waited = 0; !(await accepts(socket)); waited += 20) {
    assert.ok(waited < 20_000 && child.exitCode === null, output);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { output: () => output, end };
}

/** The file alone is no sign: it exists once a program binds the socket, a moment before the program listens. */
function accepts(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

const upstreamOf = (socket: string) => `unix/${join(socket, '../gateway.sock')}`;

/** The status, or null where the proxy closes the connection. */
function ask(socketPath: string, path: string, requestId?: string): Promise<number | null> {
  return new Promise((resolve) => {
    request(
      {
        socketPath,
        path,
        headers: {
          host: 'pay.example',
          'x-forwarded-for': '198.51.100.7',
          referer: `https://pay.example/cashier/${TOKEN}`,
          cookie: `s=${TOKEN}`,
          ...(requestId !== undefined && { 'x-request-id': requestId }),
        },
      },
      (answer) => answer.resume().on('end', () => resolve(answer.statusCode!)),
    )
      .on('error', () => resolve(null))
      .end();
  });
}

async function checkRules(seen: Seen[], socket: string): Promise<void> {
  for (const path of CLOSED) assert.equal(await ask(socket, path), 404, path);
  assert.deepEqual(seen, []);
  for (const path of OPEN) assert.equal(await ask(socket, path), 200, path);
  assert.deepEqual(
    seen.map(({ path }) => path),
    OPEN,
  );
  for (const { from } of seen) assert.doesNotMatch(String(from), /198\.51\.100\.7/);
}

/** The gateway and the log get the same id, whoever made it. */
async function checkIds(seen: Seen[], socket: string): Promise<(log: string) => void> {
  seen.length = 0;
  await ask(socket, '/v3/payment', 'shop-4711');
  await ask(socket, '/v3/payment', 'not sane; "');
  await ask(socket, '/v3/payment');
  await ask(socket, '/v3/payment', CARD);
  await ask(socket, UNANSWERED, 'shop-4712');
  await ask(socket, UNANSWERED, CARD);
  const [own, insane, none] = seen.map(({ requestId }) => requestId);
  assert.equal(own, 'shop-4711');
  for (const made of [insane, none]) assert.match(made!, /^[0-9a-f]{32}$/);
  return (log) => {
    const logged = log.trim().split('\n').slice(-6);
    const ids = logged.map((line) => JSON.parse(line).requestId);
    assert.deepEqual(ids, ['shop-4711', insane, none, 'of-the-gateway', 'shop-4712', '-']);
    assert.ok(!log.includes(CARD));
  };
}

function checkLog(log: string): void {
  assert.ok(log.includes('"/cashier"'), log);
  assert.ok(!log.includes(TOKEN) && !log.includes('token-of'), log);
}

test(
  'nginx blocks internal addresses, forwards the rest and logs no token',
  needs('nginx', 'openssl'),
  async (t) => {
    const place = folder(t);
    const socket = join(place, 'nginx.sock');
    runs('openssl', [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:P-256',
        '-nodes',
        '-subj',
        '/CN=pay.example',
      ],
      ...['-keyout', join(place, 'privkey.pem'), '-out', join(place, 'fullchain.pem')],
    ]);
    /** Uses its own folder in place of the machine's. */
    const moved = (text: string) =>
      text.replaceAll('/etc/nginx/tollgate/', `${place}/`).replaceAll('/var/log/nginx/', `${place}/`);
    for (const name of ['tollgate-log.conf', 'tollgate-rules.conf'])
      writeFileSync(join(place, name), moved(readDeploy(`nginx/${name}`)));
    const main = (site: string) => `pid ${place}/pid; error_log ${place}/error.log; daemon off;
events {} http { ${site} }`;
    const site = moved(readDeploy('nginx/tollgate.conf'));
    writeFileSync(join(place, 'checked.conf'), main(site));
    // The unchanged rules, TLS and ports included; nginx -t does not take the ports.
    const temporary = ['client-body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name.replace('-', '_')}_temp_path ${place}/${name};`)
      .join(' ');
    assert.match(
      runs('nginx', ['-t', '-e', join(place, 'early.log'), '-c', join(place, 'checked.conf'), '-g', '']),
      /test is successful/,
    );
    // The same on a socket: without TLS, because the test is about what happens behind it.
    const [log, upstream] = [
      site.split('upstream')[0]!,
      `upstream tollgate { server unix:${place}/gateway.sock; }`,
    ];
    writeFileSync(
      join(place, 'run.conf'),
      main(
        `${temporary} ${log} ${upstream} server { listen unix:${socket}; include ${place}/tollgate-rules.conf; }`,
      ),
    );
    const seen = await gatewayAt(t, join(place, 'gateway.sock'));
    const args = ['-e', join(place, 'early.log'), '-c', join(place, 'run.conf')];
    const proxy = await startedProxy(t, { program: 'nginx', args, socket });
    await checkRules(seen, socket);
    const checkLoggedIds = await checkIds(seen, socket);
    await proxy.end();
    const logged = readFileSync(join(place, 'tollgate.log'), 'utf8');
    checkLog(logged);
    checkLoggedIds(logged);
  },
);

test('Caddy blocks internal addresses, forwards the rest and logs no token', needs('caddy'), async (t) => {
  const place = folder(t);
  const socket = join(place, 'caddy.sock');
  const env = { PUBLIC_HOST: 'pay.example', UPSTREAMS: '127.0.0.1:3000 127.0.0.1:3001', HOME: place };
  const config = join(DEPLOY, 'caddy/Caddyfile');
  assert.match(
    runs('caddy', ['validate', '--adapter', 'caddyfile', '--config', config], env),
    /Valid configuration/,
  );
  const site = readDeploy('caddy/Caddyfile').replace('{$PUBLIC_HOST} {', `$&\n\tbind unix/${socket}`);
  writeFileSync(join(place, 'Caddyfile'), site);
  const seen = await gatewayAt(t, join(place, 'gateway.sock'));
  const args = ['run', '--adapter', 'caddyfile', '--config', join(place, 'Caddyfile')];
  const proxy = await startedProxy(t, { program: 'caddy', args, socket });
  await checkRules(seen, socket);
  await proxy.end();
  checkLog(proxy.output());
});
