// A statement is dropped on the page or chosen, and one sentence says what it did.
import { Alert, Button, FileButton } from '@mantine/core';
import { useState } from 'react';
import { type Answer, postFile } from '../../api/client.ts';
import { invalidate } from '../../api/queries.ts';
import { numberText } from '../../parts/format.ts';
import { Section } from '../../parts/section.tsx';
import { useTask } from '../../parts/use-task.ts';
import { useBrand } from '../../shell/session/session.ts';
import classes from './money.module.css';

const STATEMENTS = '/portal/api/brands/{brandId}/bank/statements';
type HandedIn = Answer<typeof STATEMENTS, 'post'>;

const LARGEST = 20 * 1024 * 1024;

export function StatementDrop() {
  const { id: brandId } = useBrand();
  const { running, fault, run, setFault } = useTask();
  const [over, setOver] = useState(false);
  const [done, setDone] = useState<{ name: string; did: HandedIn } | null>(null);

  async function take(file: File | null | undefined) {
    if (!file) return;
    setDone(null);
    if (file.size > LARGEST) {
      setFault(`${file.name} is larger than 20 MB. Ask the bank for a shorter period.`);
      return;
    }
    await run(async () => {
      const did = await postFile(STATEMENTS, { params: { brandId } }, file, 'application/xml');
      setDone({ name: file.name, did });
      await invalidate('/portal/api/brands/{brandId}/bank', '/portal/api/brands/{brandId}/bank/entries');
    });
  }

  return (
    <Section title="Hand in a statement">
      <section
        className={classes.drop}
        aria-label="Drop a statement"
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void take(event.dataTransfer.files[0]);
        }}
      >
        <div>
          Drop the file of the bank here: a statement or notification (camt.053, camt.054) or a report on a
          payment file (pain.002). The same file twice does no harm.
        </div>
        <FileButton
          accept=".xml,application/xml,text/xml"
          onChange={take}
          key={done?.did.statementId ?? 'none'}
        >
          {(props) => (
            <Button {...props} variant="default" loading={running}>
              Choose a file
            </Button>
          )}
        </FileButton>
      </section>
      {fault && (
        <Alert color="red" mt="md" role="alert">
          {fault}
        </Alert>
      )}
      {done && (
        <Alert
          color={done.did.forPeople > 0 ? 'yellow' : 'green'}
          mt="md"
          role="status"
          title={sentenceOf(done.did)}
        >
          {done.name}
          {done.did.isNew ? '' : ' had come before; this is what it did then.'}
        </Alert>
      )}
    </Section>
  );
}

const some = (count: number, one: string, many: string) => `${numberText(count)} ${count === 1 ? one : many}`;

function sentenceOf({ entries, ...did }: HandedIn): string {
  return `${some(entries, 'entry', 'entries')}: ${didText(did)}`;
}

/** What a statement did, in words. */
export function didText({
  payments,
  payouts,
  known,
  forPeople,
}: Pick<HandedIn, 'payments' | 'payouts' | 'known' | 'forPeople'>): string {
  const parts = [
    payments > 0 && `${some(payments, 'payment', 'payments')} matched`,
    payouts > 0 && `${some(payouts, 'payout', 'payouts')} reported`,
    known > 0 && `${numberText(known)} known`,
    forPeople > 0 && `${numberText(forPeople)} need you`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(', ') : 'nothing to do';
}
