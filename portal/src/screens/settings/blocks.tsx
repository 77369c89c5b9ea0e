// Settings › Blocks: whom the brand takes no money from and pays none to. The user adds a block by kind, searches, and
// removes. To block a card, the user opens one of its transactions, so that nobody types a card number here.
import { Button, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, del, post } from '../../api/client.ts';
import { apiPages, invalidate, pagesOf } from '../../api/queries.ts';
import { ConfirmAction } from '../../parts/confirm-action.tsx';
import { Fault } from '../../parts/fault.tsx';
import { type FormFaults, faultsOf, NO_FAULTS } from '../../parts/field-faults.ts';
import { countryName } from '../../parts/format.ts';
import { LeaveGuard, LeaveQuestion } from '../../parts/leave-guard.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { FilterChips } from '../../parts/table/filter-chips.tsx';
import { Time } from '../../parts/time.tsx';
import { useFilters } from '../../shell/search/use-filters.ts';
import { useBrand, useCan } from '../../shell/session/session.ts';
import { toast } from '../../shell/toasts.tsx';
import { SettingsFrame } from './frame/settings-frame.tsx';

const PATH = '/portal/api/brands/{brandId}/blocks';
type Block = Answer<typeof PATH>['items'][number];
type BlockKind = Block['kind'];

const KINDS: Record<BlockKind, { label: string; hint: string; example: string }> = {
  card: { label: 'Card', hint: '', example: '' },
  bin: {
    label: 'Cards beginning with',
    hint: 'The first six to eight digits of card numbers.',
    example: '424242',
  },
  email: {
    label: 'E-mail address',
    hint: 'The customer’s address. Upper and lower case are the same.',
    example: 'name@example.com',
  },
  userId: { label: 'Customer', hint: 'The userId of your requests.', example: 'customer-77' },
  ip: {
    label: 'IP address',
    hint: 'An address or a range: the customer’s, or the browser’s in the cashier.',
    example: '203.0.113.0/24',
  },
  country: {
    label: 'Country',
    hint: 'Two capital letters. Every payment from there is declined.',
    example: 'NG',
  },
};
const TYPED = (Object.keys(KINDS) as BlockKind[]).filter((kind) => kind !== 'card');

const FILTERS = { kind: 'text', q: 'text' } as const;

export function Blocks() {
  const brand = useBrand();
  const mayChange = useCan('blocks.change');
  const [search, change] = useFilters(FILTERS);
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Block | null>(null);
  const query = useInfiniteQuery(
    apiPages(PATH, {
      params: { brandId: brand.id },
      query: {
        ...(search.kind && { kind: search.kind as BlockKind }),
        ...(search.q && { search: search.q }),
      },
    }),
  );
  const add = mayChange ? <Button onClick={() => setAdding(true)}>Add a block</Button> : undefined;
  return (
    <SettingsFrame
      lead="Matching pay-ins and payouts are declined before a provider is asked."
      primary={add}
      readOnly={!mayChange && 'An owner or support'}
    >
      <FilterChips
        filters={[
          {
            key: 'kind',
            label: 'Kind',
            kind: 'choice',
            one: true,
            options: Object.entries(KINDS).map(([value, { label }]) => ({ value, label })),
          },
          { key: 'q', label: 'Search', kind: 'text', placeholder: 'Part of the value or the reason' },
        ]}
        values={search}
        onChange={change}
      />
      <DataTable
        label="Blocks"
        columns={columnsOf(mayChange ? setRemoving : null)}
        {...pagesOf(query)}
        rowKey={({ blockId }) => blockId}
        expected={4}
        empty={
          <EmptyState
            title={search.kind || search.q ? 'No block matches' : 'Nothing is blocked'}
            action={!search.kind && !search.q && add}
          >
            To block a card, open one of its transactions. Card numbers are never typed here.
          </EmptyState>
        }
      />
      <AddBlock opened={isAdding} onClose={() => setAdding(false)} />
      <RemoveBlock block={removing} onClose={() => setRemoving(null)} />
    </SettingsFrame>
  );
}

