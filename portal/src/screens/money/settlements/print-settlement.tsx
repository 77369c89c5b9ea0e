// A settlement on paper: a page for a folder, with its own heading, and with its lines. A list on the screen begins
// with a page of lines; the button first reads the others. The browser makes the paper, or a PDF.
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { faultText } from '../../../parts/fault-text.ts';
import { dayText, exactTime } from '../../../parts/format.ts';
import { useBrand, useSession } from '../../../shell/session/session.ts';
import { toast } from '../../../shell/toasts.tsx';
import type { useLines } from './settlement-lines.tsx';
import type { Settlement } from './settlement-words.tsx';
import classes from './settlements.module.css';

/** About thirty pages. */
const MOST_LINES = 1_000;

type Lines = ReturnType<typeof useLines>;
const shownLines = ({ data }: Pick<Lines, 'data'>) => data?.pages.flatMap(({ items }) => items) ?? [];

export function PrintButton({ lines }: { lines: Lines }) {
  const [reading, setReading] = useState(false);
  async function print() {
    setReading(true);
    try {
      let read: Pick<Lines, 'data' | 'hasNextPage'> = lines;
      while (read.hasNextPage && shownLines(read).length < MOST_LINES)
        read = await lines.fetchNextPage({ throwOnError: true });
      flushSync(() => setReading(false));
      window.print();
    } catch (error) {
      toast(faultText((error as Error).message));
    } finally {
      setReading(false);
    }
  }
  return (
    <Button
      variant="default"
      loading={reading}
      leftSection={<IconPrinter size={16} stroke={1.75} />}
      onClick={print}
    >
      Print
    </Button>
  );
}

/** The heading of the paper: whose settlement it is, and the days of its lines. */
export function PaperHead({ settlement, lines }: { settlement: Settlement; lines: Lines }) {
  const { name, timeZone } = useBrand();
  const { merchant } = useSession();
  const printedAt = usePrintedAt();
  const times = shownLines(lines)
    .map(({ occurredAt }) => occurredAt)
    .sort();
  const days = [times[0], times.at(-1)].flatMap((at) => (at ? [dayText(at, timeZone)] : []));
  const period = [...new Set(days)].join(' to ');
  return (
    <div data-paper className={classes.paper}>
      <p className={classes.paperBrand}>
        {name} · {merchant.name}
      </p>
      <p>
        Settlement {settlement.reference} of {settlement.providerName}
        {settlement.paidAt && `, paid on ${dayText(settlement.paidAt, timeZone)}`}
      </p>
      {period && <p>Period of its lines: {period}</p>}
      <p>Printed on {exactTime(printedAt, timeZone)}</p>
    </div>
  );
}

function usePrintedAt(): Date {
  const [at, setAt] = useState(() => new Date());
  useEffect(() => {
    const note = () => flushSync(() => setAt(new Date()));
    window.addEventListener('beforeprint', note);
    return () => window.removeEventListener('beforeprint', note);
  }, []);
  return at;
}
