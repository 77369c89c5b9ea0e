// Payouts from a CSV file: choose it, say what its columns are if their names are not ours, see every faulty line with
// its column, correct it, and only then make the payouts, part by part with progress. The same file again makes no
// payout twice. The user can save the result of each line as a file.
import { Alert, Button, FileButton, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, post } from '../../../api/client.ts';
import { apiQuery } from '../../../api/queries.ts';
import { Fault } from '../../../parts/fault.tsx';
import { countText, numberText } from '../../../parts/format.ts';
import { PageHeader } from '../../../parts/page-header.tsx';
import { Section } from '../../../parts/section.tsx';
import { Progress } from '../../../parts/states.tsx';
import { useBrand } from '../../../shell/session/session.ts';
import { invalidatePayouts } from '../invalidate-payouts.ts';
import classes from '../payouts.module.css';
import { FileColumns } from './file-columns.tsx';
import { FileExample } from './file-example.tsx';
import { asksForColumns, type Checked, type Mapping } from './file-mapping.ts';
import { FilePreview } from './file-preview.tsx';
import { resultFile, type SentLine, saveFile } from './result-file.ts';

const AT_ONCE = 25;
const LARGEST_FILE = 600_000;

interface Chosen {
  name: string;
  csv: string;
  checked: Checked;
  /** null: the names of the columns decide. */
  mapping: Mapping | null;
}

/** Keeps the file, what the gateway said about it, and what was sent. */
function usePayoutFile(mostLines: number) {
  const params = { brandId: useBrand().id };
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
      setFault(`${file.name} is too large. Split it: ${numberText(mostLines)} payouts at most.`);
      return;
    }
    await check({ name: file.name, csv: await textOf(file), mapping: null });
  }

  async function check({ name, csv, mapping }: Omit<Chosen, 'checked'>) {
    setBusy(true);
    setFault(null);
    try {
      const body = { csv, ...mapping };
      const checked = await post('/portal/api/brands/{brandId}/payouts/file/check', { params, body });
      setChosen({ name, csv, checked, mapping });
    } catch (error) {
      setFault((error as Error).message);
    } finally {
      setBusy(false);
    }
  }

  async function send({ csv, name: fileName, mapping }: Chosen) {
    setBusy(true);
    setFault(null);
    const lines: SentLine[] = [];
    setSent([]);
    try {
      let from: number | null = 0;
      while (from !== null) {
        const part: Answer<'/portal/api/brands/{brandId}/payouts/file/send', 'post'> = await post(
          '/portal/api/brands/{brandId}/payouts/file/send',
          { params, body: { csv, ...mapping, fileName, from, count: AT_ONCE } },
        );
        lines.push(...part.lines);
        setSent([...lines]);
        from = part.next;
      }
    } catch (error) {
      setFault(`${(error as Error).message} Send the file again: no payout is created twice.`);
    } finally {
      setBusy(false);
      invalidatePayouts();
    }
  }

  return { chosen, fault, sent, busy, choose, check, send };
}

export function PayoutFile() {
  const brand = useBrand();
  const options = useQuery(
    apiQuery('/portal/api/brands/{brandId}/payouts/options', { params: { brandId: brand.id } }),
  );
  const mostLines = options.data?.mostLines ?? 1_000;
  const { chosen, fault, sent, busy, choose, check, send } = usePayoutFile(mostLines);
  const asks = chosen !== null && chosen.mapping === null && asksForColumns(chosen.checked);
  return (
    <>
      <PageHeader
        lead="Nothing is sent until every line is valid."
        back={{ to: `/b/${brand.id}/payouts`, label: 'Payouts' }}
      />
      <ChooseFile
        key={chosen?.name ?? sent?.length ?? 0}
        mostLines={mostLines}
        again={chosen !== null}
        busy={busy && !sent}
        onChoose={choose}
      />
      <Fault text={fault} mt="md" />
      {asks && (
        <FileColumns
          key={chosen.csv}
          name={chosen.name}
          columns={chosen.checked.columns}
          options={options.data?.options ?? []}
          busy={busy}
          onDone={(mapping) => check({ ...chosen, mapping })}
        />
      )}
      {chosen && !asks && !sent && (
        <FilePreview
          name={chosen.name}
          checked={chosen.checked}
          busy={busy}
          onSend={() => send(chosen)}
          {...(chosen.mapping && { onChangeColumns: () => check({ ...chosen, mapping: null }) })}
        />
      )}
      {chosen && sent && <Outcome chosen={chosen} sent={sent} busy={busy} />}
    </>
  );
}

interface ChooseProps {
  mostLines: number;
  again: boolean;
  busy: boolean;
  onChoose: (file: File | null) => void;
}

function ChooseFile({ mostLines, again, busy, onChoose }: ChooseProps) {
  return (
    <div className={classes.drop}>
      <div>
        A CSV file, at most {numberText(mostLines)} payouts. The first line names the columns: method, amount,
        currency, merchantReference, and the fields of the method. For a card, give its token. If your columns
        have other names, such as Betrag or Empfänger, you say what they are after the upload.
      </div>
      <FileExample />
      <FileButton accept=".csv,text/csv,text/plain" onChange={onChoose}>
        {(props) => (
          <Button {...props} loading={busy} variant={again ? 'default' : 'filled'}>
            {again ? 'Choose another file' : 'Choose a file'}
          </Button>
        )}
      </FileButton>
    </div>
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

function Outcome({ chosen, sent, busy }: { chosen: Chosen; sent: SentLine[]; busy: boolean }) {
  const brand = useBrand();
  const of = chosen.checked.payouts.length;
  const count = (outcome: SentLine['outcome']) => sent.filter((one) => one.outcome === outcome).length;
  const refused = sent.filter(({ outcome, status }) => outcome === 'refused' || status === 'DECLINED');
  if (busy) return <Progress label="Creating payouts" done={sent.length} of={of} />;
  return (
    <Section
      title={`${countText(count('made'), 'payout')} created`}
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
