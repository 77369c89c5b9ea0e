// Filters above a table, each a chip. The address contains the set values. The screen gives the filters, their values
// (its search parameters) and a function for changes:
//
//   <FilterChips filters={[{ key: 'status', label: 'Status', kind: 'choice', options: [{ value, label }] },
//     { key: 'created', label: 'Created', kind: 'days', from: 'createdFrom', to: 'createdTo' },
//     { key: 'amount', label: 'Amount', kind: 'range', from: 'amountFrom', to: 'amountTo' },
//     { key: 'email', label: 'E-mail', kind: 'text' }]}
//     values={search}
//     onChange={change} />   // `const [search, change] = useFilters(FILTERS)`
//
// A choice is a list of texts; with `one` it is the last chosen text. Days are 2026-11-22 in the brand's time zone
// (`instantsOf` of format.ts makes instants from them). A range and a text are texts. undefined means not set.
import { Button, Checkbox, Group, Popover, Stack, TextInput } from '@mantine/core';
import { IconFilter, IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useBrand } from '../../shell/session/session.ts';
import { readTyped } from '../amount.ts';
import { AmountField } from '../amount-field.tsx';
import { addDays, calendarDay, dayOf } from '../format.ts';
import classes from './filter-chips.module.css';

/** On a phone one button hides the filters beyond this number. Filters with a value stay in sight. */
const FEW = 2;

type Values = Readonly<Record<string, unknown>>;
type FilterPatch = Record<string, string | string[] | undefined>;

export type Filter = { key: string; label: string } & (
  | { kind: 'choice'; one?: true; options: readonly { value: string; label: string }[] }
  | { kind: 'text'; placeholder?: string }
  | { kind: 'days' | 'range'; from: string; to: string }
);

interface Props {
  filters: readonly Filter[];
  values: Values;
  onChange: (patch: FilterPatch) => void;
  /** At the end of the line: columns, export. */
  children?: ReactNode;
}

