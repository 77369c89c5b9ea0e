// Faults of a gateway's process and its machine: killed, stopped, told to end, short of memory or files, a wrong clock,
// an unread log.
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { OPERATOR_TOKEN } from '../../stage/harness.ts';
import type { Scenario } from '../play.ts';
import type { Gateway } from '../world/gateway.ts';
import { until } from '../world.ts';

function killed(times: number, name: string, gateways: 2 | 3): Scenario {
  const many = gateways === 2 ? 'Two' : 'Three';
  return {
    name,
    gateways,
    promise: `${many} gateways are killed while they work, ${times} times: another continues their work.`,
    async fault({ gateways }, load) {
      for (let round = 0; round < times; round++) {
        const victim = gateways[round % gateways.length]!;
        await load.someMore(5, 2_000);
        await victim.kill();
        await victim.start();
      }
      return undefined;
    },
    recoversWithinMs: 30_000,
    quietWithinMs: 120_000,
  };
}

function clock(name: string, hours: number): Scenario {
  const said = `${Math.abs(hours)} h ${hours > 0 ? 'ahead' : 'behind'}`;
  return {
    name,
    promise: `The clock of one of two machines is ${said}: nothing expires before its time, and nothing is stuck.`,
    async fault({ gateways }, load) {
      const [, second] = gateways;
      await second!.kill();
      second!.settings = { ...second!.settings, env: { FAULTS_CLOCK_OFFSET_MS: String(hours * 3_600_000) } };
      await second!.start();
      const before = load.completed();
      await sleep(10_000);
      return `${load.completed() - before} payments completed beside it`;
    },
    recoversWithinMs: 30_000,
    quietWithinMs: 180_000,
  };
}

/** Opens connections that send nothing, for 10 s. Returns how many of them the gateway closed meanwhile. */
async function connectIdly(url: string, count: number): Promise<number> {
  const { port } = new URL(url);
  let closed = 0;
  const sockets = Array.from({ length: count }, () =>
    connect(Number(port), '127.0.0.1')
      .on('error', () => {})
      .once('close', () => closed++),
  );
  await sleep(10_000);
  const meanwhile = closed;
  for (const socket of sockets) socket.destroy();
  return meanwhile;
}

/** null: the gateway did not answer. */
async function droppedLines(gateway: Gateway): Promise<number | null> {
  const reply = await gateway.call('GET', '/metrics', {
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}` },
  });
  const [, lines] = /^tollgate_log_lines_dropped_total (\d+)$/m.exec(reply?.text ?? '') ?? [];
  return lines === undefined ? null : Number(lines);
}

/** Each call writes a line. How many lines fit into the pipe and into memory depends on the machine. */
async function fillLog(gateway: Gateway): Promise<void> {
  const began = performance.now();
  while (!(Number(await droppedLines(gateway)) > 0) && performance.now() - began < 90_000)
    await Promise.all(Array.from({ length: 500 }, () => gateway.call('GET', '/health/live')));
}

export const PROCESS_FAULTS: readonly Scenario[] = [
  killed(2, 'killed', 2),
  killed(20, 'killed-twenty-times', 3),
  {
    name: 'process-stopped-40',
    promise:
      'A gateway is stopped for 40 s and continues: work that others did meanwhile is neither undone nor repeated.',
    async fault({ gateways }) {
      const { program } = gateways[0]!;
      program!.signal('SIGSTOP');
      await sleep(40_000);
      program!.signal('SIGCONT');
      return undefined;
    },
    recoversWithinMs: 30_000,
    quietWithinMs: 120_000,
  },
  {
    name: 'told-to-end',
    promise: 'A gateway is told to end under load: it finishes its work, and exits with 0 within 10 s.',
    async fault({ gateways }, _load, complain) {
      const { how, tookMs } = await gateways[0]!.terminate();
      const said = `ended with ${how} after ${Math.round(tookMs)} ms`;
      if (how !== 0 || tookMs > 10_000) complain('process ended', said);
      await gateways[0]!.start();
      return said;
    },
    recoversWithinMs: 30_000,
    quietWithinMs: 120_000,
  },
  clock('clock-2h-ahead', 2),
  clock('clock-2h-behind', -2),
  clock('clock-2-days-ahead', 48),
  {
    name: 'small-heap',
    promise: 'A gateway with 96 MB of heap takes the same load.',
    settings: { flags: ['--max-old-space-size=96'] },
    async fault(_world, load) {
      const before = load.completed();
      await sleep(20_000);
      return `${load.completed() - before} payments completed in 20 s`;
    },
    recoversWithinMs: 15_000,
    quietWithinMs: 120_000,
  },
  {
    name: 'few-files',
    promise:
      'A gateway may open 128 files, and 300 clients connect and send nothing: payments work again afterwards.',
    settings: { limits: 'ulimit -n 128' },
    losesTries: true,
    async fault({ gateways }, _load, complain) {
      const closed = await Promise.all(gateways.map(({ url }) => connectIdly(url, 300)));
      const said = `each gateway closed ${closed.join(' and ')} of the 300 connections`;
      if (closed.includes(0)) complain('untrue signal', said);
      return said;
    },
    recoversWithinMs: 30_000,
    quietWithinMs: 120_000,
  },
  {
    name: 'log-unread',
    promise: 'Nobody reads the log until lines are dropped, for 20 s at least: payments work meanwhile.',
    settings: { env: { LOG_LEVEL: 'trace' } },
    async fault({ gateways }, load, complain) {
      const { stdout } = gateways[0]!.program!.child;
      stdout!.pause();
      // A database that comes and goes fills the pipe with log lines.
      const began = performance.now();
      while (performance.now() - began < 20_000) {
        gateways[0]!.proxy.resetAll();
        await load.someMore(1, 100);
      }
      await fillLog(gateways[0]!);
      const alive = await gateways[0]!.call('GET', '/health/live');
      stdout!.resume();
      if (alive?.status !== 200)
        complain('untrue signal', 'a gateway whose log nobody reads does not answer');
      let dropped: number | null = null;
      await until(async () => {
        dropped = await droppedLines(gateways[0]!);
        return dropped !== null;
      });
      if (!(Number(dropped) > 0))
        complain('untrue signal', `lines of the log dropped: ${dropped ?? 'not told'}`);
      return `${dropped ?? 'unknown how many'} lines of the log dropped`;
    },
    recoversWithinMs: 30_000,
    quietWithinMs: 120_000,
  },
];
