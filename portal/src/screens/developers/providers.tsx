// The health of the providers. It says that these are the numbers of one process in the last hour.
import { useQuery } from '@tanstack/react-query';
import type { Answer } from '../../api/client.ts';
import { apiQuery } from '../../api/queries.ts';
import { numberText, percentText } from '../../parts/format.ts';
import { EmptyState } from '../../parts/states.tsx';
import { StatusDot } from '../../parts/status-dot.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { Time } from '../../parts/time.tsx';
import { useBrand } from '../../shell/session/session.ts';
import { latency } from './delivery-state.tsx';
import { DevelopersFrame } from './developers-frame.tsx';

type Health = Answer<'/portal/api/brands/{brandId}/developers/providers'>['items'][number];

const upTo = (ms: number | null) => (ms === null ? '–' : `up to ${latency(ms)}`);

const COLUMNS: Column<Health>[] = [
  { id: 'provider', header: 'Provider', cell: ({ provider }) => provider },
  {
    id: 'circuit',
    header: 'Receives payments',
    cell: ({ circuit }) => (
      <StatusDot mood={circuit === 'closed' ? 'good' : 'bad'}>
        {circuit === 'closed' ? 'Yes' : 'No new payments'}
      </StatusDot>
    ),
  },
  { id: 'since', header: 'Since', cell: ({ circuitSince }) => <Time at={circuitSince} /> },
  { id: 'calls', header: 'Calls', align: 'end', cell: ({ calls }) => numberText(calls) },
  {
    id: 'failed',
    header: 'Technical failures',
    align: 'end',
    cell: ({ failed, calls }) =>
      calls === 0 ? '–' : `${numberText(failed)} (${percentText(failed / calls)})`,
  },
  { id: 'held', header: 'Held back', align: 'end', cell: ({ heldBack }) => numberText(heldBack) },
  { id: 'p50', header: 'Median answer', align: 'end', cell: ({ p50Ms }) => upTo(p50Ms) },
  { id: 'p95', header: '95% within', align: 'end', cell: ({ p95Ms }) => upTo(p95Ms) },
];

export function Providers() {
  const { id: brandId } = useBrand();
  const { data, error, refetch } = useQuery({
    ...apiQuery('/portal/api/brands/{brandId}/developers/providers', { params: { brandId } }),
    refetchInterval: 10_000,
  });
  return (
    <DevelopersFrame
      title="Providers"
      lead="The last hour, for all brands, in one process of the gateway. A restart resets the counts."
    >
      <DataTable
        label="Providers"
        columns={COLUMNS}
        rows={data?.items}
        rowKey={({ provider }) => provider}
        expected={1}
        error={error}
        again={refetch}
        empty={
          <EmptyState title="No provider is connected">
            Until then, pay-ins and payouts that need a provider are declined with 1011.
          </EmptyState>
        }
      />
    </DevelopersFrame>
  );
}
