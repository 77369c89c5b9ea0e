// The process that crash tests kill: the real gateway on the wiring of gateway.ts, from the sources that it is given (its own,
// or those of a mutant), with a clock that its parent moves. It must end with its parent, and store nothing outside the
// database.
import { pathToFileURL } from 'node:url';
import type { loadConfig as LoadConfig } from '../../src/config.ts';
import type { Gateway as GatewayClass } from '../../src/gateway.ts';
import type { newLog as CreateLog } from '../../src/log.ts';

export interface ProcessOrders {
  src: string;
  databaseUrl: string;
  env: Record<string, string>;
  secrets: { masterKey: string; operatorToken: string };
  clockOffsetMs: number;
}

const orders: ProcessOrders = JSON.parse(process.argv[2]!);
const from = (path: string) => import(pathToFileURL(`${orders.src}/${path}`).href);
const { Gateway }: { Gateway: typeof GatewayClass } = await from('gateway.ts');
const { loadConfig }: { loadConfig: typeof LoadConfig } = await from('config.ts');
const { newLog }: { newLog: typeof CreateLog } = await from('log.ts');

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