/** `remove`: null if the user may not remove blocks. */
function columnsOf(remove: ((block: Block) => void) | null): Column<Block>[] {
  return [
    { id: 'kind', header: 'Kind', cell: ({ kind }) => KINDS[kind].label, width: '8rem' },
    { id: 'value', header: 'Value', cell: (row) => <Value block={row} /> },
    { id: 'reason', header: 'Reason', most: '11rem', cell: ({ reason }) => reason },
    { id: 'made', header: 'Since', cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      id: 'ends',
      header: 'Until',
      cell: ({ expiresAt }) => (expiresAt ? <Time at={expiresAt} short /> : 'Removed'),
    },
    {
      id: 'remove',
      header: 'Action',
      headerHidden: true,
      align: 'end',
      cell: (row) =>
        remove ? (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => remove(row)}
            aria-label={`Remove ${row.value}`}
          >
            Remove
          </Button>
        ) : null,
    },
  ];
}

/** `block`: the block to remove; null: the dialog is closed. */
function RemoveBlock({ block, onClose }: { block: Block | null; onClose: () => void }) {
  const { id: brandId } = useBrand();
  return (
    <ConfirmAction
      opened={block !== null}
      onClose={onClose}
      title={`Remove the block on ${block?.value ?? ''}?`}
      action="Remove the block"
      danger
      onConfirm={async () => {
        const { blockId } = block!;
        await del('/portal/api/brands/{brandId}/blocks/{blockId}', { params: { brandId, blockId } });
        await invalidate(PATH, '/portal/api/audit');
        toast('Block removed');
      }}
    >
      Reason for the block: {block?.reason}
    </ConfirmAction>
  );
}

function Value({ block: { kind, value } }: { block: Block }) {
  return kind === 'country' ? `${countryName(value)} (${value})` : <code>{value}</code>;
}

function AddBlock({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [typed, setTyped] = useState(false);
  const [asked, setAsked] = useState(false);
  const leave = () => {
    setTyped(false);
    setAsked(false);
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={() => (typed ? setAsked(true) : leave())}
      closeOnEscape={!asked}
      title="Add a block"
    >
      {opened && <BlockForm onTyped={() => setTyped(true)} onDone={leave} />}
      {opened && <LeaveGuard isDirty={() => typed} />}
      <LeaveQuestion asked={asked} onStay={() => setAsked(false)} onLeave={leave} />
    </Modal>
  );
}

function BlockForm({ onTyped, onDone }: { onTyped: () => void; onDone: () => void }) {
  const brand = useBrand();
  const [kind, setKind] = useState<BlockKind>('email');
  const [value, setValue] = useState('');
  const [reason, setReason] = useState('');
  const [days, setDays] = useState('0');
  const [faults, setFaults] = useState<FormFaults>(NO_FAULTS);
  const [running, setRunning] = useState(false);

  async function add() {
    setRunning(true);
    setFaults(NO_FAULTS);
    const expiresAt = days === '0' ? null : new Date(Date.now() + Number(days) * 86_400_000).toISOString();
    try {
      await post(PATH, {
        params: { brandId: brand.id },
        body: { kind, value: value.trim(), reason: reason.trim(), expiresAt },
      });
      await invalidate(PATH, '/portal/api/audit');
      toast('Block added');
      onDone();
    } catch (error) {
      setFaults(faultsOf(error, ['value', 'reason']));
    } finally {
      setRunning(false);
    }
  }
  const { hint, example } = KINDS[kind];
  return (
    <form
      onInput={onTyped}
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <Stack gap="md">
        <Fault text={faults.whole} />
        <NativeSelect
          label="Kind"
          data={TYPED.map((one) => ({ value: one, label: KINDS[one].label }))}
          value={kind}
          onChange={({ currentTarget }) => setKind(currentTarget.value as BlockKind)}
          description="Block a card on the page of one of its transactions."
        />
        <TextInput
          label={KINDS[kind].label}
          description={hint}
          placeholder={example}
          required
          withAsterisk={false}
          maxLength={255}
          value={value}
          error={faults.fields.value}
          onChange={({ currentTarget }) => setValue(currentTarget.value)}
        />
        <TextInput
          label="Reason"
          description="For your colleagues. Shoppers never see it."
          required
          withAsterisk={false}
          maxLength={255}
          value={reason}
          error={faults.fields.reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <NativeSelect
          label="Until"
          data={[
            { value: '0', label: 'Somebody removes it' },
            { value: '1', label: 'In a day' },
            { value: '7', label: 'In 7 days' },
            { value: '30', label: 'In 30 days' },
          ]}
          value={days}
          onChange={({ currentTarget }) => setDays(currentTarget.value)}
        />
        <Button type="submit" loading={running}>
          Block
        </Button>
      </Stack>
    </form>
  );
}
