// deploy/nginx/follow-readiness.sh: it marks a process that is not ready, and does not mark one that was late only
// once. A program that ends as the test says, look by look, replaces curl; nginx is not needed.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEPLOY, PATH } from './deploy-files.ts';

const [READY, REFUSED, LATE] = [0, 22, 28];
/** The process is ready if somebody asks the other one at the same time. Otherwise it refuses after a while. */
const TOGETHER = 'together';
type Look = number | typeof TOGETHER;
/** The file of a process has one exit code a line. Each look takes one line; the last line stays. */
const CURL = `#!/bin/sh
for address; do :; done
port=\${address#http://127.0.0.1:}
looks=$LOOKS/\${port%%/*}
printf . >> "$LOOKS/made"
code=$(head -n 1 "$looks")
[ "$(wc -l < "$looks")" -gt 1 ] && sed -i 1d "$looks"
if [ "$code" = together ]; then
  touch "$looks.came"
  code=22 left=3000
  while [ "$left" -gt 0 ] && [ "$code" != 0 ]; do
    [ -e "$LOOKS/1.came" ] && [ -e "$LOOKS/2.came" ] && code=0
    left=$((left - 1))
    sleep 0.01
  done
fi
exit "$code"
`;
const MARK = 'the configuration:\n';

/** The marks at each reload, as `first/second`, until both lists are used up. */
async function marksOf(t: TestContext, first: Look[], second: Look[]): Promise<string[]> {
  const home = mkdtempSync(join(tmpdir(), 'tollgate-follower-'));
  t.after(() => rmSync(home, { recursive: true, force: true, maxRetries: 9 }));
  const [conf, seen, curl] = ['nginx.conf', 'seen', 'curl'].map((name) => join(home, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(curl, CURL);
  chmodSync(curl, 0o755);
  writeFileSync(
    conf,
    'upstream tollgate {\n  server 127.0.0.1:1 max_fails=0;\n  server 127.0.0.1:2 max_fails=0;\n}\n',
  );
  for (const [port, codes] of [first, second].entries())
    writeFileSync(join(home, String(port + 1)), codes.map((code) => `${code}\n`).join(''));
  writeFileSync(join(home, 'reload'), `printf '${MARK}' >> ${seen}; cat ${conf} >> ${seen}\n`);
  const child = spawn('sh', [join(DEPLOY, 'nginx/follow-readiness.sh'), conf, '0.01'], {
    env: { PATH: `${home}:${PATH}`, LOOKS: home, NGINX_RELOAD: `sh ${join(home, 'reload')}` },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  t.after(() => child.kill());
  const made = () => (existsSync(join(home, 'made')) ? readFileSync(join(home, 'made')).length : 0);
  // A round later its reload is over, too.
  const enough = 2 * (Math.max(first.length, second.length) + 1);
  while (made() < enough && child.exitCode === null) await sleep(10);
  child.kill();
  await ended;
  return readFileSync(seen, 'utf8')
    .split(MARK)
    .slice(1)
    .map((text) =>
      [1, 2].map((port) => (text.includes(`:${port} max_fails=0 down;`) ? 'down' : 'up')).join('/'),
    );
}

test('the follower marks a process that stops, also while the other one answers late', async (t) => {
  const stops = [REFUSED, REFUSED, READY];
  const isBusy = [LATE, READY, LATE, LATE, READY];
  assert.deepEqual(await marksOf(t, stops, isBusy), ['down/up', 'up/up', 'up/down', 'up/up']);
});

test('a late process that is marked does not replace a process that refuses', async (t) => {
  const refuses = [READY, REFUSED, REFUSED, READY];
  const isMarked = [REFUSED, LATE, LATE, READY];
  assert.deepEqual(await marksOf(t, refuses, isMarked), ['up/down', 'up/up']);
});

test('the follower asks both processes at the same time', async (t) => {
  assert.deepEqual(await marksOf(t, [REFUSED, TOGETHER, READY, READY], [READY, TOGETHER, REFUSED, READY]), [
    'down/up',
    'up/up',
    'up/down',
    'up/up',
  ]);
});
