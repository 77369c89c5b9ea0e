// Settings › Methods: every option of the catalogue, on or off, in the order of the cashier, with its limits. Switches
// and limits are saved at once, one option at a time; the bar saves the order. It says which options have no provider.
import { ActionIcon, Badge, Button, Stack, Switch } from '@mantine/core';
import { IconAdjustments, IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type DragEvent, useMemo, useState } from 'react';
import { type Answer, BASE, put } from '../../api/client.ts';
import { apiQuery, invalidate } from '../../api/queries.ts';
import { fieldText, readTyped } from '../../parts/amount.ts';
import { AmountField } from '../../parts/amount-field.tsx';
import { ConfirmAction } from '../../parts/confirm-action.tsx';
import { Fault } from '../../parts/fault.tsx';
import { numberText } from '../../parts/format.ts';
import { Section } from '../../parts/section.tsx';
import { useBrand, useCan } from '../../shell/session/session.ts';
import { toast } from '../../shell/toasts.tsx';
import { SaveBar } from './frame/save-bar.tsx';
import { SettingsFrame } from './frame/settings-frame.tsx';
import { useDraft } from './frame/use-draft.ts';
import { useSettings } from './frame/use-settings.ts';
import classes from './settings.module.css';

const PATH = '/portal/api/brands/{brandId}/methods';
type Method = Answer<typeof PATH>['items'][number];
/** An option or a suboption. */
type One = Pick<Method, 'optionId' | 'name' | 'logo' | 'enabled' | 'minAmount' | 'maxAmount' | 'servedBy'>;

export function Methods() {
  const { id } = useBrand();
  const { settings, change, reload } = useSettings();
  const mayChange = useCan('settings.business');
  const { items } = useSuspenseQuery(apiQuery(PATH, { params: { brandId: id } })).data;
  const payins = items.filter(({ direction }) => direction === 'PAYIN');
  const payouts = items.filter(({ direction }) => direction === 'PAYOUT');
  const stored = useMemo(
    () => ({ order: payins.map(({ optionId }) => optionId) }),
    [payins.map(({ optionId }) => optionId).join()],
  );
  const draft = useDraft(stored);
  const [limiting, setLimiting] = useState<One | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const ordered = draft.value.order.flatMap((one) => payins.find(({ optionId }) => optionId === one) ?? []);

  async function set(method: One, now: Pick<One, 'enabled' | 'minAmount' | 'maxAmount'>) {
    const { enabled, minAmount, maxAmount, optionId } = method;
    try {
      await put('/portal/api/brands/{brandId}/methods/{optionId}', {
        params: { brandId: id, optionId },
        body: { ...now, seen: { enabled, minAmount, maxAmount } },
      });
    } finally {
      await invalidate(PATH, '/portal/api/audit');
    }
  }
  async function toggle(method: One, enabled: boolean) {
    setFault(null);
    const { minAmount, maxAmount } = method;
    try {
      await set(method, { enabled, minAmount, maxAmount });
      toast(`${method.name} is ${enabled ? 'on' : 'off'}`);
    } catch (error) {
      setFault(`${method.name}: ${(error as Error).message}`);
    }
  }
  function move(from: number, to: number) {
    const order = [...draft.value.order];
    const [moved] = order.splice(from, 1);
    if (moved === undefined || to < 0 || to > order.length) return;
    order.splice(to, 0, moved);
    draft.set('order', order);
  }
  // The same setting also contains the order of payouts, which stays behind the pay-ins.
  const rest = (settings.look.methodOrder ?? []).filter((one) => !stored.order.includes(one));
  const saveOrder = () =>
    change(
      'business',
      { look: { methodOrder: [...draft.value.order, ...rest] } },
      { look: { methodOrder: settings.look.methodOrder } },
    );
  const tools = { mayChange, toggle, limit: setLimiting };
  return (
    <SettingsFrame
      lead="The methods for pay-ins and payouts. A shopper sees those that match the country, the currency and the amount."
      readOnly={!mayChange && 'An owner'}
    >
      <Fault text={fault} />
      <Section
        title="For pay-ins"
        lead="In the order in which shoppers see them. Drag a row, or use its arrows."
      >
        <ol className={classes.methods}>
          {ordered.map((method, at) => (
            <MethodRow
              key={method.optionId}
              method={method}
              tools={tools}
              order={{ at, count: ordered.length, move: mayChange ? move : null }}
            />
          ))}
        </ol>
      </Section>
      <Section title="For payouts" lead="How recipients are paid.">
        <ul className={classes.methods}>
          {payouts.map((method) => (
            <MethodRow key={method.optionId} method={method} tools={tools} order={null} />
          ))}
        </ul>
      </Section>
      <Limits method={limiting} onClose={() => setLimiting(null)} save={set} />
      <SaveBar draft={draft} reload={reload} save={saveOrder} />
    </SettingsFrame>
  );
}

interface Tools {
  mayChange: boolean;
  toggle: (method: One, enabled: boolean) => Promise<void>;
  limit: (method: One) => void;
}

interface Order {
  at: number;
  count: number;
  move: ((from: number, to: number) => void) | null;
}

