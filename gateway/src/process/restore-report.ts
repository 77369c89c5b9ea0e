// `restore:report`: the gap of a restored copy in words. It runs beside a gateway, on the same database.
import type { Logger } from 'pino';
import { type LostPayout, reportBankGap } from '../actions/bank/report-bank-gap.ts';
import { type Gap, reportGap } from '../actions/notifications/report-gap.ts';
import type { Config } from './config.ts';
import { Gateway } from './gateway.ts';

type Parts = Readonly<{
  config: Config;
  secrets: { masterKey: Buffer; operatorToken: string };
  databaseUrl: string;
  log: Logger;
  print(line: string): void;
}>;

/** Answers the exit code of the process. */
export async function printGap({ print, ...options }: Parts): Promise<number> {
  const gateway = await Gateway.open(options);
  try {
    const { context } = gateway;
    const lines = [
      ...describeGap(await reportGap(context)),
      ...describeBankGap(await reportBankGap(context)),
    ];
    for (const line of lines) print(line);
    return 0;
  } finally {
    await gateway.stop();
  }
}

const at = (time: Date | null) => time?.toISOString() ?? 'none';

export function describeGap({ hold, difference, last, waiting, asked, unknown }: Gap): string[] {
  return [
    hold !== null
      ? `Held since ${at(hold.heldSince)}: ${hold.reason}.`
      : difference !== null
        ? `The next start will hold it: ${difference}.`
        : 'Nothing is held: this database is not a restored copy, or it was accepted.',
    'The latest records in it:',
    `  transaction ${at(last.opening)}`,
    `  change of a transaction ${at(last.step)}`,
    `  webhook event ${at(last.event)}`,
    `  try of a webhook ${at(last.webhookTry)}`,
    `  provider's notification ${at(last.notification)}`,
    'Work that starts once it is accepted:',
    ...waiting.map(({ what, count, oldest }) =>
      count === 0 ? `  no ${what}` : `  ${count} ${what}, the oldest of ${at(oldest)}`,
    ),
    'Providers asked for their payments, refunds and captures since then:',
    ...(asked.length === 0 ? ['  none: no brand has an account at a provider'] : []),
    ...asked.map(
      ({ provider, accountId, reason }) => `  ${provider} (account ${accountId}): ${reason ?? 'answered'}`,
    ),
    unknown.length === 0
      ? 'Providers reported no reference that is missing here.'
      : `${unknown.length} references are known to providers, but missing in this database:`,
    ...unknown.map(
      ({ provider, reference, providerReference, kind, amountMinor, currency, occurredAt }) =>
        `  ${reference} ${provider} ${providerReference ?? '-'} ${kind} ${amountMinor ?? '-'} ${currency ?? ''} (minor units) ${at(occurredAt)}`,
    ),
  ];
}

/** `lost` null: the database is not held. */
export function describeBankGap(lost: LostPayout[] | null): string[] {
  if (lost === null) return [];
  if (lost.length === 0)
    return ['Bank statements imported since then show no payout that is missing or unsent here.'];
  return [
    `${lost.length} payouts and files are known to banks, but not stored as sent in this database:`,
    ...lost.map(
      ({ id, of, amountMinor, currency, bookedAt, here }) =>
        `  ${of} ${id} ${amountMinor ?? '-'} ${currency ?? ''} (minor units) ${at(bookedAt)}: ${here}`,
    ),
  ];
}
