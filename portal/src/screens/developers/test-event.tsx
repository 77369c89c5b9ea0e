// Sends one test event and shows the request and the answer.
import { Alert, Button, Group, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { post } from '../../api/client.ts';
import { Fault } from '../../parts/fault.tsx';
import { useBrand } from '../../shell/session/session.ts';
import { answerText } from './delivery-state.tsx';
import { Code } from './developers-frame.tsx';

export function TestEvent({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { id: brandId } = useBrand();
  const test = useMutation({
    mutationFn: () => post('/portal/api/brands/{brandId}/webhooks/test', { params: { brandId }, body: {} }),
  });
  const close = () => {
    test.reset();
    onClose();
  };
  const { data } = test;
  const isGood = data && data.statusCode !== null && data.statusCode >= 200 && data.statusCode < 300;
  return (
    <Modal opened={opened} onClose={close} title="Send a test event" size="lg">
      <p>
        One signed event of type <code>test.ping</code> goes to your notification address. It belongs to no
        payment and is not retried.
      </p>
      <Fault text={test.error?.message} mb="md" />
      {data && (
        <>
          <Alert color={isGood ? 'green' : 'red'} role="status" mb="md">
            {isGood ? 'Delivered: ' : 'Not delivered: '}
            {answerText(data)}
          </Alert>
          {data.answer && <Code label="Answer" text={data.answer} />}
          <h3>What was sent</h3>
          <Code
            label="Headers"
            text={data.headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}
          />
          <Code label="Body" text={data.body} />
        </>
      )}
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={close}>
          Close
        </Button>
        <Button loading={test.isPending} onClick={() => test.mutate()}>
          {data ? 'Send another' : 'Send'}
        </Button>
      </Group>
    </Modal>
  );
}