function MethodRow({ method, tools, order }: { method: Method; tools: Tools; order: Order | null }) {
  const [isOver, setOver] = useState(false);
  const [isOpen, setOpen] = useState(false);
  return (
    <li className={classes.method} data-over={isOver || undefined} {...(order && dragOf(order, setOver))}>
      <div className={classes.row}>
        {order?.move && <IconGripVertical size={16} className={classes.grip} aria-hidden="true" />}
        <img className={classes.mark} src={`${BASE}/assets/logos/${method.logo}`} alt="" />
      </div>
      <div>
        <div className={classes.row}>
          <span className={classes.methodName}>{method.name}</span>
          {method.servedBy.length === 0 && (
            <Badge color="yellow" variant="light" tt="none">
              No provider serves it
            </Badge>
          )}
        </div>
        <p className={classes.quiet}>
          {limitsText(method)} · {method.currencies.slice(0, 5).join(', ')}
          {method.currencies.length > 5 && ` and ${method.currencies.length - 5} more`}
        </p>
        {method.suboptions.length > 0 && (
          <Button
            size="compact-xs"
            variant="subtle"
            ml={-8}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide' : 'Show'} {method.suboptions.length} below it
          </Button>
        )}
        {isOpen && <Suboptions method={method} tools={tools} />}
      </div>
      <div className={classes.methodTools}>
        {order?.move && (
          <MoveButtons name={method.name} at={order.at} count={order.count} move={order.move} />
        )}
        {tools.mayChange && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Limits of ${method.name}`}
            onClick={() => tools.limit(method)}
          >
            <IconAdjustments size={16} />
          </ActionIcon>
        )}
        <Switch
          aria-label={method.name}
          checked={method.enabled}
          disabled={!tools.mayChange}
          onChange={({ currentTarget }) => tools.toggle(method, currentTarget.checked)}
        />
      </div>
    </li>
  );
}

/** Lets the user move a row with the pointer; null if the order cannot be changed. */
function dragOf({ at, move }: Order, setOver: (isOver: boolean) => void) {
  if (!move) return null;
  return {
    draggable: true,
    onDragStart: (event: DragEvent) => event.dataTransfer.setData('text/plain', String(at)),
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      move(Number(event.dataTransfer.getData('text/plain')), at);
    },
  };
}

function Suboptions({ method, tools }: { method: Method; tools: Tools }) {
  return (
    <Stack gap={6} mt={6}>
      {method.suboptions.map((one) => (
        <div key={one.optionId} className={classes.row}>
          <Switch
            label={one.name}
            checked={one.enabled}
            disabled={!tools.mayChange}
            onChange={({ currentTarget }) => tools.toggle(one, currentTarget.checked)}
          />
          <span className={classes.quiet}>{ownLimits(one)}</span>
          {tools.mayChange && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={`Limits of ${one.name}`}
              onClick={() => tools.limit(one)}
            >
              <IconAdjustments size={16} />
            </ActionIcon>
          )}
        </div>
      ))}
    </Stack>
  );
}

interface MoveButtonsProps {
  name: string;
  at: number;
  count: number;
  move: (from: number, to: number) => void;
}

function MoveButtons({ name, at, count, move }: MoveButtonsProps) {
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Move ${name} up`}
        disabled={at === 0}
        onClick={() => move(at, at - 1)}
      >
        <IconArrowUp size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Move ${name} down`}
        disabled={at === count - 1}
        onClick={() => move(at, at + 1)}
      >
        <IconArrowDown size={16} />
      </ActionIcon>
    </>
  );
}

function limitsText({ minAmount, maxAmount, usualMinAmount, usualMaxAmount }: Method): string {
  const [least, most] = [minAmount ?? usualMinAmount, maxAmount ?? usualMaxAmount];
  const own = minAmount !== null || maxAmount !== null ? ', your limits' : '';
  const upTo = most === null ? 'any amount' : `up to ${numberText(most)}`;
  return `${least === null ? upTo : `${numberText(least)} to ${most === null ? 'any' : numberText(most)}`}${own}`;
}

/** The limits of a suboption. Without its own limits, those of its option apply. */
function ownLimits({ minAmount, maxAmount }: One): string {
  if (minAmount === null && maxAmount === null) return '';
  if (maxAmount === null) return `from ${numberText(minAmount!)}`;
  return minAmount === null
    ? `up to ${numberText(maxAmount)}`
    : `${numberText(minAmount)} to ${numberText(maxAmount)}`;
}

function Limits({
  method,
  onClose,
  save,
}: {
  method: One | null;
  onClose: () => void;
  save: (method: One, now: Pick<One, 'enabled' | 'minAmount' | 'maxAmount'>) => Promise<void>;
}) {
  const [least, setLeast] = useState<string | null>(null);
  const [most, setMost] = useState<string | null>(null);
  const { timeZone } = useBrand();
  /** undefined: the text is not readable. */
  const number = (typed: string | null, stored: number | null) => {
    if (typed === null) return stored;
    if (typed.trim() === '') return null;
    const read = readTyped(typed, null, timeZone);
    return 'amount' in read ? read.amount : undefined;
  };
  const textOf = (stored: number | null | undefined) =>
    stored == null ? '' : fieldText(stored, null, timeZone);
  const minAmount = number(least, method?.minAmount ?? null);
  const maxAmount = number(most, method?.maxAmount ?? null);
  const close = () => {
    setLeast(null);
    setMost(null);
    onClose();
  };
  return (
    <ConfirmAction
      opened={method !== null}
      onClose={close}
      title={`Limits of ${method?.name ?? ''}`}
      action="Save limits"
      disabled={minAmount === undefined || maxAmount === undefined}
      onConfirm={async () => {
        await save(method!, {
          enabled: method!.enabled,
          minAmount: minAmount ?? null,
          maxAmount: maxAmount ?? null,
        });
        toast('Limits saved');
      }}
    >
      <Stack gap="sm">
        <span>In units of the payment’s currency. Empty: the default limit.</span>
        <AmountField
          label="Smallest amount"
          currency={null}
          value={least ?? textOf(method?.minAmount)}
          onChange={setLeast}
        />
        <AmountField
          label="Largest amount"
          currency={null}
          value={most ?? textOf(method?.maxAmount)}
          onChange={setMost}
        />
      </Stack>
    </ConfirmAction>
  );
}
