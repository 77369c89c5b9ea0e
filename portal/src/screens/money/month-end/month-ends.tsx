// Money › Month-end: the closed months, each with its differences and their causes and an archive to download, and the
// month that can be closed next. Closing compares every movement of money with the bank's statements. Each month is
// closed once.
import { Anchor, Button, Drawer, Modal, Select, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, addressOf, post } from '../../../api/client.ts';
import { apiQuery, invalidate } from '../../../api/queries.ts';
import { ConfirmAction } from '../../../parts/confirm-action.tsx';
import { CopyId } from '../../../parts/copy-id.tsx';
import { countText, monthText, numberText } from '../../../parts/format.ts';
import { Money } from '../../../parts/money.tsx';
import { PageHeader } from '../../../parts/page-header.tsx';
import { Fact, Facts, Section } from '../../../parts/section.tsx';
import { EmptyState, ErrorState } from '../../../parts/states.tsx';
import { StatusDot } from '../../../parts/status-dot.tsx';
import { SubNav } from '../../../parts/sub-nav.tsx';
import { DataTable } from '../../../parts/table/data-table.tsx';
import { Time } from '../../../parts/time.tsx';
import { useBrand, useCan } from '../../../shell/session/session.ts';
import { toast } from '../../../shell/toasts.tsx';
import { BeforeClosing } from './before-closing.tsx';

const PATH = '/portal/api/brands/{brandId}/month-ends';
type MonthEnd = Answer<typeof PATH>['items'][number];
type Told = MonthEnd['differences'];

const sum = (told: Told) => told.reduce((all, { count }) => all + count, 0);
const toLookAt = ({ differences }: MonthEnd) => sum(differences.filter(({ isExplained }) => !isExplained));

export function MonthEndScreen() {
  const brand = useBrand();
  const mayClose = useCan('months.close');
  const [shown, setShown] = useState<MonthEnd | null>(null);
  const [closing, setClosing] = useState(false);
  const params = { brandId: brand.id };
  const { data, error, refetch } = useQuery(apiQuery(PATH, { params }));
  const [next] = data?.next ?? [];
  return (
    <>
      <PageHeader
        lead={`Every movement of a month beside the bank’s entries, as they were when the month was closed. Months are in ${brand.timeZone}.`}
        primary={
          next &&
          mayClose && (
            <Button onClick={() => setClosing(true)}>
              {data!.next.length > 1 ? 'Close a month' : `Close ${monthText(next)}`}
            </Button>
          )
        }
      />
      <SubNav />
      {error && <ErrorState error={error} again={refetch} />}
      {next && <BeforeClosing month={next} />}
      <Section
        title="Closed months"
        lead={
          data?.openUntil
            ? `${monthText(data.openUntil)} is next. You can close it when it is over.`
            : 'Every closed month has an archive that can be verified without this gateway.'
        }
      >
        {(data?.items.length ?? 0) > 0 && (
          <Button
            component="a"
            size="compact-sm"
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden="true" />}
            href={addressOf(`${PATH}/keys`, { params })}
            download
          >
            Public keys
          </Button>
        )}
        {(data?.items.length ?? 0) > 0 && <VerifyArchive />}
        <DataTable
          label="Closed months"
          columns={[
            { id: 'month', header: 'Month', cell: ({ month }) => monthText(month) },
            { id: 'state', header: 'Differences', beside: true, cell: (row) => <State of={row} /> },
            {
              id: 'movements',
              header: 'Movements',
              align: 'end',
              cell: ({ movements }) => numberText(movements),
            },
            {
              id: 'changes',
              header: 'Changes to earlier months',
              align: 'end',
              cell: ({ changes }) => numberText(sum(changes)),
            },
            { id: 'closed', header: 'Closed', cell: ({ madeAt }) => <Time at={madeAt} /> },
            { id: 'by', header: 'Closed by', cell: ({ madeBy }) => madeBy },
            { id: 'archive', header: 'Archive', cell: ({ month }) => <Download month={month} /> },
          ]}
          rows={data?.items}
          rowKey={({ month }) => month}
          onOpen={setShown}
          empty={
            <EmptyState title="No closed months yet">
              {next
                ? 'Import the last bank statement of a month, then close the month.'
                : 'You can close a month when it is over.'}
            </EmptyState>
          }
        />
      </Section>
      <Drawer
        opened={shown !== null}
        onClose={() => setShown(null)}
        position="right"
        size="xl"
        title={shown && monthText(shown.month)}
      >
        {shown && <Details of={shown} />}
      </Drawer>
      {closing && data && <Close months={data.next} onClose={() => setClosing(false)} onDone={setShown} />}
    </>
  );
}

