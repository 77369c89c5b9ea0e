// Payouts: the ones that wait for approval, and all payouts. The address says which of the two lists is open.
import { Button, SegmentedControl } from '@mantine/core';
import { IconFileSpreadsheet, IconPlus } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { addressOf } from '../../api/client.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { EXPORT_FORMATS, ExportMenu } from '../../parts/table/export-menu.tsx';
import { useFilters } from '../../shell/search/use-filters.ts';
import { useBrand, useCan } from '../../shell/session/session.ts';
import { AllPayouts } from './all-payouts.tsx';
import { FILTERS } from './filters.ts';
import { Queue } from './queue.tsx';

const EXPORT = '/portal/api/brands/{brandId}/transactions/export';

export function Payouts() {
  const brand = useBrand();
  const mayMake = useCan('payouts.create');
  const [{ show }] = useFilters(FILTERS);
  const navigate = useNavigate();
  const params = { brandId: brand.id };
  return (
    <>
      <PageHeader
        lead="Money that leaves your balance. Nothing is sent before it is approved and covered."
        actions={
          <>
            {show === 'all' && <ExportPayouts />}
            {mayMake && (
              <Button
                variant="default"
                leftSection={<IconFileSpreadsheet size={16} stroke={1.75} />}
                renderRoot={(props) => <Link to="/b/$brandId/payouts/file" params={params} {...props} />}
              >
                Upload a file
              </Button>
            )}
          </>
        }
        primary={
          mayMake && (
            <Button
              leftSection={<IconPlus size={16} stroke={1.75} />}
              renderRoot={(props) => <Link to="/b/$brandId/payouts/new" params={params} {...props} />}
            >
              New payout
            </Button>
          )
        }
      />
      <SegmentedControl
        mb="md"
        aria-label="Which payouts"
        value={show === 'all' ? 'all' : 'waiting'}
        onChange={(value) =>
          navigate({ to: '.', search: (value === 'all' ? { show: 'all' } : {}) as object })
        }
        data={[
          { value: 'waiting', label: 'Waiting for approval' },
          { value: 'all', label: 'All payouts' },
        ]}
      />
      {show === 'all' ? <AllPayouts /> : <Queue />}
    </>
  );
}

/** Exports everything that the list shows with the same filters, with recipients and makers. */
function ExportPayouts() {
  const { id: brandId } = useBrand();
  const [{ show: _, ...filters }] = useFilters(FILTERS);
  if (!useCan('payments.export')) return null;
  const choices = EXPORT_FORMATS.map(({ label, format }) => {
    const query = { ...filters, type: 'PAYOUT', format, progress: 'true' };
    return { label, address: addressOf(EXPORT, { params: { brandId }, query }) };
  });
  return <ExportMenu groups={[{ choices }]} />;
}
