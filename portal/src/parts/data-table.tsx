// The table of every list. It keeps its head in sight, skeletons have the height of rows so that nothing jumps, and it is used
// by keys alone: up and down move between rows, Enter opens one. A row opens by its first cell, a real link (`link`) or a button
// (`onOpen`), which reaches over the whole row.
//
//   <DataTable label="Transactions" columns={columns} rows={rows} rowKey={(row) => row.id}
//     link={(row) => ({ to: '/b/$brandId/transactions/$id', params: { … } })}
//     error={query.error} again={query.refetch} empty={<EmptyState …/>}
//     selection={{ selected, onChange, labelOf }} more={{ has, load, loading }} />
import { Button, Checkbox, Skeleton, VisuallyHidden } from '@mantine/core';
import { Link, type LinkProps, useLocation } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './data-table.module.css';
import { ErrorState } from './states.tsx';

export interface Column<Row> {
  /** In `hidden` and in the picker of columns. */
  id: string;
  header: string;
  /** Only for screen readers: buttons need no heading. */
  headerHidden?: boolean;
  cell: (row: Row) => ReactNode;
  /** Money and counts stand at the end. */
  align?: 'end';
  /** CSS width; the others share what is left. */
  width?: string;
  /** May not be hidden. */
  fixed?: boolean;
}

export interface Selection<Row> {
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
  /** "Select <what>", for screen readers. */
  labelOf: (row: Row) => string;
  /** Rows that cannot be chosen. */
  disabled?: (row: Row) => boolean;
}

interface Props<Row> {
  /** What the table lists, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  /** undefined while they are loading. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  link?: (row: Row) => LinkProps;
  onOpen?: (row: Row) => void;
  /** Ids of columns not shown. */
  hidden?: readonly string[];
  error?: Error | null;
  again?: () => unknown;
  empty?: ReactNode;
  selection?: Selection<Row>;
  /** A former list is shown while a new one is asked. */
  stale?: boolean;
  more?: { has: boolean; loading: boolean; load: () => unknown };
  /** How many rows a skeleton has. */
  expected?: number;
}

export function DataTable<Row>(props: Props<Row>) {
  const {
    label,
    rows,
    rowKey,
    hidden = [],
    error,
    again,
    empty,
    selection,
    stale,
    more,
    expected = 8,
  } = props;
  const columns = props.columns.filter(({ id, fixed }) => fixed || !hidden.includes(id));
  const [frame, isWide] = useOverflow();
  if (error && !rows) return <ErrorState error={error} {...(again && { again })} />;
  if (rows?.length === 0 && empty) return empty;
  return (
    <div
      className={classes.frame}
      data-wide={isWide || undefined}
      data-stale={stale || undefined}
      ref={frame}
      // Where it scrolls by itself, keys reach it too.
      {...(isWide && { tabIndex: 0, role: 'region', 'aria-label': `${label}, scrolls sideways` })}
    >
      <table
        className={classes.table}
        aria-label={label}
        aria-busy={!rows || stale || undefined}
        onKeyDown={moveWithArrows}
      >
        <thead>
          <tr>
            {selection && <SelectAll rows={rows ?? []} rowKey={rowKey} selection={selection} />}
            {columns.map(({ id, header, headerHidden, align, width }) => (
              <th key={id} scope="col" data-align={align} style={{ width }}>
                {headerHidden ? <VisuallyHidden>{header}</VisuallyHidden> : header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            ? rows.map((row) => <BodyRow key={rowKey(row)} row={row} shown={columns} table={props} />)
            : Array.from({ length: expected }, (_, index) => (
                <tr key={index}>
                  {selection && <td className={classes.check} />}
                  {columns.map(({ id, align }) => (
                    <td key={id} data-align={align}>
                      <Skeleton height={10} width={`${55 + ((index * 17 + id.length * 7) % 35)}%`} />
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
      {more?.has && (
        <div className={classes.more}>
          <Button variant="default" loading={more.loading} onClick={() => more.load()}>
            Show more
          </Button>
        </div>
      )}
    </div>
  );
}

function BodyRow<Row>({ row, shown, table }: { row: Row; shown: readonly Column<Row>[]; table: Props<Row> }) {
  const { rowKey, link, onOpen, selection } = table;
  const key = rowKey(row);
  const isSelected = selection?.selected.has(key) ?? false;
  const opens = Boolean(link ?? onOpen);
  const cameFrom = useLocation({ select: ({ pathname }) => pathname });
  const opener = (content: ReactNode): ReactNode => {
    if (link)
      return (
        <Link {...link(row)} state={{ cameFrom }} className={classes.open} data-row>
          {content}
        </Link>
      );
    if (onOpen)
      return (
        <button type="button" className={classes.open} data-row onClick={() => onOpen(row)}>
          {content}
        </button>
      );
    return content;
  };
  return (
    <tr data-selected={isSelected || undefined} data-opens={opens || undefined}>
      {selection && (
        <td className={classes.check}>
          <Checkbox
            size="xs"
            aria-label={`Select ${selection.labelOf(row)}`}
            checked={isSelected}
            disabled={selection.disabled?.(row) ?? false}
            onChange={() => selection.onChange(toggled(selection.selected, key))}
          />
        </td>
      )}
      {shown.map(({ id, cell, align }, index) => (
        <td key={id} data-align={align}>
          {index === 0 ? opener(cell(row)) : cell(row)}
        </td>
      ))}
    </tr>
  );
}

function SelectAll<Row>({
  rows,
  rowKey,
  selection,
}: {
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  selection: Selection<Row>;
}) {
  const { selected, onChange, disabled } = selection;
  const keys = rows.filter((row) => !disabled?.(row)).map(rowKey);
  const chosen = keys.filter((key) => selected.has(key)).length;
  return (
    <th scope="col" className={classes.check}>
      <Checkbox
        size="xs"
        aria-label="Select all"
        checked={chosen > 0 && chosen === keys.length}
        indeterminate={chosen > 0 && chosen < keys.length}
        disabled={keys.length === 0}
        onChange={() => onChange(new Set(chosen === keys.length ? [] : keys))}
      />
    </th>
  );
}

function toggled(selected: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(selected);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** Between the links of rows; everything else in a row is reached with Tab. */
function moveWithArrows(event: KeyboardEvent<HTMLTableElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 }[event.key];
  const target = event.target as HTMLElement;
  if (!step || event.ctrlKey || event.metaKey || event.altKey || target.matches('input:not([type=checkbox])'))
    return;
  const openers = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const current = openers.findIndex((one) => one.closest('tr') === target.closest('tr'));
  const next = openers[current < 0 ? 0 : current + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Whether the table is wider than its place: then it scrolls by itself and its head does not stick. */
function useOverflow() {
  const frame = useRef<HTMLDivElement>(null);
  const [isWide, setWide] = useState(false);
  useEffect(() => {
    const element = frame.current;
    const table = element?.querySelector('table');
    if (!element || !table) return;
    const look = () => setWide(table.scrollWidth > element.clientWidth + 1);
    const observer = new ResizeObserver(look);
    observer.observe(element);
    observer.observe(table);
    return () => observer.disconnect();
  }, []);
  return [frame, isWide] as const;
}
