// Saved views: the user's own, those of colleagues, and a form that saves the list as it is filtered now.
import { Button, Checkbox, Menu, Stack, TextInput } from '@mantine/core';
import { IconBookmark, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { del, post } from '../../api/client.ts';
import { apiQuery, invalidate } from '../../api/queries.ts';
import { ConfirmAction } from '../../parts/confirm-action.tsx';
import { parseSearch, stringifySearch } from '../../shell/search/search-text.ts';
import { useBrand, useCan } from '../../shell/session/session.ts';
import { toast } from '../../shell/toasts.tsx';
import type { ListSearch } from './list-search.ts';

const VIEWS = '/portal/api/brands/{brandId}/views';

export function SavedViews({ search }: { search: ListSearch }) {
  const { id: brandId } = useBrand();
  const params = { brandId };
  const navigate = useNavigate();
  const views = useQuery(apiQuery(VIEWS, { params })).data?.items ?? [];
  const maySave = useCan('payments.note');
  const [asked, setAsked] = useState<'save' | { id: string; name: string } | null>(null);
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const own = views.filter((view) => view.own);

  async function save() {
    const query = stringifySearch(search).slice(1);
    await post(VIEWS, { params, body: { name: name.trim(), query, shared } });
    await invalidate(VIEWS);
    toast(`“${name.trim()}” saved`);
    setName('');
    setShared(false);
  }

  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<IconBookmark size={16} stroke={1.75} />}>
            Views
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => navigate({ to: '.', search: { authorized: ['all'] } as object })}>
            Authorised, to be captured
          </Menu.Item>
          <Menu.Divider />
          {views.length === 0 && <Menu.Label>No saved views yet</Menu.Label>}
          {views.map((view) => (
            <Menu.Item
              key={view.id}
              onClick={() => navigate({ to: '.', search: parseSearch(view.query) as object })}
            >
              {view.name}
              {!view.own && ` (${view.by})`}
            </Menu.Item>
          ))}
          {maySave && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<IconPlus size={16} />} onClick={() => setAsked('save')}>
                Save this list as a view
              </Menu.Item>
              {own.map((view) => (
                <Menu.Item key={view.id} leftSection={<IconTrash size={16} />} onClick={() => setAsked(view)}>
                  Remove “{view.name}”
                </Menu.Item>
              ))}
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <ConfirmAction
        opened={asked === 'save'}
        onClose={() => setAsked(null)}
        title="Save this list as a view"
        action="Save view"
        disabled={name.trim() === ''}
        onConfirm={save}
      >
        <Stack gap="sm">
          <TextInput
            label="Name"
            data-autofocus
            maxLength={60}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Checkbox
            label="Share with colleagues"
            checked={shared}
            onChange={({ currentTarget }) => setShared(currentTarget.checked)}
          />
        </Stack>
      </ConfirmAction>
      <ConfirmAction
        opened={asked !== null && asked !== 'save'}
        onClose={() => setAsked(null)}
        title={asked !== null && asked !== 'save' ? `Remove “${asked.name}”?` : ''}
        action="Remove view"
        danger
        onConfirm={async () => {
          if (asked === null || asked === 'save') return;
          await del(`${VIEWS}/{viewId}`, { params: { brandId, viewId: asked.id } });
          await invalidate(VIEWS);
        }}
      >
        Colleagues lose it too. Transactions do not change.
      </ConfirmAction>
    </>
  );
}
