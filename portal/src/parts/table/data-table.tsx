// The table of every list. Its head stays in sight, skeletons have the height of rows so that nothing jumps, and keys
// alone can use it: up and down move between rows from anywhere on the page, Enter opens one. A row opens by its first
// cell, a real link (`link`) or a button (`onOpen`), which covers the whole row. On a phone each row is a card: its
// head has the first cell and the one `beside` it, and the other cells stand below with their headings.
//
//   <DataTable label="Transactions" columns={columns} {...pagesOf(query)} rowKey={(row) => row.id}
//     link={(row) => toTransaction(brand.id, row.id)} empty={<EmptyState …/>}
//     selection={{ selected, onChange, labelOf }} />
import { Button, Checkbox, Skeleton, VisuallyHidden } from '@mantine/core';
import { Link, type LinkProps, useLocation } from '@tanstack/react-router';
import { type CSSProperties, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { ErrorState } from '../states.tsx';
import classes from './data-table.module.css';

export interface Column<Row> {
  /** The name in `hidden` and in the column picker. */
  id: string;
  header: string;
  /** Only for screen readers: a column of buttons needs no heading. */
  headerHidden?: boolean;
  cell: (row: Row) => ReactNode;
  /** Money and counts are aligned at the end. */
  align?: 'end';
  /** A CSS width. Columns without one share the rest. */
  width?: string;
  /** The maximum width, a CSS width; a longer text ends in dots. */
  most?: string;
  /** Its text may take several lines, so that the table fits its place. */
  wraps?: boolean;
  /** It gives way where a table of full width does not fit: it decides nothing. A card shows it. */
  spare?: boolean;
  /** A second line of the cell. In the first column it is no part of the link. */
  under?: (row: Row) => ReactNode;
  /** The user cannot hide it. */
  fixed?: boolean;
  /** On a phone it stands at the end of the card's head, beside the first column. Mostly the amount. */
  beside?: boolean;
}

/** Explicit roles, because a browser may not recognise a table whose rows are laid out as cards. */
const ROLES = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  heading: { role: 'columnheader', scope: 'col' },
  cell: { role: 'cell' },
} as const;

interface Selection<Row> {
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
  /** "Select <what>", for screen readers. */
  labelOf: (row: Row) => string;
  /** Rows that cannot be selected. */
  disabled?: (row: Row) => boolean;
}

