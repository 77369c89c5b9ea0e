// "Fill a month of sample data", in the test environment: a button that makes a sample shop, shows the progress, then
// opens it. `useSampleOffer` says whether to offer the button: only with the permission, and only once.
import { Button, Group, Modal, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { postLines } from '../api/client.ts';
import { queryClient } from '../api/queries.ts';
import { Progress } from '../parts/states.tsx';
import { sessionQuery, useBrand, useCan, useSession } from './session/session.ts';
import { toast } from './toasts.tsx';

const NAME = 'Sample shop';

export function useSampleOffer(): boolean {
  const { environment, brands } = useSession();
  const may = useCan('sample.fill');
  return environment === 'test' && may && !brands.some(({ name }) => name === NAME);
}

/** Stands at the foot of the rail. Shows nothing if there is no offer. */
export function FillSample() {
  const [opened, setOpened] = useState(false);
  const isOffered = useSampleOffer();
  if (!isOffered && !opened) return null;
  return (
    <>
      <Button variant="default" size="xs" fullWidth onClick={() => setOpened(true)}>
        Fill a month of sample data
      </Button>
      <FillSampleDialog opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}

export function FillSampleDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const brand = useBrand();
  const navigate = useNavigate();
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null);
  const [fault, setFault] = useState<string | null>(null);

  async function fill() {
    setFault(null);
    setProgress({ done: 0, of: 1 });
    let brandId = '';
    try {
      await postLines(
        '/portal/api/brands/{brandId}/sample',
        { params: { brandId: brand.id }, body: {} },
        (line) => {
          brandId = line.brandId;
          setProgress(line);
        },
      );
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      onClose();
      await navigate({ to: '/b/$brandId', params: { brandId } });
      toast(`${NAME} has a month of payments`);
    } catch (error) {
      setFault((error as Error).message);
    } finally {
      setProgress(null);
    }
  }

  const close = () => progress === null && onClose();
  return (
    <Modal opened={opened} onClose={close} title="Fill a month of sample data">
      <Text>
        This makes a second brand, {NAME}, with some 700 payments, refunds and payouts of the last 30 days.
        They go through the sandbox; no money moves, and {brand.name} stays as it is.
      </Text>
      {fault && (
        <Text c="red" mt="md" role="alert">
          {fault}
        </Text>
      )}
      {progress && <Progress label="Making payments" {...progress} />}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={close} disabled={progress !== null}>
          Back
        </Button>
        <Button onClick={fill} loading={progress !== null}>
          Fill it
        </Button>
      </Group>
    </Modal>
  );
}
