// What each column of a payout file is, if its names are not all our own: prefilled with what the gateway recognised,
// with the first value of each column as a proof. Columns that the file lacks get one value for all payouts.
import { Button, Group, Select, Table } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '../../../api/client.ts';
import { Section } from '../../../parts/section.tsx';
import classes from '../payouts.module.css';
import { type Checked, type Mapping, NEEDED } from './file-mapping.ts';

type Option = Answer<'/portal/api/brands/{brandId}/payouts/options'>['options'][number];
type Column = NonNullable<NonNullable<Mapping['columns']>[number]>;

const COMMON: readonly (readonly [Column, string])[] = [
  ['amount', 'Amount'],
  ['currency', 'Currency'],
  ['merchantReference', 'Reference'],
  ['method', 'Method'],
  ['country', 'Country of the recipient'],
  ['userId', 'Customer (userId)'],
  ['email', 'E-mail address'],
];

interface Props {
  name: string;
  columns: Checked['columns'];
  options: readonly Option[];
  busy: boolean;
  onDone: (mapping: Mapping) => void;
}

export function FileColumns({ name, columns, options, busy, onDone }: Props) {
  const [chosen, setChosen] = useState(() => columns.map(({ column }) => column as Column | null));
  const [values, setValues] = useState<NonNullable<Mapping['values']>>(() => guessedValues(columns, options));
  const names = new Map<Column, string>([...COMMON, ...fieldsOf(options)]);
  const has = (column: Column) => chosen.includes(column);
  const missing = NEEDED.filter((column) => !has(column) && !values[column as 'method' | 'currency']);
  const choose = (place: number, column: Column | null) =>
    setChosen(chosen.map((one, i) => (i === place ? column : one === column ? null : one)));
  const method = options.find((option) => option.name === values.method);
  const currencies = (method ? [method] : options).flatMap((one) => one.currencies.map(({ code }) => code));
  return (
    <Section
      title="What is in each column?"
      lead={`Some columns of ${name} have other names than ours. Check them once.`}
    >
      <div className={classes.columns}>
        <div className={classes.lines}>
          <Table aria-label="Columns of the file">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Column and its first value</Table.Th>
                <Table.Th>What it is</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {columns.map((column, place) => {
                if (column.name === '' && column.sample === null) return null;
                const title = column.name || `Column ${place + 1}`;
                return (
                  <Table.Tr key={place}>
                    <Table.Td>
                      {title}
                      <div className={classes.under}>{column.sample ?? 'Empty'}</div>
                    </Table.Td>
                    <Table.Td>
                      <Select
                        aria-label={`What ${title} is`}
                        placeholder="Skip this column"
                        clearable
                        value={chosen[place] ?? null}
                        onChange={(value) => choose(place, value as Column | null)}
                        data={[...names].map(([value, label]) => ({ value, label }))}
                      />
                    </Table.Td>
                  </Table.Tr>
                );
              })}
            </Table.Tbody>
          </Table>
        </div>
        <div className={classes.form}>
          {!has('method') && (
            <Select
              label="Method of all payouts"
              description="The file has no column for it."
              value={values.method ?? null}
              onChange={(value) => setValues({ ...values, method: value })}
              data={options.map((option) => option.name)}
            />
          )}
          {!has('currency') && (
            <Select
              label="Currency of all payouts"
              description="The file has no column for it."
              value={values.currency ?? null}
              onChange={(value) => setValues({ ...values, currency: value })}
              data={[...new Set(currencies)]}
            />
          )}
        </div>
      </div>
      <Group mt="md" gap="md">
        <Button
          loading={busy}
          disabled={missing.length > 0}
          onClick={() => onDone({ columns: chosen, values: usedOf(values, has) })}
        >
          Check the payouts
        </Button>
        {missing.length > 0 && (
          <span className={classes.small}>
            Still needed: {missing.map((column) => names.get(column)!.toLowerCase()).join(', ')}
          </span>
        )}
      </Group>
    </Section>
  );
}

const usedOf = (values: NonNullable<Mapping['values']>, has: (column: Column) => boolean) =>
  Object.fromEntries(Object.entries(values).filter(([column, value]) => value && !has(column as Column)));

const fieldsOf = (options: readonly Option[]) =>
  options.flatMap(({ currencies }) =>
    currencies.flatMap(({ fields }) => fields.map(({ name, label }) => [name as Column, label] as const)),
  );

/** A file with IBANs and no method pays out by the method that needs an IBAN. */
function guessedValues(columns: Checked['columns'], options: readonly Option[]) {
  const hasIban = columns.some(({ column }) => column === 'iban');
  const byIban = options.find(({ currencies }) =>
    currencies.some(({ fields }) => fields.some(({ name }) => name === 'iban')),
  );
  const method = hasIban ? byIban : options.length === 1 ? options[0] : undefined;
  const [currency, ...others] = method?.currencies ?? [];
  return { method: method?.name ?? null, currency: others.length === 0 ? (currency?.code ?? null) : null };
}
