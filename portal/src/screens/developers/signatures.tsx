// The signature debugger: from a body, a header and the id of a secret it shows the string to sign, and the mistake. It
// must never show a signature, because then a user could have any body signed.
import { Alert, Button, Group, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, post } from '../../api/client.ts';
import { apiQuery } from '../../api/queries.ts';
import { Fault } from '../../parts/fault.tsx';
import { exactTime } from '../../parts/format.ts';
import { Section } from '../../parts/section.tsx';
import { useBrand } from '../../shell/session/session.ts';
import { Code, DevelopersFrame } from './developers-frame.tsx';

const EXPLAIN = '/portal/api/brands/{brandId}/developers/signatures/explain';
type Explanation = Answer<typeof EXPLAIN, 'post'>;

const THINGS = [
  { value: 'webhook', label: 'A webhook, or an answer with a body' },
  { value: 'request', label: 'A request that signs its body' },
  { value: 'session', label: 'A request that opens a session' },
  { value: 'card-request', label: 'A card pay-in (header Signature)' },
  { value: 'card-answer', label: 'The answer to a card pay-in' },
];

export function Signatures() {
  const { id: brandId, timeZone } = useBrand();
  const [thing, setThing] = useState('webhook');
  const [body, setBody] = useState('');
  const [header, setHeader] = useState('');
  const [secretId, setSecretId] = useState<string | null>(null);
  const secrets = useQuery(
    apiQuery('/portal/api/brands/{brandId}/developers/signatures/secrets', { params: { brandId } }),
  );
  const explain = useMutation({
    mutationFn: () =>
      post(EXPLAIN, {
        params: { brandId },
        body: { thing: thing as 'webhook', body, header, ...(secretId && { secretId }) },
      }),
  });
  const named = (secrets.data?.items ?? []).map(({ id, hint, expiresAt, lastUsedAt }) => ({
    value: id,
    label: [
      hint ?? `${id.slice(0, 8)}…${id.slice(-4)}`,
      expiresAt && `ends ${exactTime(expiresAt, timeZone)}`,
      lastUsedAt && `last used ${exactTime(lastUsedAt, timeZone)}`,
    ]
      .filter(Boolean)
      .join(' · '),
  }));
  return (
    <DevelopersFrame lead="Find out why a signature does not match.">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          explain.mutate();
        }}
      >
        <Stack maw={760}>
          <Select
            label="Kind of signature"
            data={THINGS}
            value={thing}
            allowDeselect={false}
            onChange={(value) => setThing(value!)}
          />
          <Textarea
            label="Body, exactly as it was signed or received"
            required
            autosize
            minRows={5}
            maxRows={16}
            value={body}
            spellCheck={false}
            onChange={({ currentTarget }) => setBody(currentTarget.value)}
          />
          <TextInput
            label="Value of the header"
            value={header}
            spellCheck={false}
            onChange={({ currentTarget }) => setHeader(currentTarget.value)}
          />
          <Select
            label="Secret"
            placeholder="Any secret of this brand"
            data={named}
            value={secretId}
            clearable
            onChange={setSecretId}
          />
          <Group>
            <Button type="submit" loading={explain.isPending}>
              Explain
            </Button>
          </Group>
        </Stack>
      </form>
      <Fault text={explain.error?.message} mt="md" />
      {explain.data && <Result explanation={explain.data} />}
    </DevelopersFrame>
  );
}

const VERDICTS = {
  matches: ['green', 'The signature is right.'],
  explained: ['yellow', 'The signature has a known mistake.'],
  unexplained: [
    'red',
    'The signature is wrong, and no known mistake explains it. Another secret may have made it.',
  ],
} as const;

function Result({ explanation }: { explanation: Explanation }) {
  const { verdict, mistakes, stringToSign, knownEvent } = explanation;
  const difference = explanation.difference as { at: number; signed: string; given: string } | null;
  const [color, words] = VERDICTS[verdict];
  return (
    <Section title="Result">
      <Alert color={color} role="status">
        <strong>{words}</strong>
        {mistakes.map(({ says }) => (
          <div key={says}>{says}</div>
        ))}
      </Alert>
      {stringToSign === null ? (
        <p>The body cannot be read as JSON of this kind.</p>
      ) : (
        <>
          <p>{knownEvent ? 'The bytes that were sent and signed:' : 'The string that is signed:'}</p>
          <Code label="String to sign" text={stringToSign} />
        </>
      )}
      {difference && (
        <>
          <p>Your body differs from it after {difference.at} characters:</p>
          <Code label="Difference" text={`signed: ${difference.signed}\ngiven:  ${difference.given}`} plain />
        </>
      )}
    </Section>
  );
}
