// Takes reports of a provider about its payouts that the user drops on the page or chooses, and says in words what each
// did.
import { Alert } from '@mantine/core';
import { useState } from 'react';
import { type Answer, postFile } from '../../../api/client.ts';
import { invalidate } from '../../../api/queries.ts';
import { faultText } from '../../../parts/fault-text.ts';
import { FileDrop } from '../../../parts/file-drop.tsx';
import { countText, numberText, sentences } from '../../../parts/format.ts';
import { Section } from '../../../parts/section.tsx';
import { SettlementLink } from '../../../parts/settlement-link.tsx';
import { useBrand } from '../../../shell/session/session.ts';
import { SETTLEMENTS } from './settlement-words.tsx';

type HandedIn = Answer<typeof SETTLEMENTS, 'post'>;
type Result = { name: string } & ({ did: HandedIn } | { fault: string });

const LARGEST = 20 * 1024 * 1024;

export function ReportDrop({
  provider: { provider, name },
}: {
  provider: { provider: string; name: string };
}) {
  const { id: brandId } = useBrand();
  const [taking, setTaking] = useState<string | null>(null);
  const [results, setResults] = useState<Result[]>([]);

  async function takeOne(file: File): Promise<Result> {
    if (file.size > LARGEST)
      return { name: file.name, fault: 'It is larger than 20 MB. Download it for fewer days or batches.' };
    try {
      const given = { params: { brandId }, query: { provider } };
      return { name: file.name, did: await postFile(SETTLEMENTS, given, file, 'text/csv') };
    } catch (error) {
      return { name: file.name, fault: wrongReportText((error as Error).message) };
    }
  }

  async function take(files: readonly File[]) {
    if (files.length === 0 || taking !== null) return;
    setResults([]);
    for (const file of files) {
      setTaking(file.name);
      const result = await takeOne(file);
      setResults((former) => [...former, result]);
    }
    setTaking(null);
    await invalidate(SETTLEMENTS, '/portal/api/brands/{brandId}/settlement-sources');
  }

  return (
    <Section title={`Import a report of ${name}`}>
      <FileDrop
        label={`Drop a report of ${name}`}
        accept=".csv,text/csv"
        taking={taking}
        onFiles={(files) => void take(files)}
      >
        The settlement detail report of {name} comes by itself if its account has a report user. If not, or if
        one is missing, drop it here. Each line counts once, so importing a file twice does no harm.
      </FileDrop>
      {results.map((result, index) => (
        <Told key={`${result.name} ${index}`} result={result} />
      ))}
    </Section>
  );
}

function Told({ result }: { result: Result }) {
  const { name } = result;
  if ('fault' in result)
    return (
      <Alert color="red" mt="md" role="alert" title={`${name} was not imported`}>
        {result.fault}
      </Alert>
    );
  const { did } = result;
  const toDecide = did.unmatched + did.conflicts;
  return (
    <Alert color={toDecide > 0 ? 'yellow' : 'green'} mt="md" role="status" title={didText(did)}>
      {name}
      {did.isNew ? '. ' : ' was imported before. This is what it did then. '}
      {did.settlements.slice(0, 3).map((id, index) => (
        <span key={id}>
          <SettlementLink id={id}>
            {did.settlements.length === 1 ? 'Open the settlement' : `Open settlement ${index + 1}`}
          </SettlementLink>{' '}
        </span>
      ))}
    </Alert>
  );
}

function didText({ settlements, lines, known, unmatched, conflicts }: HandedIn): string {
  const matched = lines - known - unmatched - conflicts;
  const parts = [
    matched > 0 && `${numberText(matched)} matched`,
    known > 0 && `${numberText(known)} known`,
    unmatched > 0 && `${numberText(unmatched)} without a payment`,
    conflicts > 0 && `${numberText(conflicts)} in conflict`,
  ].filter((part) => part !== false);
  const of = settlements.length === 1 ? 'one settlement' : `${numberText(settlements.length)} settlements`;
  return `${countText(lines, 'line')} of ${of}: ${parts.join(', ')}`;
}

/** The gateway's message begins with "body" and is for developers. This writes it for the user. */
function wrongReportText(message: string): string {
  const said = /^body: (.*?)\.?$/s.exec(message)?.[1];
  return said === undefined ? faultText(message) : `${sentences(said)} Nothing was imported.`;
}
