// The endpoint check: sends its events to the merchant's own receiver and shows each grade with what to correct.
import { Button, Group, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { post } from '../../api/client.ts';
import { Fault } from '../../parts/fault.tsx';
import { type Mood, StatusDot } from '../../parts/status-dot.tsx';
import { useBrand } from '../../shell/session/session.ts';
import classes from './developers.module.css';

const TITLES: Record<string, string> = {
  reachable: 'A genuine event',
  'wrong-signature': 'A wrong signature',
  'no-signature': 'No signature',
  quick: 'A quick answer',
  twice: 'The same event twice',
  reordered: 'Events out of order',
  'unknown-fields': 'Unknown fields',
};
const GRADES: Record<string, [string, Mood]> = {
  pass: ['Passed', 'good'],
  warn: ['Check this', 'warn'],
  fail: ['Failed', 'bad'],
  skipped: ['Not checked', 'quiet'],
};

export function EndpointCheck({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { id: brandId } = useBrand();
  const check = useMutation({
    mutationFn: () => post('/portal/api/brands/{brandId}/webhooks/check', { params: { brandId }, body: {} }),
  });
  const close = () => {
    check.reset();
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title="Check the receiver" size="lg">
      <p>
        Seven events of type <code>test.check</code> go to your notification address, one after the other.
        They belong to no payment: <code>test</code> is true, the amount is 0, and the transaction does not
        exist. Answer 2xx to types that you do not know.
      </p>
      <Fault text={check.error?.message} mb="md" />
      {check.data && (
        <section aria-label="Findings">
          {check.data.findings.map(({ check: name, grade, found, means, mend }) => {
            const [word, mood] = GRADES[grade]!;
            return (
              <div key={name} className={classes.finding}>
                <Group justify="space-between" gap="xs">
                  <strong>{TITLES[name]}</strong>
                  <StatusDot mood={mood}>{word}</StatusDot>
                </Group>
                <p>{found}</p>
                {grade !== 'pass' && <p>{means}</p>}
                {mend && (
                  <p>
                    <strong>To fix: </strong>
                    {mend}
                  </p>
                )}
              </div>
            );
          })}
        </section>
      )}
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={close}>
          Close
        </Button>
        <Button loading={check.isPending} onClick={() => check.mutate()}>
          {check.data ? 'Check again' : 'Start the check'}
        </Button>
      </Group>
    </Modal>
  );
}