function State({ of }: { of: MonthEnd }) {
  const open = toLookAt(of);
  if (open === 0) return <StatusDot mood="good">All explained</StatusDot>;
  return <StatusDot mood="warn">{numberText(open)} to look at</StatusDot>;
}

/** For accountants: who checks an archive, and what that proves. The guide has the steps. */
function VerifyArchive() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button size="compact-sm" variant="default" ms="xs" onClick={() => setOpened(true)}>
        Verify an archive
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title="Verify an archive">
        <p>
          Give your auditor the archive of the month and the public keys. Nobody needs access to this portal
          or its database to check them.
        </p>
        <p>
          The check proves that no table was changed since the month was closed, that the sums add up, that
          the month continues the one before, and who closed it.
        </p>
        <Anchor href="/docs/reconcile#verify-an-archive" target="_blank">
          How to verify an archive
        </Anchor>
      </Modal>
    </>
  );
}

function Download({ month }: Pick<MonthEnd, 'month'>) {
  const { id: brandId } = useBrand();
  return (
    <Button
      component="a"
      size="compact-sm"
      variant="default"
      leftSection={<IconDownload size={14} aria-hidden="true" />}
      href={addressOf(`${PATH}/{month}/file`, { params: { brandId, month } })}
      download
      onClick={(event) => event.stopPropagation()}
    >
      Download
    </Button>
  );
}

function Details({ of }: { of: MonthEnd }) {
  const { month, madeAt, madeBy, movements, bankEntries, sha256, timeZone } = of;
  return (
    <>
      <Facts>
        <Fact label="Closed">
          <Time at={madeAt} exact /> by {madeBy}
        </Fact>
        <Fact label="Compared">
          {countText(movements, 'movement')}, {countText(bankEntries, 'bank entry', 'bank entries')}
        </Fact>
        <Fact label="Time zone">{timeZone}</Fact>
        <Fact label="Hash">
          <CopyId value={sha256} label="hash of the manifest" />
        </Fact>
        <Fact label="Archive">
          <Download month={month} />
        </Fact>
      </Facts>
      <Section title="Differences" lead="Each one is in differences.csv, with its payment or entry.">
        <ToldList told={of.differences} none="No differences." />
      </Section>
      <Section
        title="Changes to earlier months"
        lead="What happened in this month to payments of earlier months."
      >
        <ToldList told={of.changes} none="No changes." />
      </Section>
      <Section title="Accounts of the ledger">
        <DataTable
          label="Accounts of the ledger"
          columns={[
            { id: 'account', header: 'Account', cell: ({ account }) => account },
            {
              id: 'opening',
              header: 'Opening balance',
              align: 'end',
              cell: ({ opening, currency }) => <Money amount={Number(opening)} currency={currency} />,
            },
            {
              id: 'closing',
              header: 'Closing balance',
              beside: true,
              align: 'end',
              cell: ({ closing, currency }) => <Money amount={Number(closing)} currency={currency} />,
            },
          ]}
          rows={of.accounts}
          rowKey={({ account, currency }) => `${account} ${currency}`}
          empty={<EmptyState title="No movements of money" />}
        />
      </Section>
    </>
  );
}

/** Each cause by its name in the file, how often it occurs, and its meaning. */
function ToldList({ told, none }: { told: Told; none: string }) {
  if (told.length === 0) return <p>{none}</p>;
  return (
    <Facts wide>
      {told.map(({ name, count, meaning }) => (
        <Fact key={name} label={`${numberText(count)} ${name}`}>
          {meaning}
        </Fact>
      ))}
    </Facts>
  );
}

function Close({
  months,
  onClose,
  onDone,
}: {
  months: string[];
  onClose: () => void;
  onDone: (made: MonthEnd) => void;
}) {
  const { id: brandId } = useBrand();
  const [month, setMonth] = useState(months[0]!);
  return (
    <ConfirmAction
      opened
      onClose={onClose}
      title={`Close ${monthText(month)}?`}
      action={`Close ${monthText(month)}`}
      onConfirm={async () => {
        const made = await post(PATH, { params: { brandId }, body: { month } });
        await invalidate(PATH);
        toast(`${monthText(month)} is closed`);
        onDone(made);
      }}
    >
      <Stack gap="sm">
        <p>
          You can close a month only once. Later changes are listed in the next month. Import the month’s last
          bank statement first.
        </p>
        {months.length > 1 && (
          <Select
            label="Month"
            description="Months are closed in order, this one first."
            allowDeselect={false}
            data={months.map((value) => ({ value, label: monthText(value) }))}
            value={month}
            onChange={(value) => setMonth(value ?? month)}
          />
        )}
      </Stack>
    </ConfirmAction>
  );
}