interface Props<Row> {
  /** What the table lists, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  /** undefined while rows are loading. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  link?: (row: Row) => LinkProps;
  onOpen?: (row: Row) => void;
  /** Ids of the hidden columns. */
  hidden?: readonly string[];
  error?: Error | null;
  again?: () => unknown;
  empty?: ReactNode;
  selection?: Selection<Row>;
  /** The table shows an old list while a new one is loading. */
  stale?: boolean;
  more?: { has: boolean; loading: boolean; load: () => unknown };
  /** The number of skeleton rows. */
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
  useArrows(frame);
  const openedRow = useOpenedRow(frame, rows !== undefined);
  if (error && !rows) return <ErrorState error={error} {...(again && { again })} />;
  if (rows?.length === 0 && empty) return empty;
  return (
    <div
      className={classes.frame}
      data-wide={isWide || undefined}
      data-stale={stale || undefined}
      ref={frame}
      // If the table scrolls on its own, the keyboard must reach it.
      {...(isWide && { tabIndex: 0, role: 'region', 'aria-label': `${label}, scrolls sideways` })}
    >
      <table
        {...ROLES.table}
        className={classes.table}
        aria-label={label}
        aria-busy={!rows || stale || undefined}
      >
        <thead {...ROLES.group} data-selects={Boolean(selection) || undefined}>
          <tr {...ROLES.row}>
            {selection && <SelectAll rows={rows ?? []} rowKey={rowKey} selection={selection} />}
            {columns.map(({ id, header, headerHidden, align, width, spare }) => (
              <th key={id} {...ROLES.heading} data-align={align} data-spare={spare} style={{ width }}>
                {headerHidden ? <VisuallyHidden>{header}</VisuallyHidden> : header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...ROLES.group}>
          {rows
            ? rows.map((row) => (
                <BodyRow key={rowKey(row)} row={row} shown={columns} table={props} onLeave={openedRow} />
              ))
            : Array.from({ length: expected }, (_, index) => (
                <tr key={index} {...ROLES.row}>
                  {selection && <td {...ROLES.cell} className={classes.check} />}
                  {columns.map((column, place) => (
                    <Cell key={column.id} column={column} isFirst={place === 0}>
                      <Skeleton height={10} width={`${55 + ((index * 17 + column.id.length * 7) % 35)}%`} />
                    </Cell>
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

interface BodyRowProps<Row> {
  row: Row;
  shown: readonly Column<Row>[];
  table: Props<Row>;
  /** The user leaves the list by this row's link. */
  onLeave: (key: string) => void;
}

function BodyRow<Row>({ row, shown, table, onLeave }: BodyRowProps<Row>) {
  const { rowKey, link, onOpen, selection } = table;
  const key = rowKey(row);
  const isSelected = selection?.selected.has(key) ?? false;
  const opens = Boolean(link ?? onOpen);
  const cameFrom = useLocation({ select: ({ pathname }) => pathname });
  const opener = (content: ReactNode): ReactNode => {
    if (link)
      return (
        <Link
          {...link(row)}
          state={{ cameFrom }}
          className={classes.open}
          data-row={key}
          onClick={() => onLeave(key)}
        >
          {content}
        </Link>
      );
    if (onOpen)
      return (
        <button type="button" className={classes.open} data-row={key} onClick={() => onOpen(row)}>
          {content}
        </button>
      );
    return content;
  };
  return (
    <tr {...ROLES.row} data-selected={isSelected || undefined} data-opens={opens || undefined}>
      {selection && (
        <td {...ROLES.cell} className={classes.check}>
          <Checkbox
            size="xs"
            aria-label={`Select ${selection.labelOf(row)}`}
            checked={isSelected}
            disabled={selection.disabled?.(row) ?? false}
            onChange={() => selection.onChange(toggled(selection.selected, key))}
          />
        </td>
      )}
      {shown.map((column, place) => {
        const content = column.cell(row);
        return (
          <Cell
            key={column.id}
            column={column}
            isFirst={place === 0}
            isEmpty={content === null || content === '' || content === '–'}
            whole={typeof content === 'string' ? content : undefined}
          >
            {place === 0 ? opener(content) : content}
            {column.under && <div>{column.under(row)}</div>}
          </Cell>
        );
      })}
    </tr>
  );
}

interface CellProps<Row> {
  column: Column<Row>;
  isFirst: boolean;
  /** A card leaves it out. */
  isEmpty?: boolean;
  /** The whole text, shown on hover if the cell cuts it. */
  whole?: string | undefined;
  children: ReactNode;
}

function Cell<Row>({ column, isFirst, isEmpty, whole, children }: CellProps<Row>) {
  const { header, headerHidden, align, beside, most, wraps, spare } = column;
  const part = isFirst ? 'first' : beside ? 'beside' : headerHidden ? 'menu' : undefined;
  return (
    <td
      {...ROLES.cell}
      data-align={align}
      data-part={part}
      data-label={part ? undefined : header}
      data-empty={isEmpty || undefined}
      data-wraps={wraps}
      data-spare={spare}
      title={most === undefined ? undefined : whole}
      style={most === undefined ? undefined : ({ '--most': most } as CSSProperties)}
    >
      <div className={classes.value}>{children}</div>
    </td>
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
    <th {...ROLES.heading} className={classes.check}>
      <Checkbox
        size="xs"
        label="Select all"
        classNames={{ labelWrapper: classes.all ?? '' }}
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

/** The row by which the user left each list, by the entry of the browser's history. */
const leftBy = new Map<string, string>();

/**
 * A user who goes back to a list continues at the row that they opened: it has the focus, unless something else has it.
 * The router restores the scroll position.
 */
function useOpenedRow(frame: RefObject<HTMLDivElement | null>, isLoaded: boolean): (key: string) => void {
  const entry = useLocation({ select: ({ state }) => state.__TSR_key ?? '' });
  useEffect(() => {
    const key = leftBy.get(entry);
    if (!isLoaded || key === undefined) return;
    const row = frame.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`);
    // Other tables of the page, and those of a page that is about to go, do not have the row.
    if (!row) return;
    leftBy.delete(entry);
    if (document.activeElement === document.body) row.focus({ preventScroll: true });
  }, [frame, entry, isLoaded]);
  return (key) => leftBy.set(entry, key);
}

/** Elements in which arrow keys have their own meaning. */
const OWN_ARROWS =
  'input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=menuitem], [role=option], [role=radio], ' +
  '[role=tab], [role=slider], [aria-haspopup], [role=dialog] *';

/**
 * Moves between the links of rows. It uses the table that has the focus, or the first table on the page. Tab reaches
 * everything else in a row. It does nothing while the user types or a dialog is open.
 */
function useArrows(frame: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const move = (event: KeyboardEvent) => {
      const step = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 }[event.key];
      const target = event.target as HTMLElement;
      const table = target.closest?.('table') ?? document.querySelector('main table:has([data-row])');
      if (!step || !table || !frame.current?.contains(table)) return;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target.matches?.(OWN_ARROWS) || document.querySelector('[aria-modal=true]')) return;
      const openers = [...table.querySelectorAll<HTMLElement>('[data-row]')];
      const row = target.closest?.('tbody tr');
      const current = row ? openers.findIndex((one) => one.closest('tr') === row) : -1;
      const next = openers[current < 0 ? 0 : current + step];
      if (!next) return;
      event.preventDefault();
      next.focus();
    };
    window.addEventListener('keydown', move);
    return () => window.removeEventListener('keydown', move);
  }, [frame]);
}

/** Whether the table is wider than its place. Then it scrolls on its own and its head does not stick. */
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
