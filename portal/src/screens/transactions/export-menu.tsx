// Exports exactly the list as it is filtered, as CSV or XLSX. The file is read as it comes, so that its progress is seen and it can be
// stopped; it is handed to the browser when it is whole.
import { Button, Group, Loader, Menu, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { ApiError, addressOf } from '../../api/client.ts';
import { numberText } from '../../parts/format.ts';
import { useBrand, useCan } from '../../shell/session.ts';
import { toast } from '../../shell/toasts.tsx';
import { type ListSearch, queryOf } from './routes.ts';

const EXPORT = '/portal/api/brands/{brandId}/transactions/export';

export function ExportMenu({ search }: { search: ListSearch }) {
  const { id: brandId } = useBrand();
  const [progress, setProgress] = useState<{ bytes: number; rows: number | null } | null>(null);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  if (!useCan('payments.export')) return null;

  async function run(format: 'csv' | 'xlsx') {
    const controller = new AbortController();
    stop.current = controller;
    setProgress({ bytes: 0, rows: null });
    try {
      const address = addressOf(EXPORT, { params: { brandId }, query: { ...queryOf(search), format } });
      const { name, blob } = await read(address, format, controller.signal, setProgress);
      save(blob, name);
      toast(`${name} is there`);
    } catch (error) {
      if (!controller.signal.aborted) toast((error as Error).message, 'bad');
    } finally {
      setProgress(null);
    }
  }

  if (progress) {
    const rows = progress.rows === null ? '' : `${numberText(progress.rows)} rows, `;
    return (
      <Group gap="xs" role="status">
        <Loader size="xs" />
        <Text size="sm">
          Exporting: {rows}
          {numberText(Math.round(progress.bytes / 1024))} KB
        </Text>
        <Button variant="default" onClick={() => stop.current?.abort()}>
          Stop
        </Button>
      </Group>
    );
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} stroke={1.75} />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => run('csv')}>CSV of this list</Menu.Item>
        <Menu.Item onClick={() => run('xlsx')}>Excel (XLSX) of this list</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const NEW_LINE = 10;

async function read(
  address: string,
  format: 'csv' | 'xlsx',
  signal: AbortSignal,
  onProgress: (progress: { bytes: number; rows: number | null }) => void,
): Promise<{ name: string; blob: Blob }> {
  const response = await fetch(address, { signal });
  if (!response.ok || !response.body) {
    throw new ApiError(response.status, `The export failed: the gateway answered ${response.status}.`);
  }
  const parts: BlobPart[] = [];
  const [type, name] = [response.headers.get('content-type') ?? '', fileName(response)];
  let bytes = 0;
  let lines = 0;
  for (const reader = response.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    bytes += value.length;
    if (format === 'csv') for (const byte of value) if (byte === NEW_LINE) lines += 1;
    onProgress({ bytes, rows: format === 'csv' ? Math.max(0, lines - 1) : null });
  }
  return { name, blob: new Blob(parts, { type }) };
}

const fileName = (response: Response) =>
  /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'transactions';

function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
