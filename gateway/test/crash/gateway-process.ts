// The process that crash tests kill: the real gateway with the wiring of gateway.ts, or a mutant with one sentence
// changed at load time. Its parent moves its clock. It must end with its parent and store nothing outside the database.
import { registerHooks } from 'node:module';
import type { Change } from './mutants.ts';

export interface ProcessOrders {
  change?: Change;
  databaseUrl: string;
  env: Record<string, string>;
  secrets: { masterKey: string; operatorToken: string };
  clockOffsetMs: number;
}

const orders: ProcessOrders = JSON.parse(process.argv[2]!);
const { change } = orders;
let changes = 0;
if (change !== undefined) {
  const place = new URL(`../../src/${change.file}`, import.meta.url).href;
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (url !== place) return loaded;
      const source = Buffer.from(loaded.source as Uint8Array)
        .toString()
        .replace(change.original, () => {
          changes += 1;
          return change.replacement;
        });
      return { ...loaded, source };
    },
  });
}
const { Gateway } = await import('../../src/process/gateway.ts');
const { loadConfig } = await import('../../src/process/config.ts');
const { newLog } = await import('../../src/process/log.ts');
if (changes !== (change === undefined ? 0 : 1))
  throw new Error(`${change?.file} was changed ${changes} times`);

let { clockOffsetMs } = orders;
const config = loadConfig(orders.env);
const gateway = await Gateway.open({
  config,
  secrets: {
    masterKey: Buffer.from(orders.secrets.masterKey, 'base64'),
    operatorToken: orders.secrets.operatorToken,
  },
  databaseUrl: orders.databaseUrl,
  log: newLog(config.logLevel, 2),
  now: () => new Date(Date.now() + clockOffsetMs),
});
process.on('message', (message: { clockOffsetMs: number }) => {
  clockOffsetMs = message.clockOffsetMs;
  process.send!({ clockOffsetMs });
});
process.on('disconnect', () => process.exit(0));
const { port } = await gateway.listen();
gateway.startWorkers();
process.send!({ port });
