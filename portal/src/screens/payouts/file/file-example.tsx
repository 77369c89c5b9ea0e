// An example of a payout file, in the flavour that the reader's spreadsheet writes: with commas and 10.00, or with
// semicolons and 10,00. The browser's language decides first, the reader afterwards.
import { Button, Group, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { OWN_LOCALE } from '../../../parts/format.ts';
import classes from '../payouts.module.css';
import { saveFile } from './result-file.ts';

type Flavour = 'comma' | 'semicolon';

const LINES = [
  ['method', 'amount', 'currency', 'country', 'merchantReference', 'userId', 'iban', 'accountHolder'],
  [
    'SEPA',
    '1250.50',
    'EUR',
    'DE',
    'withdrawal-1001',
    'customer-77',
    'DE89370400440532013000',
    'Anna Schmidt',
  ],
  [
    'SEPA',
    '80.00',
    'EUR',
    'FR',
    'withdrawal-1002',
    'customer-78',
    'FR1420041010050500013M02606',
    'Paul Martin',
  ],
] as const;

function exampleOf(flavour: Flavour): string {
  const isComma = flavour === 'comma';
  const cells = LINES.map((line) =>
    line.map((cell) => (/^\d+\.\d+$/.test(cell) && !isComma ? cell.replace('.', ',') : cell)),
  );
  return cells.map((line) => line.join(isComma ? ',' : ';')).join('\r\n');
}

/** Where people write 10,00, spreadsheets separate cells by semicolons. */
const flavourHere = (): Flavour =>
  new Intl.NumberFormat(OWN_LOCALE).format(1.5).includes(',') ? 'semicolon' : 'comma';

export function FileExample() {
  const [flavour, setFlavour] = useState(flavourHere);
  const example = exampleOf(flavour);
  return (
    <>
      <Group gap="xs">
        <SegmentedControl
          size="xs"
          aria-label="How your spreadsheet writes"
          value={flavour}
          onChange={(value) => setFlavour(value as Flavour)}
          data={[
            { value: 'comma', label: 'Commas, 10.00' },
            { value: 'semicolon', label: 'Semicolons, 10,00' },
          ]}
        />
        <Button variant="subtle" size="xs" onClick={() => saveFile('payouts-example.csv', example)}>
          Save the example
        </Button>
      </Group>
      <pre className={classes.snippet}>{example}</pre>
    </>
  );
}
