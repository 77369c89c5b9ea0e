// `<ExportMenu choices={…} />`: downloads a list as a file. It reads the file as it arrives, so that it can show
// progress and the user can stop it. The browser gets the file when it is complete. Each address is an export of the
// gateway with `progress: 'true'`.
import { Button, Group, Menu, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Fragment, useEffect, useRef, useState } from 'react';
import { ApiError, openFile } from '../../api/client.ts';
import { toast } from '../../shell/toasts.tsx';
import { numberText } from '../format.ts';
import classes from '../parts.module.css';
import { Progress } from '../states.tsx';

export const EXPORT_FORMATS = [
  { label: 'CSV', format: 'csv' },
  { label: 'German CSV', format: 'csv-de' },
  { label: 'Excel (XLSX)', format: 'xlsx' },
] as const;

export interface ExportGroup {
  /** Above the choices, if there are several groups. */
  title?: string;
  choices: { label: string; address: string }[];
}

interface Written {
  rows: number;
  bytes: number;
  /** null: unknown. */
  expected: number | null;
}

export function ExportMenu({ groups }: { groups: readonly ExportGroup[] }) {
  const [written, setWritten] = useState<Written | null>(null);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  async function run(address: string) {
    const controller = new AbortController();
    stop.current = controller;
    setWritten({ rows: 0, bytes: 0, expected: null });
    try {
      const { name, blob } = await readExport(address, controller.signal, setWritten);
      save(blob, name);
      toast(`${name} is saved`);
    } catch (error) {
      if (!controller.signal.aborted) toast((error as Error).message, 'bad');
    } finally {
      setWritten(null);
    }
  }

  if (written) {
    return (
      <Group gap="xs" role="status" className={classes.exporting}>
        <HowFar {...written} />
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
        {groups.map(({ title, choices }) => (
          <Fragment key={title ?? ''}>
            {title && <Menu.Label>{title}</Menu.Label>}
            {choices.map(({ label, address }) => (
              <Menu.Item key={label} onClick={() => run(address)}>
                {label}
              </Menu.Item>
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function HowFar({ rows, bytes, expected }: Written) {
  if (expected === null || expected === 0) {
    return (
      <Text size="sm">
        Exporting: {numberText(rows)} rows, {numberText(Math.round(bytes / 1024))} KB
      </Text>
    );
  }
  // The file also contains rows that were made meanwhile.
  const of = Math.max(rows, expected);
  return <Progress label={`Exporting, ${Math.floor((100 * rows) / of)} %`} done={rows} of={of} />;
}

/**
 * Stands before each piece of the file: the length of the piece, and the number of rows written by then. An empty piece
 * is the last.
 */
const HEAD = 8;

async function readExport(
  address: string,
  signal: AbortSignal,
  told: (written: Written) => void,
): Promise<{ name: string; blob: Blob }> {
  const response = await openFile(address, signal);
  const expected = response.headers.get('x-expected-rows');
  const written: Written = { rows: 0, bytes: 0, expected: expected === null ? null : Number(expected) };
  const parts: BlobPart[] = [];
  let isWhole = false;
  // The bytes that are left of the current piece.
  let head: number[] = [];
  let left = 0;
  for (const reader = response.body!.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    for (let at = 0; at < value.length; ) {
      if (left > 0) {
        const part = value.subarray(at, at + left);
        parts.push(part);
        written.bytes += part.length;
        left -= part.length;
        at += part.length;
        continue;
      }
      head.push(value[at++]!);
      if (head.length < HEAD) continue;
      [left, written.rows] = [numberIn(head, 0), numberIn(head, 4)];
      isWhole = left === 0;
      head = [];
    }
    told({ ...written });
  }
  if (!isWhole) throw new ApiError(0, 'The export ended early, so the file is incomplete. Export again.');
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'export';
  return { name, blob: new Blob(parts) };
}

const numberIn = (bytes: readonly number[], at: number) =>
  bytes.slice(at, at + 4).reduce((number, byte) => number * 256 + byte, 0);

function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
