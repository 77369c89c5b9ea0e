// The bench's child processes. Each runs a file of this folder and answers one ask at a time over IPC; the parent ends
// it by its id. No child outlives its parent: it ends when the channel closes.
import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Child {
  readonly pid: number;
  /** Resolves with the child's answer; rejects when it throws, or ends before it answers. */
  ask<Answer>(name: string, argument?: unknown): Promise<Answer>;
  stop(): Promise<void>;
}

type Ask = { id: number; name: string; argument: unknown };
type Reply = { id: number; answer?: unknown; fault?: string };

const STOP_TIMEOUT_MS = 15_000;
const running = new Set<ChildProcess>();
let ending = false;

function startFlags(folder: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(folder, '../package.json'), 'utf8'));
  return (scripts.start as string).split(' ').filter((word) => word.startsWith('--'));
}

/** `folder`: where the file is; the folder of a former release when that is measured. */
export async function startChild(
  file: string,
  argument?: unknown,
  folder = import.meta.dirname,
): Promise<Child> {
  if (ending) throw new Error(`${file} was not started, because the bench is ending`);
  const child = fork(join(folder, file), [], {
    // bigint, Date and Buffer are transferred unchanged.
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // The gateway runs with the flags that `npm start` gives it.
    execArgv: file === 'gateway-process.ts' ? startFlags(folder) : [],
  });
  running.add(child);
  const waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  const exited = new Promise<void>((resolve) => {
    child.once('exit', (code, signal) => {
      running.delete(child);
      for (const { reject } of waiting.values()) reject(new Error(`${file} ended early (${code ?? signal})`));
      waiting.clear();
      resolve();
    });
  });
  child.on('message', (reply: Reply) => {
    const { resolve, reject } = waiting.get(reply.id)!;
    waiting.delete(reply.id);
    if (reply.fault === undefined) resolve(reply.answer as never);
    else reject(new Error(`${file}: ${reply.fault}`));
  });

  const self: Child = {
    pid: child.pid!,
    ask(name, argument) {
      return new Promise((resolve, reject) => {
        const id = ++lastId;
        waiting.set(id, { resolve: resolve as (answer: never) => void, reject });
        child.send({ id, name, argument } satisfies Ask, (error) => error && reject(error));
      });
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const impatient = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      if (child.connected) child.disconnect();
      await exited;
      clearTimeout(impatient);
    },
  };
  if (argument !== undefined) await self.ask('begin', argument);
  return self;
}

/** For an interruption: kills every child that still runs, and prevents further starts. */
export function killChildren(): void {
  ending = true;
  for (const child of running) child.kill('SIGKILL');
}

/** In the child: answers the parent's asks; `end` runs when the parent closes the channel. */
export function answerAsks(
  // biome-ignore lint/suspicious/noExplicitAny: each ask has its own argument, agreed between the two files
  asks: Record<string, (argument: any) => unknown>,
  end: () => Promise<void> | void = () => {},
): void {
  process.on('message', async ({ id, name, argument }: Ask) => {
    const reply: Reply = { id };
    try {
      reply.answer = await asks[name]!(argument);
    } catch (error) {
      reply.fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
    }
    if (process.connected) process.send!(reply);
  });
  process.on('disconnect', async () => {
    await end();
    process.exit(0);
  });
  // Ctrl-C reaches the whole group; the parent decides when a child ends.
  process.on('SIGINT', () => {});
}
