// What the receipt by mail says: what the page's receipt says (cashier/src/screens/end.tsx), in the same words. It must
// never name the shopper.
import type { Receipt } from '../../../domain/inbox/mail.ts';
import { say } from '../page/page-words.ts';
import { amountText } from './amount-text.ts';
import type { CashierState, ShownAmount } from './state.ts';

/** null: the page offers no receipt by mail. */
export function receiptOf(
  { screen, language, locale, brand, amount, reference, inTest }: CashierState,
  { timeZone }: { timeZone: string },
): Receipt | null {
  if (screen.name !== 'end' || screen.mail === null) return null;
  const { charged, refunded, refunding, paidWith, completedAt } = screen;
  const text = (one: ShownAmount | null) => one && amountText(one, locale);
  // The mail is read anywhere, so the time names its zone.
  const date = new Intl.DateTimeFormat(locale, { timeZone, ...DATE });
  const lines: [key: string, value: string | null][] = [
    [charged === null ? 'amount' : 'charged', text(charged ?? amount)],
    ['refunded', text(refunded)],
    ['refunding', text(refunding)],
    ['to', brand.name],
    ['paidWith', paidWith],
    ['date', completedAt && date.format(new Date(completedAt))],
    ['reference', reference],
  ];
  return {
    language,
    title: say(language, 'pages.receipt', { brand: brand.name }),
    lines: lines.flatMap(([key, value]) =>
      value === null ? [] : [{ label: say(language, `receipt.${key}`), value }],
    ),
    note: inTest ? `${say(language, 'test.mode')} ${say(language, 'test.noMoney')}` : null,
  };
}

const DATE = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;
