// A waiting payout in words: what an approver should look at before the approval.
import type { Answer } from '../../api/client.ts';
import { dayText, moneyText, numberText } from '../../parts/format.ts';

export type WaitingPage = Answer<'/portal/api/brands/{brandId}/payouts/waiting'>;
export type WaitingPayout = WaitingPage['items'][number];

export interface Flag {
  key: string;
  /** The text in the table. */
  short: string;
  /** The whole sentence. */
  text: string;
  mood: 'bad' | 'warn' | 'quiet';
}

/** Everything that stands out, the worst first. */
export function flagsOf(payout: WaitingPayout, timeZone: string): Flag[] {
  const { background, balanceAfter, currency, amount, recipient } = payout;
  const flags: Flag[] = [];
  for (const { merchantReference, createdAt } of background?.duplicates.slice(0, 1) ?? []) {
    flags.push({
      key: 'twin',
      short: 'Possible duplicate',
      text: `${moneyText(amount, currency)} to this account is also in ${merchantReference}, made ${dayText(createdAt, timeZone)}.`,
      mood: 'bad',
    });
  }
  if (background?.formerAccount) {
    const { account, paidAt } = background.formerAccount;
    flags.push({
      key: 'changed',
      short: 'Account changed',
      text: `This customer was last paid at ${accountText(account) ?? 'another account'} on ${dayText(paidAt, timeZone)}.`,
      mood: 'warn',
    });
  } else if (background?.nameAccount) {
    const { account, paidAt } = background.nameAccount;
    flags.push({
      key: 'changed',
      short: 'New account of this name',
      text: `This name was last paid at ${accountText(account) ?? 'another account'} on ${dayText(paidAt, timeZone)}.`,
      mood: 'warn',
    });
  } else if (background?.paidBefore === 0) {
    flags.push({
      key: 'new',
      short: 'New account',
      text: 'This account has not been paid before.',
      mood: 'quiet',
    });
  }
  if (background && background.otherNames > 0) {
    const names =
      background.otherNames === 1 ? 'another name' : `${numberText(background.otherNames)} other names`;
    flags.push({
      key: 'names',
      short: 'Several names',
      text: `There are payouts to this account under ${names} too.`,
      mood: 'warn',
    });
  }
  if (background && background.otherAccounts > 0) {
    const accounts =
      background.otherAccounts === 1
        ? 'another account'
        : `${numberText(background.otherAccounts)} other accounts`;
    flags.push({
      key: 'accounts',
      short: 'Several accounts',
      text: `Other payouts that wait send this name’s money to ${accounts}.`,
      mood: 'warn',
    });
  }
  if (recipient.name?.includes('?')) {
    flags.push({
      key: 'lost',
      short: 'Letter lost',
      text: 'A letter of the name seems to be lost. Compare the name with the original.',
      mood: 'warn',
    });
  }
  if (balanceAfter < 0) {
    flags.push({
      key: 'short',
      short: 'Balance too low',
      text: `The balance does not cover this payout and those before it: ${moneyText(-balanceAfter, currency)} is missing.`,
      mood: 'warn',
    });
  }
  return flags;
}

/** Warnings that an approver must read, above all before approving several payouts at once. */
export function warningsOf(payouts: readonly WaitingPayout[], timeZone: string): string[] {
  const loud = payouts.flatMap((payout) =>
    flagsOf(payout, timeZone).filter(({ key }) => ['twin', 'changed', 'names'].includes(key)),
  );
  if (payouts.length === 1) return loud.map(({ text }) => text);
  const count = (key: string) => loud.filter((flag) => flag.key === key).length;
  const [twins, changed, named] = [count('twin'), count('changed'), count('names')];
  const warnings: string[] = [];
  if (twins > 0) {
    const look = twins === 1 ? 'looks like a duplicate' : 'look like duplicates';
    warnings.push(`${numberText(twins)} of them ${look}: same amount, same account, within 24 hours.`);
  }
  if (changed > 0) {
    const go = changed === 1 ? 'goes' : 'go';
    warnings.push(
      `${numberText(changed)} of them ${go} to another account than the last payout of that customer or name.`,
    );
  }
  if (named > 0) {
    const go = named === 1 ? 'goes' : 'go';
    warnings.push(`${numberText(named)} of them ${go} to an account that had other names before.`);
  }
  return warnings;
}

export function historyOf({ background }: WaitingPayout, timeZone: string): string {
  if (!background) return 'Nothing is known about this account.';
  const { paidBefore, lastPaidAt } = background;
  if (paidBefore === 0 || !lastPaidAt) return 'Never paid before';
  const times = paidBefore >= 100 ? '100 times or more' : paidBefore === 1 ? 'Once' : `${paidBefore} times`;
  return `${times} before, last on ${dayText(lastPaidAt, timeZone)}`;
}

/** The whole account for users who may approve, in groups of four as people read an IBAN. */
export function shownAccount({ account, recipient }: Pick<WaitingPayout, 'account' | 'recipient'>) {
  if (account === null) return accountText(recipient.account);
  return /^[A-Z]{2}\d{2}[A-Z0-9]{10,}$/.test(account) ? account.replaceAll(/(.{4})(?=.)/g, '$1 ') : account;
}

export function recipientText(
  payout: Pick<WaitingPayout, 'recipient' | 'method'> & { account?: string | null },
): string {
  const { recipient, method, account = null } = payout;
  return (
    [recipient.name, shownAccount({ account, recipient })].filter(Boolean).join(' · ') ||
    (method ?? 'Not known yet')
  );
}

/** By currency, because different currencies cannot be added up. */
export function sumsText(amounts: readonly { currency: string; amount: number }[]): string {
  const sums = new Map<string, number>();
  for (const { currency, amount } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return [...sums].map(([currency, amount]) => moneyText(amount, currency)).join(' + ');
}

/** As cards are written everywhere: dots, then the last four characters. */
const accountText = (account: string | null): string | null =>
  account === null ? null : account.replace(/^\*+/, '•••• ').trim();
