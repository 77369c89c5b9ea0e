// Where the user is signed in: browser, address, last use. Ends one session, or all others.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Answer, del } from '../../api/client.ts';
import { apiQuery, invalidate } from '../../api/queries.ts';
import { Section } from '../../parts/section.tsx';
import { StatusDot } from '../../parts/status-dot.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { Time } from '../../parts/time.tsx';
import { toast } from '../../shell/toasts.tsx';

type OwnSession = Answer<'/portal/api/account/sessions'>['items'][number];

async function end(work: () => Promise<unknown>, done: string): Promise<void> {
  try {
    await work();
    toast(done);
  } catch (error) {
    toast((error as Error).message, 'bad');
  }
  await invalidate('/portal/api/account/sessions');
}

const columns: Column<OwnSession>[] = [
  { id: 'browser', header: 'Browser', cell: ({ browser }) => browser },
  { id: 'ip', header: 'Address', cell: ({ ip }) => ip },
  { id: 'createdAt', header: 'Signed in', cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    id: 'lastUsedAt',
    header: 'Last use',
    cell: ({ lastUsedAt, isThis }) =>
      isThis ? <StatusDot mood="good">This session</StatusDot> : <Time at={lastUsedAt} />,
  },
  {
    id: 'end',
    header: 'Actions',
    headerHidden: true,
    align: 'end',
    width: '120px',
    cell: ({ id, browser, isThis }) =>
      !isThis && (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={`Sign out ${browser}`}
          onClick={() =>
            end(
              () => del('/portal/api/account/sessions/{sessionId}', { params: { sessionId: id } }),
              'Session ended',
            )
          }
        >
          Sign out
        </Button>
      ),
  },
];

export function OwnSessions() {
  const query = useQuery(apiQuery('/portal/api/account/sessions'));
  const others = (query.data?.items.length ?? 1) - 1;
  return (
    <Section
      title="Sessions"
      lead="A session ends after 15 minutes without use, at the latest after 12 hours."
      actions={
        others > 0 && (
          <Button
            variant="default"
            onClick={() => end(() => del('/portal/api/account/sessions'), 'Signed out everywhere else')}
          >
            Sign out everywhere else
          </Button>
        )
      }
    >
      <DataTable
        label="Your sessions"
        columns={columns}
        rows={query.data?.items}
        rowKey={({ id }) => id}
        error={query.error}
        again={query.refetch}
        expected={2}
      />
    </Section>
  );
}
