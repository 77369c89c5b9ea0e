// Payouts from a CSV file: choose it, see every faulty line with its column, correct it, and only then make the
// payouts, part by part with progress. The same file again makes no payout twice. The user can save the result of each
// line as a file.
import { Alert, Button, FileButton, Group, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, post } from '../../api/client.ts';
import { apiQuery, invalidate } from '../../api/queries.ts';
import { Fault } from '../../parts/fault.tsx';
import { moneyText, numberText, sentences } from '../../parts/format.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { Section } from '../../parts/section.tsx';
import { Progress } from '../../parts/states.tsx';
import { useBrand } from '../../shell/session/session.ts';
import classes from './payouts.module.css';
import { resultFile, type SentLine, saveFile } from './result-file.ts';

type Checked = Answer<'/portal/api/brands/{brandId}/payouts/file/check', 'post'>;

const EXAMPLE = `method,amount,currency,country,merchantReference,userId,iban,accountHolder
SEPA,1250.50,EUR,DE,withdrawal-1001,customer-77,DE89370400440532013000,Anna Schmidt
SEPA,80.00,EUR,FR,withdrawal-1002,customer-78,FR1420041010050500013M02606,Paul Martin`;

const AT_ONCE = 25;
/** Nobody reads a thousand lines; the sums count all. */
const MOST_SHOWN = 100;

const payoutsText = (count: number) => `${numberText(count)} ${count === 1 ? 'payout' : 'payouts'}`;
const LARGEST_FILE = 600_000;

interface Chosen {
  name: string;
  csv: string;
  checked: Checked;
}

export function PayoutFile() {
  const brand = useBrand();
  const params = { brandId: brand.id };
  const options = useQuery(apiQuery('/portal/api/brands/{brandId}/payouts/options', { params }));
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [sent, setSent] = useState<SentLine[] | null>(null);
  const [busy, setBusy] = useState(false);

  async function choose(file: File | null) {
    if (!file) return;
    setFault(null);
    setSent(null);
    setChosen(null);
    if (file.size > LARGEST_FILE) {
      setFault(
        `${file.name} is too large. Split it: ${numberText(options.data?.mostLines ?? 1_000)} payouts at most.`,
      );
      return;
    }
    setBusy(true);
    try {
      const csv = await textOf(file);
      const checked = await post('/portal/api/brands/{brandId}/payouts/file/check', {
        params,
        body: { csv },
      });
      setChosen({ name: file.name, csv, checked });
    } catch (error) {
      setFault((error as Error).message);
    } finally {
      setBusy(false);
    }
  }

  async function send({ csv, name: fileName }: Chosen) {
    setBusy(true);
    setFault(null);
    const lines: SentLine[] = [];
    setSent([]);
    try {
      let from: number | null = 0;
      while (from !== null) {
        const part: Answer<'/portal/api/brands/{brandId}/payouts/file/send', 'post'> = await post(
          '/portal/api/brands/{brandId}/payouts/file/send',
          { params, body: { csv, fileName, from, count: AT_ONCE } },
        );
        lines.push(...part.lines);
        setSent([...lines]);
        from = part.next;
      }
    } catch (error) {
      setFault(`${(error as Error).message} Send the file again: no payout is created twice.`);
    } finally {
      setBusy(false);
      invalidate('/portal/api/brands/{brandId}/payouts/waiting', '/portal/api/brands/{brandId}/payouts');
    }
  }

  return (
    <>
      <PageHeader
        lead="Nothing is sent until every line is valid."
        back={{ to: `/b/${brand.id}/payouts`, label: 'Payouts' }}
      />
      <div className={classes.drop}>
        <div>
          A CSV file, at most {numberText(options.data?.mostLines ?? 1_000)} payouts. The first line names the
          columns: method, amount, currency, merchantReference, and the fields of the method. For a card, give
          its token.
        </div>
        <pre className={classes.snippet}>{EXAMPLE}</pre>
        <Group gap="xs">
          <FileButton
            accept=".csv,text/csv,text/plain"
            onChange={choose}
            key={chosen?.name ?? sent?.length ?? 0}
          >
            {(props) => (
              <Button {...props} loading={busy && !sent} variant={chosen ? 'default' : 'filled'}>
                {chosen ? 'Choose another file' : 'Choose a file'}
              </Button>
            )}
          </FileButton>
          <Button variant="subtle" onClick={() => saveFile('payouts-example.csv', EXAMPLE)}>
            Save the example
          </Button>
        </Group>
      </div>
      <Fault text={fault} mt="md" />
      {chosen && !sent && <Preview chosen={chosen} busy={busy} onSend={() => send(chosen)} />}
      {chosen && sent && <Outcome chosen={chosen} sent={sent} busy={busy} />}
    </>
  );
}

/** UTF-8, or the encoding that spreadsheets on Windows write in the West. */
async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function Preview({ chosen, busy, onSend }: { chosen: Chosen; busy: boolean; onSend: () => void }) {
  const { faults, faultCount, payouts, totals } = chosen.checked;
  const again = payouts.filter(({ madeBefore }) => madeBefore !== null).length;
  const count = payouts.length - again;
  const sums = totals.map(({ currency, amount }) => moneyText(amount, currency)).join(' + ');
  if (faultCount > 0)
    return (
      <Section
        title={faultCount === 1 ? 'One error to correct' : `${numberText(faultCount)} errors to correct`}
        lead={`${chosen.name}: nothing was sent. Correct these cells and choose the file again.`}
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
      title={count === 0 ? 'All payouts exist already' : `${payoutsText(count)}, ${sums}`}
      lead={
        again > 0
          ? `${numberText(again)} of this file exist already and are not created again.`
          : `${chosen.name} is valid. The payouts then wait for approval.`
      }
      actions={
        count > 0 && (
          <Button onClick={onSend} loading={busy}>
            Create {payoutsText(count)}
          </Button>
        )
      }
    >
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
    <div className={classes.lines}>
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
      {payouts.length > most && (
        <Button variant="subtle" mt="xs" onClick={() => setMost(payouts.length)}>
          Show the other {numberText(payouts.length - most)}
        </Button>
      )}
    </div>
  );
}

function Outcome({ chosen, sent, busy }: { chosen: Chosen; sent: SentLine[]; busy: boolean }) {
  const brand = useBrand();
  const of = chosen.checked.payouts.length;
  const count = (outcome: SentLine['outcome']) => sent.filter((one) => one.outcome === outcome).length;
  const refused = sent.filter(({ outcome, status }) => outcome === 'refused' || status === 'DECLINED');
  if (busy) return <Progress label="Creating payouts" done={sent.length} of={of} />;
  return (
    <Section
      title={`${payoutsText(count('made'))} created`}
      lead={`${numberText(count('made-before'))} existed already, ${numberText(refused.length)} were refused.`}
      actions={
        <Group gap="xs">
          <Button
            variant="default"
            onClick={() => saveFile(chosen.name.replace(/(\.csv)?$/i, '-result.csv'), resultFile(sent))}
          >
            Save the result
          </Button>
          <Button
            renderRoot={(props) => (
              <Link to="/b/$brandId/payouts" params={{ brandId: brand.id } as never} {...props} />
            )}
          >
            Go to payouts waiting for approval
          </Button>
        </Group>
      }
    >
      {refused.map(({ line, merchantReference, message, errorReason }) => (
        <Alert key={line} color="red" mb="xs">
          Line {line}, {merchantReference}: {message ?? errorReason}
        </Alert>
      ))}
    </Section>
  );
}
