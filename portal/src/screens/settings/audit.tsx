// Settings › Audit log: who did what to what, before and after, newest first. The user filters by person, action,
// target and time, and downloads a file. It also shows whether the chain is complete, and when that was checked.
import { Alert, Anchor, Button, Menu, Skeleton } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, addressOf } from '../../api/client.ts';
import { apiPages, apiQuery } from '../../api/queries.ts';
import { CopyId } from '../../parts/copy-id.tsx';
import { addDays, exactTime, numberText, startOfDay } from '../../parts/format.ts';
import { EmptyState, ErrorState } from '../../parts/states.tsx';
import { StatusDot } from '../../parts/status-dot.tsx';
import { EXPORT_FORMATS } from '../../parts/table/export-menu.tsx';
import { FilterChips } from '../../parts/table/filter-chips.tsx';
import { Time } from '../../parts/time.tsx';
import { toTransaction } from '../../parts/transaction-link.tsx';
import type { FiltersOf } from '../../shell/search/search-text.ts';
import { useFilters } from '../../shell/search/use-filters.ts';
import { useBrand } from '../../shell/session/session.ts';
import { SettingsFrame } from './frame/settings-frame.tsx';
import classes from './settings.module.css';

const PATH = '/portal/api/audit';
type Entry = Answer<typeof PATH>['items'][number];

const FILTERS = {
  who: 'list',
  action: 'list',
  kind: 'text',
  target: 'text',
  from: 'text',
  to: 'text',
} as const;

