// The gateway under load, in a separate process as in production: run.ts starts it, load.ts talks to its port. With
// `httpOnly` it measures H, the HTTP side of the bound: the same app and action, but a store that answers at once and
// no webhooks. In both cases the store returns the first writes of the gateway, so that the other parts of the bench
// write the same rows. Nothing here changes how a request is handled before it reaches the store.
import { pino } from 'pino';
import type { Outbox } from '../gateway/src/actions/context.ts';
import { loadConfig } from '../gateway/src/process/config.ts';
import { Gateway } from '../gateway/src/process/gateway.ts';
import type { ApplyJob } from '../gateway/src/storage/transactions/apply-changes.ts';
import type { OpenJob } from '../gateway/src/storage/transactions/open-transactions.ts';
import type { TransactionStore } from '../gateway/src/storage/transactions/transaction-store.ts';
import { answerAsks } from './children.ts';

export interface GatewayPlan {
  databaseUrl: string;
  /** Base64. */
  masterKey: string;
  operatorToken: string;
  httpOnly: boolean;
}

/** The writes of one completed card pay-in, a payout or a pay-in by another method. */
export interface Sample {
  open: OpenJob;
  apply: ApplyJob;
}
/** The writes of the approval of a payout. */
export interface ApprovalSample {
  approve: ApplyJob;
  apply: ApplyJob;
}

let gateway: Gateway;
let sample: Partial<Sample & ApprovalSample> = {};

async function begin(plan: GatewayPlan): Promise<{ port: number }> {
  const log = pino({ level: 'warn' });
  const config = loadConfig({
    PORT: '0',
    LOG_LEVEL: 'warn',
    MASTER_KEY: plan.masterKey,
    OPERATOR_TOKEN: plan.operatorToken,
    DATABASE_URL: plan.databaseUrl,
    // The later settlements of simulated networks are not measured.
    SANDBOX_DELAY_MS: '3600000',
  });
  const secrets = { masterKey: Buffer.from(plan.masterKey, 'base64'), operatorToken: plan.operatorToken };
  gateway = await Gateway.open({ config, secrets, databaseUrl: plan.databaseUrl, log });
  const { transactions } = gateway.context;
  gateway.context.transactions = sampledStore(plan.httpOnly ? instantStore(transactions) : transactions);
  if (plan.httpOnly) {
    gateway.context.outbox = { take: () => false, commit() {}, abandon() {} } satisfies Outbox;
  }
  const { port } = await gateway.listen();
  gateway.startWorkers();
  return { port };
}

function instantStore(real: TransactionStore): TransactionStore {
  return { ...real, open: async () => ({ kind: 'opened' }), apply: async () => 'applied' };
}

function sampledStore(store: TransactionStore): TransactionStore {
  return {
    ...store,
    open(job) {
      sample.open ??= job;
      return store.open(job);
    },
    apply(job) {
      sample.apply ??= job;
      return store.apply(job);
    },
    approve(job) {
      sample.approve ??= job;
      return store.approve(job);
    },
  };
}

answerAsks(
  {
    begin,
    forgetSample: () => {
      sample = {};
    },
    sample: () => sample,
  },
  () => gateway?.stop(),
);
