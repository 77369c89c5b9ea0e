// Which mail about the inbox the user gets. A choice is stored at once.
import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { type Answer, put } from '../../api/client.ts';
import { invalidate } from '../../api/queries.ts';
import { Section } from '../../parts/section.tsx';
import { toast } from '../../shell/toasts.tsx';

type OwnAccount = Answer<'/portal/api/account'>;
type Choice = OwnAccount['mail'];

const CHOICES: readonly [Choice, string, string][] = [
  [
    'both',
    'A daily mail, and urgent things at once',
    'What waits for you each day, and each urgent thing as it comes up.',
  ],
  ['digest', 'A daily mail only', "What waits for you, at the hour in the brand's settings."],
  [
    'urgent',
    'Urgent things only',
    'Unknown outcomes, failed refunds, disputes, webhooks that do not arrive.',
  ],
  ['none', 'No mail', 'The inbox still shows everything.'],
];

export function OwnMail({ account }: { account: OwnAccount | undefined }) {
  const [chosen, setChosen] = useState<Choice | null>(null);

  async function choose(mail: string) {
    setChosen(mail as Choice);
    try {
      await put('/portal/api/account/mail', { body: { mail: mail as Choice } });
      await invalidate('/portal/api/account');
      toast('Choice saved');
    } catch (error) {
      toast((error as Error).message, 'bad');
    } finally {
      setChosen(null);
    }
  }

  return (
    <Section
      title="Mail"
      lead={
        account?.isMailOn === false
          ? 'This gateway sends no mail yet. Your choice counts once an operator has set it up.'
          : 'Mails about what waits for you in the inbox. They name no customer, card or account.'
      }
    >
      <Radio.Group value={chosen ?? account?.mail ?? null} onChange={choose}>
        <Stack gap="sm">
          {CHOICES.map(([value, label, description]) => (
            <Radio
              key={value}
              value={value}
              label={label}
              description={description}
              disabled={account === undefined || chosen !== null}
            />
          ))}
        </Stack>
      </Radio.Group>
    </Section>
  );
}
