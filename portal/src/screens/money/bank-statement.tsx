// Takes a bank statement that the user drops on the page or chooses, and says in one sentence what it did.
import { Alert } from '@mantine/core';
import { useState } from 'react';
import { type Answer, postFile } from '../../api/client.ts';
import { invalidate } from '../../api/queries.ts';
import { faultText } from '../../parts/fault-text.ts';
import { FileDrop } from '../../parts/file-drop.tsx';
import { countText, numberText } from '../../parts/format.ts';
import { Section } from '../../parts/section.tsx';
import { useBrand } from '../../shell/session/session.ts';
import { READS_OF_ENTRIES } from './bank/bank-answer.ts';

const STATEMENTS = '/portal/api/brands/{brandId}/bank/statements';
type HandedIn = Answer<typeof STATEMENTS, 'post'>;

const LARGEST = 20 * 1024 * 1024;

/** The result for one file. */
type Result = { name: string } & ({ did: HandedIn } | { fault: string });

export function StatementDrop() {
  const { id: brandId } = useBrand();
  const [taking, setTaking] = useState<string | null>(null);
  const [results, setResults] = useState<Result[]>([]);

  async function takeOne(file: File): Promise<Result> {
    const { name } = file;
    if (file.size > LARGEST)
      return { name, fault: 'It is larger than 20 MB. Ask the bank for a shorter period.' };
    try {
      return { name, did: await postFile(STATEMENTS, { params: { brandId } }, file, 'application/xml') };
    } catch (error) {
      return { name, fault: wrongFileText((error as Error).message) };
    }
  }

  /** Takes the files one by one: a debit may stand in an earlier file than its return. */
  async function take(files: readonly File[]) {
    if (files.length === 0 || taking !== null) return;
    setResults([]);
    for (const file of files) {
      setTaking(file.name);
      const result = await takeOne(file);
      setResults((former) => [...former, result]);
    }
    setTaking(null);
    await invalidate(...READS_OF_ENTRIES);
  }

  return (
    <Section title="Import a statement">
      <FileDrop
        label="Drop a statement"
        accept=".xml,application/xml,text/xml"
        taking={taking}
        onFiles={(files) => void take(files)}
      >
        Drop files from your bank here: statements and notifications (camt.053, camt.054) and reports on
        payment files (pain.002). Importing a file twice does no harm.
      </FileDrop>
      {results.map((result, index) => (
        <Told key={`${result.name} ${index}`} result={result} />
      ))}
    </Section>
  );
}

function Told({ result }: { result: Result }) {
  const { name } = result;
  if ('fault' in result) {
    return (
      <Alert color="red" mt="md" role="alert" title={`${name} was not imported`}>
        {result.fault}
      </Alert>
    );
  }
  const { did } = result;
  return (
    <Alert color={did.forPeople > 0 ? 'yellow' : 'green'} mt="md" role="status" title={sentenceOf(did)}>
      {name}
      {did.isNew ? '' : ' was imported before. This is what it did then.'}
      {did.fault === undefined ? '' : ` Nothing was imported: ${did.fault}. Ask the bank for the right file.`}
    </Alert>
  );
}

/** The gateway's message begins with "body" and is for developers. This writes it for the user. */
function wrongFileText(message: string): string {
  if (/^body: (?:is not well-formed|must be UTF-8|is empty|must be one of|must not have)/.test(message)) {
    const detail = message.replace(/^body: /, '').replace(/\.$/, '');
    return `This is not a readable bank message: it ${detail}. Ask the bank for camt.053, camt.054 or pain.002 as XML.`;
  }
  if (/^body: .*\baccount\b/.test(message))
    return 'This statement is for another account. Nothing was imported.';
  return faultText(message);
}

function sentenceOf({ entries, ...did }: HandedIn): string {
  return `${countText(entries, 'entry', 'entries')}: ${didText(did)}`;
}

/** What a statement did, in words. */
export function didText({
  payments,
  payouts,
  settlements,
  known,
  forPeople,
}: Pick<HandedIn, 'payments' | 'payouts' | 'settlements' | 'known' | 'forPeople'>): string {
  const parts = [
    payments > 0 && `${countText(payments, 'payment')} matched`,
    payouts > 0 && `${countText(payouts, 'payout')} reported`,
    settlements > 0 && `${countText(settlements, 'provider payout')} found`,
    known > 0 && `${numberText(known)} known`,
    forPeople > 0 && `${numberText(forPeople)} to decide`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(', ') : 'nothing to do';
}
