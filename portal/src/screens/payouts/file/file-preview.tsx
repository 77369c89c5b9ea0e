// What a payout file would do: its faults, cell by cell; or the payouts with their sums, what the balance does not
// cover, and names that seem to have lost a letter. Nothing was made yet.
import { Alert, Button, Table } from '@mantine/core';
import { useState } from 'react';
import { countText, moneyText, numberText, sentences } from '../../../parts/format.ts';
import { Section } from '../../../parts/section.tsx';
import classes from '../payouts.module.css';
import type { Checked } from './file-mapping.ts';

/** Nobody reads a thousand lines; the sums count all. */
const MOST_SHOWN = 100;
/** More names with a lost letter are counted. */
const MOST_NAMES = 5;

interface Props {
  name: string;
  checked: Checked;
  busy: boolean;
  onSend: () => void;
  /** Absent: the names of the columns are ours. */
  onChangeColumns?: () => void;
}

export function FilePreview({ name, checked, busy, onSend, onChangeColumns }: Props) {
  const { faults, faultCount, payouts, totals, warnings } = checked;
  const again = payouts.filter(({ madeBefore }) => madeBefore !== null).length;
  const count = payouts.length - again;
  const sums = totals.map(({ currency, amount }) => moneyText(amount, currency)).join(' + ');
  const columns = onChangeColumns && (
    <Button variant="default" onClick={onChangeColumns} disabled={busy}>
      Change the columns
    </Button>
  );
  if (faultCount > 0)
    return (
      <Section
        title={faultCount === 1 ? 'One error to correct' : `${numberText(faultCount)} errors to correct`}
        lead={`${name}: nothing was sent. Correct these cells and choose the file again.`}
        actions={columns}
      >
        <div className={classes.lines}>
          <Table aria-label="Errors">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Line</Table.Th>
                <Table.Th>Column</Table.Th>
                <Table.Th>What to correct</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {faults.map(({ line, column, message }) => (
                <Table.Tr key={`${line} ${column} ${message}`}>
                  <Table.Td>{line}</Table.Td>
                  <Table.Td>{column ?? '–'}</Table.Td>
                  <Table.Td>{sentences(message)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      </Section>
    );
  return (
    <Section
      title={count === 0 ? 'All payouts exist already' : `${countText(count, 'payout')}, ${sums}`}
      lead={
        again > 0
          ? `${numberText(again)} of this file exist already and are not created again.`
          : `${name} is valid. The payouts then wait for approval.`
      }
      actions={
        <>
          {columns}
          {count > 0 && (
            <Button onClick={onSend} loading={busy}>
              Create {countText(count, 'payout')}
            </Button>
          )}
        </>
      }
    >
      {warnings.length > 0 && <LostLetters warnings={warnings} payouts={payouts} />}
      {totals.map(({ currency, amount, available }) =>
        amount > available ? (
          <Alert key={currency} color="yellow" mb="xs">
            The balance of {moneyText(available, currency)} does not cover {moneyText(amount, currency)}. You
            can create them now and approve them when the balance is high enough.
          </Alert>
        ) : null,
      )}
      <FilePayouts payouts={payouts} />
    </Section>
  );
}

/** The recipients and amounts, before any payout is made. */
function FilePayouts({ payouts }: Pick<Checked, 'payouts'>) {
  const [most, setMost] = useState(MOST_SHOWN);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it on a phone. */}
      <section className={classes.lines} aria-label="Payouts of the file, scrolls sideways" tabIndex={0}>
        <Table aria-label="Payouts of the file">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Line</Table.Th>
              <Table.Th>Recipient</Table.Th>
              <Table.Th>Account</Table.Th>
              <Table.Th>Reference</Table.Th>
              <Table.Th ta="end">Amount</Table.Th>
              <Table.Th>Now</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {payouts.slice(0, most).map((one) => (
              <Table.Tr key={one.line}>
                <Table.Td>{one.line}</Table.Td>
                <Table.Td>{one.recipientName}</Table.Td>
                <Table.Td>
                  {one.method} {one.recipientAccount}
                </Table.Td>
                <Table.Td>{one.merchantReference}</Table.Td>
                <Table.Td ta="end">{moneyText(one.amount, one.currency)}</Table.Td>
                <Table.Td>{one.madeBefore ? 'Exists already' : 'New'}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
      {payouts.length > most && (
        <Button variant="subtle" mt="xs" onClick={() => setMost(payouts.length)}>
          Show the other {numberText(payouts.length - most)}
        </Button>
      )}
    </>
  );
}

/** A bank refuses such a name, or pays it while the name check fails. */
function LostLetters({ warnings, payouts }: Pick<Checked, 'warnings' | 'payouts'>) {
  const nameIn = new Map(payouts.map(({ line, recipientName }) => [line, recipientName]));
  const names = warnings
    .slice(0, MOST_NAMES)
    .map(({ line }) => `line ${line} (${nameIn.get(line) ?? 'name'})`)
    .join(', ');
  const more = warnings.length - MOST_NAMES;
  return (
    <Alert
      color="yellow"
      mb="xs"
      title={
        warnings.length === 1
          ? 'A letter of a name seems to be lost'
          : `${numberText(warnings.length)} names seem to have lost a letter`
      }
    >
      Look at {names}
      {more > 0 && ` and ${numberText(more)} more`}. In your spreadsheet, save the file as CSV UTF-8 and
      choose it again, or correct these names.
    </Alert>
  );
}
