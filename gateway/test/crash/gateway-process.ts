// The process that crash tests kill: the real gateway with the wiring of gateway.ts, or a mutant whose sentences are
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
const lacking = orders.change ? [orders.change, ...(orders.change.also ?? [])] : [];
const changed: string[] = [];
if (lacking.length > 0) {
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      const here = lacking.filter(({ file }) => url === new URL(`../../src/${file}`, import.meta.url).href);
      if (here.length === 0) return loaded;
      let source = Buffer.from(loaded.source as Uint8Array).toString();
      for (const { file, original, replacement } of here)
        source = source.replace(original, () => {
          changed.push(file);
          return replacement;
        });
      return { ...loaded, source };
    },
  });
}
const { Gateway } = await import('../../src/process/gateway.ts');
const { loadConfig } = await import('../../src/process/config.ts');
const { newLog } = await import('../../src/process/log.ts');
if (changed.length !== lacking.length)
  throw new Error(`of ${lacking.map(({ file }) => file)} these were changed: ${changed}`);

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