export function FilterChips({ filters, values, onChange, children }: Props) {
  const isAnySet = filters.some((filter) => said(filter, values) !== null);
  const none = Object.fromEntries(filters.flatMap(keysOf).map((key) => [key, undefined]));
  const [isOpen, setOpen] = useState(false);
  const folds = filters.length > FEW;
  return (
    <div className={classes.filters} data-folded={(folds && !isOpen) || undefined}>
      {folds && (
        <Button
          className={classes.unfold!}
          variant="default"
          size="xs"
          leftSection={<IconFilter size={14} aria-hidden="true" />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          Filters
        </Button>
      )}
      {filters.map((filter) => (
        <Chip key={filter.key} filter={filter} values={values} onChange={onChange} />
      ))}
      {isAnySet && (
        <Button variant="subtle" size="compact-sm" onClick={() => onChange(none)}>
          Clear filters
        </Button>
      )}
      {children && <div className={classes.filtersEnd}>{children}</div>}
    </div>
  );
}

const keysOf = (filter: Filter): string[] => ('from' in filter ? [filter.from, filter.to] : [filter.key]);
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : value ? [String(value)] : [];

/** The set value in words; null if nothing is set. */
function said(filter: Filter, values: Values): string | null {
  if (filter.kind === 'choice') {
    const chosen = listOf(values[filter.key]);
    const words = chosen.map((value) => filter.options.find((one) => one.value === value)?.label ?? value);
    return words.length === 0
      ? null
      : words.length > 2
        ? `${words.slice(0, 2).join(', ')} +${words.length - 2}`
        : words.join(', ');
  }
  if (filter.kind === 'text') return textOf(values[filter.key]) || null;
  const write = filter.kind === 'days' ? calendarDay : (text: string) => text;
  const [from, to] = [textOf(values[filter.from]), textOf(values[filter.to])];
  if (!from && !to) return null;
  if (from === to) return write(from);
  if (!to) return `from ${write(from)}`;
  return from ? `${write(from)} – ${write(to)}` : `until ${write(to)}`;
}

function Chip({
  filter,
  values,
  onChange,
}: {
  filter: Filter;
  values: Values;
  onChange: (patch: FilterPatch) => void;
}) {
  const [opened, setOpened] = useState(false);
  const words = said(filter, values);
  const clear = Object.fromEntries(keysOf(filter).map((key) => [key, undefined]));
  const apply = (patch: FilterPatch) => {
    onChange(patch);
    setOpened(false);
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus withinPortal>
      <span className={classes.chip} data-set={words !== null || undefined}>
        <Popover.Target>
          <button type="button" className={classes.chipOpen} onClick={() => setOpened(!opened)}>
            {words === null && <IconPlus size={13} aria-hidden="true" />}
            {filter.label}
            {words !== null && <strong>{words}</strong>}
          </button>
        </Popover.Target>
        {words !== null && (
          <button
            type="button"
            className={classes.chipClear}
            aria-label={`Clear ${filter.label}`}
            onClick={() => onChange(clear)}
          >
            <IconX size={13} aria-hidden="true" />
          </button>
        )}
      </span>
      <Popover.Dropdown aria-label={filter.label}>
        {filter.kind === 'choice' ? (
          <Choice
            options={filter.options}
            chosen={listOf(values[filter.key])}
            onChange={(list) => {
              const some = list.length > 0 ? list : undefined;
              onChange({ [filter.key]: filter.one ? list.at(-1) : some });
            }}
          />
        ) : (
          <Fields filter={filter} values={values} onApply={apply} />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Takes effect at once. */
function Choice({
  options,
  chosen,
  onChange,
}: {
  options: readonly { value: string; label: string }[];
  chosen: string[];
  onChange: (chosen: string[]) => void;
}) {
  return (
    <Checkbox.Group value={chosen} onChange={onChange}>
      <Stack gap={10} mah={320} className={classes.scroll}>
        {options.map(({ value, label }) => (
          <Checkbox key={value} value={value} label={label} size="xs" />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

function Fields({
  filter,
  values,
  onApply,
}: {
  filter: Exclude<Filter, { kind: 'choice' }>;
  values: Values;
  onApply: (patch: FilterPatch) => void;
}) {
  const { timeZone } = useBrand();
  const keys = keysOf(filter);
  const [typed, setTyped] = useState<Record<string, string>>(
    Object.fromEntries(keys.map((key) => [key, textOf(values[key])])),
  );
  const labels =
    keys.length === 1
      ? [filter.label]
      : filter.kind === 'days'
        ? ['First day', 'Last day']
        : ['At least', 'At most'];
  const today = dayOf(new Date(), timeZone);
  const isUnreadable = (key: string) =>
    filter.kind === 'range' && !!typed[key]?.trim() && 'fault' in readTyped(typed[key], null, timeZone);
  const written = (key: string) => {
    const text = typed[key]?.trim() || undefined;
    if (filter.kind !== 'range' || text === undefined) return text;
    const read = readTyped(text, null, timeZone);
    return 'amount' in read ? String(read.amount) : undefined;
  };
  const set = (key: string, value: string) => setTyped((former) => ({ ...former, [key]: value }));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!keys.some((key) => isUnreadable(key)))
          onApply(Object.fromEntries(keys.map((key) => [key, written(key)])));
      }}
    >
      <Stack gap="xs">
        {filter.kind === 'days' && (
          <Group gap={6}>
            {PERIODS.map(([label, days]) => (
              <Button
                key={label}
                variant="default"
                size="compact-xs"
                onClick={() => onApply({ [filter.from]: addDays(today, 1 - days), [filter.to]: today })}
              >
                {label}
              </Button>
            ))}
          </Group>
        )}
        {keys.map((key, index) =>
          filter.kind === 'range' ? (
            <AmountField
              key={key}
              label={labels[index]}
              currency={null}
              value={typed[key] ?? ''}
              data-autofocus={index === 0 || undefined}
              onChange={(text) => set(key, text)}
            />
          ) : (
            <TextInput
              key={key}
              label={labels[index]}
              type={filter.kind === 'days' ? 'date' : 'text'}
              placeholder={filter.kind === 'text' ? filter.placeholder : undefined}
              value={typed[key] ?? ''}
              data-autofocus={index === 0 || undefined}
              onChange={({ currentTarget }) => set(key, currentTarget.value)}
            />
          ),
        )}
        <Button type="submit">Apply</Button>
      </Stack>
    </form>
  );
}

const PERIODS = [
  ['Today', 1],
  ['7 days', 7],
  ['30 days', 30],
  ['90 days', 90],
] as const;
