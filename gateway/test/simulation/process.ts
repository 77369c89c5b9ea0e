// A gateway process that may be killed between any two steps. Its commits and its calls to providers pass a gate; once
// it is dead no call ever returns. Earlier calls may still take effect, as after a real kill.
import type { Provider } from '@tollgate/provider-kit';
import type { Context } from '../../src/actions/context.ts';
import type { Sql } from '../../src/storage/database/database.ts';
import type { TransactionStore } from '../../src/storage/transactions/transaction-store.ts';
import type { Random } from './random.ts';

export class Killed extends Error {
  override name = 'Killed';
}

export interface Process {
  context: Context;
  /** The work's result, or Killed if the process died meanwhile. */
  run<Answer>(work: (context: Context) => Promise<Answer>): Promise<Answer>;
  dead: boolean;
}

const NEVER = new Promise<never>(() => {});

/** `commits`: those under way, also those of a process that has died meanwhile. */
export function startProcess(
  base: Context,
  random: Random,
  killChance: number,
  commits: Set<Promise<unknown>>,
): Process {
  let die: (error: Killed) => void = () => {};
  const death = new Promise<never>((_, reject) => {
    die = reject;
  });
  death.catch(() => {});

  async function gate(): Promise<void> {
    if (!process.dead && random.chance(killChance)) {
      process.dead = true;
      die(new Killed('simulated: killed'));
    }
    if (process.dead) await NEVER;
  }

  /** Every method passes the gate before and after its call. */
  function mortal<Subject extends object>(subject: Subject): Subject {
    return new Proxy(subject, {
      get(target, name) {
        const member = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return async (...args: unknown[]) => {
          await gate();
          const answer = await Reflect.apply(member, target, args);
          await gate();
          return answer;
        };
      },
    });
  }

  /** Single statements only read, or note what another process would note again. */
  const mortalSql = (sql: Sql): Sql =>
    new Proxy(sql, {
      get(target, name) {
        const member = Reflect.get(target, name);
        if (name !== 'begin') return member;
        return async (...args: unknown[]) => {
          await gate();
          const commit = Reflect.apply(member as typeof sql.begin, target, args as never);
          commits.add(commit);
          const answer = await commit.finally(() => commits.delete(commit));
          await gate();
          return answer;
        };
      },
    });

  const transactions: TransactionStore = mortal(base.transactions);
  // A signature is checked inside the process, so it needs no gate.
  const mortalProvider = (provider: Provider): Provider => ({
    ...mortal(provider),
    readNotification: provider.readNotification,
  });
  const process: Process = {
    dead: false,
    context: {
      ...base,
      sql: mortalSql(base.sql),
      transactions,
      refunds: mortal(base.refunds),
      captures: mortal(base.captures),
      confirmations: mortal(base.confirmations),
      providersFor: (...use) => base.providersFor(...use).map(mortalProvider),
      provider: (...sentTo) => {
        const found = base.provider(...sentTo);
        return found && mortalProvider(found);
      },
    },
    run: (work) => Promise.race([work(process.context), death]),
  };
  return process;
}
