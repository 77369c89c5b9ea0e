// Replays: the progress of the running one, and the dialog that counts a range before it sends it again.
import { Alert, Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../api/client.ts';
import { apiQuery, invalidate } from '../../api/queries.ts';
import { Fault } from '../../parts/fault.tsx';
import { clockOf, dayOf, instantOf, numberText, startOfDay } from '../../parts/format.ts';
import { Section } from '../../parts/section.tsx';
import { Progress } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { useBrand, useCan } from '../../shell/session/session.ts';
import { toast } from '../../shell/toasts.tsx';

const REPLAYS = '/portal/api/brands/{brandId}/webhooks/replays';

export function Replays() {
  const { id: brandId } = useBrand();
  const mayChange = useCan('webhooks.change');
  const { data } = useQuery({
    ...apiQuery(REPLAYS, { params: { brandId } }),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ endedAt }) => endedAt === null) ? 1_000 : 10_000,
  });
  const latest = data?.items[0];
  if (!latest) return null;
  const what = `${latest.undeliveredOnly ? 'Undelivered events' : 'Events'}`;

  async function stop(replayId: string) {
    try {
      await post('/portal/api/brands/{brandId}/webhooks/replays/{replayId}/stop', {
        params: { brandId, replayId },
        body: {},
      });
      await invalidate(REPLAYS);
    } catch (error) {
      toast((error as Error).message, 'bad');
    }
  }

  return (
    <Section
      title="Latest replay"
      lead={
        <>
          {what} from <Time at={latest.from} exact /> to <Time at={latest.to} exact />, started by{' '}
          {latest.startedBy}
        </>
      }
      actions={
        mayChange &&
        latest.endedAt === null && (
          <Button variant="default" onClick={() => stop(latest.id)}>
            Stop
          </Button>
        )
      }
    >
      <Progress
        label={latest.endedAt === null ? 'Sending again' : latest.stopped ? 'Stopped' : 'Sent again'}
        done={latest.done}
        of={latest.events}
      />
    </Section>
  );
}

export function ReplayDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { id: brandId, timeZone } = useBrand();
  const [from, setFrom] = useState(() =>
    clockOf(startOfDay(dayOf(new Date(), timeZone), timeZone), timeZone),
  );
  const [to, setTo] = useState(() => clockOf(Date.now() + 60_000, timeZone));
  const [undeliveredOnly, setUndeliveredOnly] = useState(true);
  const [counted, setCounted] = useState<{ events: number; most: number } | null>(null);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const change = (then: () => void) => {
    then();
    setCounted(null);
  };

  async function act() {
    setBusy(true);
    setFault(null);
    const body = {
      from: instantOf(from, timeZone),
      to: instantOf(to, timeZone),
      undeliveredOnly,
    };
    try {
      if (!counted) {
        setCounted(
          await post('/portal/api/brands/{brandId}/webhooks/replays/count', { params: { brandId }, body }),
        );
        return;
      }
      await post(REPLAYS, { params: { brandId }, body });
      await invalidate(REPLAYS);
      setCounted(null);
      onClose();
    } catch (error) {
      setFault((error as Error).message);
    } finally {
      setBusy(false);
    }
  }

  const tooMany = counted !== null && counted.events > counted.most;
  const nothing = counted?.events === 0;
  return (
    <Modal opened={opened} onClose={onClose} title="Replay a period">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          act();
        }}
      >
        <Stack>
          <div>
            This resends the events byte for byte, in the order in which they happened. Your receiver
            recognises them by their eventId.
          </div>
          <TimeRange
            from={from}
            to={to}
            timeZone={timeZone}
            onFrom={(value) => change(() => setFrom(value))}
            onTo={(value) => change(() => setTo(value))}
          />
          <Checkbox
            label="Only undelivered events"
            checked={undeliveredOnly}
            onChange={({ currentTarget }) => change(() => setUndeliveredOnly(currentTarget.checked))}
          />
          {counted && <CountNotice {...counted} />}
          <Fault text={fault} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Back
            </Button>
            <Button type="submit" loading={busy} disabled={tooMany || nothing}>
              {counted && !tooMany && !nothing ? 'Replay' : 'Count the events'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

interface TimeRangeProps {
  from: string;
  to: string;
  timeZone: string;
  onFrom: (from: string) => void;
  onTo: (to: string) => void;
}

function TimeRange({ from, to, timeZone, onFrom, onTo }: TimeRangeProps) {
  return (
    <Group grow>
      <TextInput
        label="From"
        description={timeZone}
        type="datetime-local"
        required
        withAsterisk={false}
        value={from}
        max={to}
        onChange={({ currentTarget }) => onFrom(currentTarget.value)}
      />
      <TextInput
        label="Until"
        description="Not included"
        type="datetime-local"
        required
        withAsterisk={false}
        value={to}
        min={from}
        onChange={({ currentTarget }) => onTo(currentTarget.value)}
      />
    </Group>
  );
}

function CountNotice({ events, most }: { events: number; most: number }) {
  return (
    <Alert color={events === 0 || events > most ? 'yellow' : 'accent'} role="status">
      {events === 0
        ? 'There is no such event in this period.'
        : events > most
          ? `This period has more than ${numberText(most)} events. Choose a shorter one.`
          : events === 1
            ? 'One event is sent again.'
            : `${numberText(events)} events are sent again.`}
    </Alert>
  );
}
