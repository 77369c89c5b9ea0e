// Settings › API keys: the keys and the signing secrets of the brand. A replaced key or secret still works for a while,
// so that a server can change over without an outage. The user can end the former one at once. A new one is shown only
// once.
import { Badge, Button, Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, del, post } from '../../api/client.ts';
import { apiQuery, invalidate } from '../../api/queries.ts';
import { ConfirmAction } from '../../parts/confirm-action.tsx';
import { SecretDialog } from '../../parts/secret-once.tsx';
import { Section } from '../../parts/section.tsx';
import { StatusDot } from '../../parts/status-dot.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { Time } from '../../parts/time.tsx';
import { useBrand, useCan } from '../../shell/session/session.ts';
import { toast } from '../../shell/toasts.tsx';
import { SettingsFrame } from './frame/settings-frame.tsx';
import { AllowSettle, lacksSettle, wordsOf } from './key-scopes.tsx';

type Credential = Answer<'/portal/api/brands/{brandId}/api-keys'>['items'][number];

const KINDS = {
  key: {
    path: '/portal/api/brands/{brandId}/api-keys',
    title: 'API keys',
    one: 'API key',
    label: 'API key',
    lead: 'Your server sends one as X-API-KEY with each request.',
  },
  secret: {
    path: '/portal/api/brands/{brandId}/signing-secrets',
    title: 'Signing secrets',
    one: 'signing secret',
    label: 'Signing secret',
    lead: 'The key that signs your requests, our answers and webhooks.',
  },
} as const;
type Kind = keyof typeof KINDS;

const OVERLAPS = [
  { value: '86400', label: 'In 24 hours', hint: 'Enough time to change your servers without an outage.' },
  { value: '3600', label: 'In an hour', hint: 'If you change your server now.' },
  { value: '604800', label: 'In 7 days', hint: 'If you must change several servers.' },
  {
    value: '0',
    label: 'At once',
    hint: 'After a leak. From now on, requests with the old one are refused.',
  },
];

export function Keys() {
  const mayRotate = useCan('keys.rotate');
  return (
    <SettingsFrame
      lead="Your server authenticates with them. A key is shown once; later you can only replace it."
      readOnly={!mayRotate && 'An owner or a developer'}
    >
      <Credentials kind="key" />
      <Credentials kind="secret" />
    </SettingsFrame>
  );
}

