// Exports exactly the filtered list, with the shown columns or with all columns, as CSV or XLSX.
import { addressOf } from '../../api/client.ts';
import { EXPORT_FORMATS, ExportMenu } from '../../parts/table/export-menu.tsx';
import { useBrand, useCan } from '../../shell/session/session.ts';
import { COLUMNS } from './columns.tsx';
import { type ListSearch, queryOf } from './list-search.ts';

const EXPORT = '/portal/api/brands/{brandId}/transactions/export';

export function ExportTransactions({ search, hidden }: { search: ListSearch; hidden: readonly string[] }) {
  const { id: brandId } = useBrand();
  if (!useCan('payments.export')) return null;
  const shown = COLUMNS.filter(({ id }) => !hidden.includes(id)).map(({ id }) => id);
  const choices = (columns: Record<string, string>) =>
    EXPORT_FORMATS.map(({ label, format }) => {
      const query = { ...queryOf(search), ...columns, format, progress: 'true' };
      return { label, address: addressOf(EXPORT, { params: { brandId }, query }) };
    });
  return (
    <ExportMenu
      groups={[
        { title: 'Columns shown', choices: choices({ columns: shown.join(',') }) },
        { title: 'All columns', choices: choices({}) },
      ]}
    />
  );
}