export function AuditLog() {
  const { timeZone } = useBrand();
  const [search, change] = useFilters(FILTERS);
  const people = useQuery(apiQuery('/portal/api/audit/people'));
  const asked = queryOf(search, timeZone);
  const query = useInfiniteQuery(apiPages(PATH, { query: asked }));
  const entries = query.data?.pages.flatMap(({ items }) => items);
  const isFiltered = Object.keys(search).length > 0;
  return (
    <SettingsFrame
      lead="Every change by your users, with your API keys and by the gateway’s operators. Nobody can alter or remove a row."
      actions={<Export query={asked} timeZone={timeZone} />}
    >
      <Proof />
      <FilterChips
        filters={[
          {
            key: 'who',
            label: 'Person',
            kind: 'choice',
            options: (people.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
          },
          { key: 'kind', label: 'Kind', kind: 'choice', one: true, options: ACTOR_KINDS },
          { key: 'action', label: 'Action', kind: 'choice', options: ACTIONS },
          { key: 'target', label: 'Target', kind: 'text', placeholder: 'Id of a transaction or a user' },
          { key: 'at', label: 'Time', kind: 'days', from: 'from', to: 'to' },
        ]}
        values={search}
        onChange={change}
      />
      {query.error && !entries && <ErrorState error={query.error} again={query.refetch} />}
      {!entries && !query.error && <Skeleton height={320} />}
      {entries?.length === 0 && (
        <EmptyState title={isFiltered ? 'Nothing matches' : 'No changes yet'}>
          {isFiltered
            ? 'Remove a filter to see more.'
            : 'Changes to settings, keys, users, payouts and refunds appear here.'}
        </EmptyState>
      )}
      {entries && entries.length > 0 && (
        <ol
          className={classes.entries}
          aria-label="Audit log"
          data-stale={query.isPlaceholderData || undefined}
        >
          {entries.map((entry) => (
            <EntryRow key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      {query.hasNextPage && (
        <div>
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </SettingsFrame>
  );
}

function EntryRow({ entry }: { entry: Entry }) {
  const { actor, changes, at, ip, requestId } = entry;
  const [isOpen, setOpen] = useState(false);
  return (
    <li className={classes.entry}>
      <div className={classes.entryHead}>
        <span>
          <b>{actor.name}</b>
          {actor.kind === 'operator' && ' (operator of the gateway)'}
          {actor.kind === 'api' && ' (over the API)'} <Sentence entry={entry} />
        </span>
        <span className={classes.entryMeta}>
          <Time at={at} />
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            aria-expanded={isOpen}
            rightSection={<IconChevronDown size={14} data-open={isOpen || undefined} />}
            onClick={() => setOpen(!isOpen)}
          >
            Details
          </Button>
        </span>
      </div>
      {isOpen && (
        <dl className={classes.diff}>
          {changes.map((change) => (
            <Change key={change.field} {...change} />
          ))}
          <dt>time</dt>
          <dd>
            <Time at={at} exact />
          </dd>
          {ip && (
            <>
              <dt>from</dt>
              <dd>{ip}</dd>
            </>
          )}
          {requestId && (
            <>
              <dt>request</dt>
              <dd>
                <CopyId value={requestId} label="request id" />
              </dd>
            </>
          )}
        </dl>
      )}
    </li>
  );
}

/** If the sentence names a transaction, it links to the transaction's page. */
function Sentence({ entry: { sentence, target } }: { entry: Entry }) {
  const at = target.name === null ? -1 : sentence.indexOf(target.name);
  if (target.kind !== 'transaction' || target.name === null || target.brandId === null || at < 0)
    return sentence;
  return (
    <>
      {sentence.slice(0, at)}
      <Anchor component={Link} underline="always" {...toTransaction(target.brandId, target.id)}>
        {target.name}
      </Anchor>
      {sentence.slice(at + target.name.length)}
    </>
  );
}

function Change({ field, before, after }: Entry['changes'][number]) {
  const { timeZone } = useBrand();
  const words = (value: string) => (ISO.test(value) ? exactTime(value, timeZone) : value);
  return (
    <>
      <dt>{field}</dt>
      <dd>
        {after === null && <span className={classes.before}>was </span>}
        {before !== null && <span className={classes.before}>{words(before)}</span>}
        {before !== null && after !== null && ' → '}
        {after !== null && words(after)}
      </dd>
    </>
  );
}

const ISO = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function Proof() {
  const query = useQuery({ ...apiQuery('/portal/api/audit/proof'), staleTime: 60_000 });
  const proof = query.data;
  if (!proof) return null;
  if (!proof.ok) {
    return (
      <Alert color="red" role="alert" title="The log is not intact">
        Its chain is broken: {proof.fault}. Tell the operator of the gateway. Checked{' '}
        <Time at={proof.checkedAt} />.
      </Alert>
    );
  }
  return (
    <div className={classes.row}>
      <StatusDot mood="good">
        <span>
          {proof.rows === 1 ? 'The one row is' : `All ${numberText(proof.rows)} rows are`} as written, checked{' '}
          <Time at={proof.checkedAt} />
        </span>
      </StatusDot>
      <Button size="compact-sm" variant="subtle" loading={query.isFetching} onClick={() => query.refetch()}>
        Check again
      </Button>
    </div>
  );
}

function Export({ query, timeZone }: { query: object; timeZone: string }) {
  const href = (format: (typeof EXPORT_FORMATS)[number]['format']) =>
    addressOf('/portal/api/audit/export', { query: { ...query, format, timeZone } });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {EXPORT_FORMATS.map(({ label, format }) => (
          <Menu.Item key={format} component="a" href={href(format)} download>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function queryOf({ who, kind, action, target, from, to }: FiltersOf<typeof FILTERS>, timeZone: string) {
  return {
    ...(who && { actor: who.join(',') }),
    ...(kind && { actorKind: kind as 'user' }),
    ...(action && { action: action.join(',') }),
    ...(target && { target }),
    ...(from && { from: startOfDay(from, timeZone) }),
    ...(to && { until: startOfDay(addDays(to, 1), timeZone) }),
  };
}

const ACTOR_KINDS = [
  { value: 'user', label: 'Your users' },
  { value: 'api', label: 'API keys' },
  { value: 'operator', label: 'Operators of the gateway' },
];

/** The actions that merchants look for. An address may name any action. */
const ACTIONS = [
  ['brand.changed', 'Settings changed'],
  ['brand.option-set', 'Method set'],
  ['api-key.rotated', 'API key rotated'],
  ['api-key.ended', 'API key ended'],
  ['api-key.scopes-changed', 'API key may approve payouts'],
  ['signing-secret.rotated', 'Signing secret rotated'],
  ['signing-secret.ended', 'Signing secret ended'],
  ['block.created', 'Block added'],
  ['block.removed', 'Block removed'],
  ['saved-card.removed', 'Saved card removed'],
  ['user.invited', 'User invited'],
  ['single-sign-on.changed', 'Single sign-on changed'],
  ['user.signed-in', 'Signed in'],
  ['user.sign-in-failed', 'Sign-in failed'],
  ['payout.approved', 'Payout approved'],
  ['payout.declined', 'Payout declined'],
  ['refund.made', 'Refund created'],
  ['transaction.cancelled', 'Transaction cancelled'],
  ['outcome.forced', 'Outcome decided'],
  ['webhooks.resumed', 'Webhooks resumed'],
  ['brand.funded', 'Brand funded'],
].map(([value, label]) => ({ value: value!, label: label! }));
