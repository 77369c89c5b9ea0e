// `provider:check`: tries a brand's test account at a provider, and says what works. It runs beside a gateway, on the
// same database.
import type { Logger } from 'pino';
import { tryAccount } from '../actions/providers/try-account.ts';
import type { CheckProviderArguments } from './check-provider-arguments.ts';
import type { Config } from './config.ts';
import { Gateway } from './gateway.ts';

interface Parts {
  config: Config;
  secrets: { masterKey: Buffer; operatorToken: string };
  databaseUrl: string;
  log: Logger;
  print(line: string): void;
}

/** Answers the exit code of the process. */
export async function checkProvider(
  { brandId, provider, waitMs }: CheckProviderArguments,
  { print, ...options }: Parts,
): Promise<number> {
  const gateway = await Gateway.open(options);
  try {
    const { context } = gateway;
    const account = context.providerAccounts.ofBrand(brandId).find((one) => one.provider === provider);
    if (!account) {
      print(`Brand ${brandId} has no account in use at ${JSON.stringify(provider)}: see docs/PROVIDERS.md.`);
      return 1;
    }
    if (account.environment === 'live') {
      print('This is a live account: a payment would move money. Use a test account.');
      return 1;
    }
    const verdicts = await tryAccount(context, { account, waitMs, tell: print });
    for (const { part, ok, message } of verdicts) print(`${ok ? '✔' : '✘'} ${part.padEnd(12)} ${message}`);
    return verdicts.every(({ ok }) => ok) ? 0 : 1;
  } finally {
    await gateway.stop();
  }
}