function Credentials({ kind }: { kind: Kind }) {
  const { path, title, one, lead } = KINDS[kind];
  const brand = useBrand();
  const mayRotate = useCan('keys.rotate');
  const mayAllow = useCan('keys.allow-settle');
  const params = { brandId: brand.id };
  const query = useQuery(apiQuery(path, { params }));
  const [isRotating, setRotating] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const [ending, setEnding] = useState<Credential | null>(null);
  const [allowing, setAllowing] = useState<Credential | null>(null);
  const changed = () => invalidate(path, '/portal/api/audit');
  const columns: Column<Credential>[] = [
    { id: 'hint', header: title.slice(0, -1), cell: ({ hint }) => <code>{hint ?? 'not kept'}</code> },
    { id: 'state', header: 'State', beside: true, cell: (row) => <State row={row} /> },
    ...(kind === 'key'
      ? [{ id: 'may', header: 'May', cell: (row: Credential) => <span>{wordsOf(row.scopes)}</span> }]
      : []),
    { id: 'created', header: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
    { id: 'used', header: 'Last used', cell: (row) => <LastUse row={row} /> },
    {
      id: 'end',
      header: 'Action',
      headerHidden: true,
      align: 'end',
      cell: (row) =>
        mayAllow && lacksSettle(row) ? (
          <Button size="compact-sm" variant="default" onClick={() => setAllowing(row)}>
            Allow approvals
          </Button>
        ) : mayRotate && row.state === 'former' ? (
          <Button size="compact-sm" variant="default" onClick={() => setEnding(row)}>
            End now
          </Button>
        ) : null,
    },
  ];
  return (
    <Section
      title={title}
      lead={lead}
      actions={
        mayRotate && (
          <Button variant="default" onClick={() => setRotating(true)}>
            Rotate {one}
          </Button>
        )
      }
    >
      <DataTable
        label={title}
        columns={columns}
        rows={query.data?.items}
        rowKey={({ id }) => id}
        error={query.error}
        again={query.refetch}
        expected={2}
      />
      <Rotate
        kind={kind}
        opened={isRotating}
        onClose={() => setRotating(false)}
        onMade={async (secret) => {
          setMade(secret);
          await changed();
        }}
      />
      <SecretDialog
        title={`Your new ${one}`}
        label={KINDS[kind].label}
        value={made}
        onClose={() => setMade(null)}
      />
      <ConfirmAction
        opened={ending !== null}
        onClose={() => setEnding(null)}
        title={`End ${ending?.hint ?? `this ${one}`} now?`}
        action={`End this ${one}`}
        danger
        onConfirm={async () => {
          const given = { params: { ...params, credentialId: ending!.id } };
          if (kind === 'key') await del('/portal/api/brands/{brandId}/api-keys/{credentialId}', given);
          else await del('/portal/api/brands/{brandId}/signing-secrets/{credentialId}', given);
          await changed();
          toast(`The old ${one} has ended`);
        }}
      >
        {ending && <EndConsequence row={ending} />}
      </ConfirmAction>
      <AllowSettle row={allowing} onClose={() => setAllowing(null)} onChanged={changed} />
    </Section>
  );
}

function State({ row: { state, expiresAt } }: { row: Credential }) {
  if (state === 'current') return <StatusDot mood="good">Current</StatusDot>;
  if (state === 'ended') return <StatusDot mood="quiet">Ended</StatusDot>;
  return (
    <StatusDot mood="warn">
      <span>
        Ends <Time at={expiresAt} />
      </span>
    </StatusDot>
  );
}

function LastUse({ row: { lastUsedAt, lastUsedFrom } }: { row: Credential }) {
  if (lastUsedAt === null) return <span>Never used</span>;
  return (
    <span>
      <Time at={lastUsedAt} />
      {lastUsedFrom && (
        <Badge ml={8} variant="default" tt="none" fw={400}>
          {lastUsedFrom}
        </Badge>
      )}
    </span>
  );
}

function EndConsequence({ row: { lastUsedAt, lastUsedFrom } }: { row: Credential }) {
  return (
    <>
      From now on, requests with it are refused.{' '}
      {lastUsedAt === null ? (
        'It has not been used.'
      ) : (
        <>
          It was used last <Time at={lastUsedAt} />
          {lastUsedFrom && <> from {lastUsedFrom}</>}: make sure that this server has the new one.
        </>
      )}
    </>
  );
}

function Rotate({
  kind,
  opened,
  onClose,
  onMade,
}: {
  kind: Kind;
  opened: boolean;
  onClose: () => void;
  onMade: (secret: string) => Promise<unknown>;
}) {
  const { path, one } = KINDS[kind];
  const brand = useBrand();
  const [overlap, setOverlap] = useState('86400');
  const { data: settings } = useQuery({
    ...apiQuery('/portal/api/brands/{brandId}/settings', { params: { brandId: brand.id } }),
    enabled: opened && kind === 'key',
  });
  return (
    <ConfirmAction
      opened={opened}
      onClose={onClose}
      title={`Create a new ${one}?`}
      action={`Create a new ${one}`}
      danger={overlap === '0'}
      onConfirm={async () => {
        const given = { params: { brandId: brand.id }, body: { expirePreviousInSeconds: Number(overlap) } };
        const answer = await post(path, given);
        await onMade(answer.secret);
      }}
    >
      <Stack gap="sm">
        <span>
          {kind === 'key'
            ? 'The new key works at once. The old ones work until they end.'
            : 'Answers and webhooks are signed with the new secret from now on: your server must know it before it checks the next one. Your requests are accepted with the old ones until they end.'}
        </span>
        {settings?.fourEyes && (
          <span>
            It cannot approve payouts until another owner or a finance approver allows it, because this brand
            requires four eyes.
          </span>
        )}
        <Radio.Group label="The old ones end" value={overlap} onChange={setOverlap}>
          <Stack gap="xs" mt="xs">
            {OVERLAPS.map(({ value, label, hint }) => (
              <Radio key={value} value={value} label={label} description={hint} />
            ))}
          </Stack>
        </Radio.Group>
      </Stack>
    </ConfirmAction>
  );
}
