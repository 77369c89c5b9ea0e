// The user's own account: name, password, second factors, recovery codes, mail, and sessions.
import { Button, Group, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { patch } from '../../api/client.ts';
import { apiQuery, invalidate } from '../../api/queries.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { Section } from '../../parts/section.tsx';
import { ErrorState } from '../../parts/states.tsx';
import { ROLES } from '../../shell/session/account-menu.tsx';
import { useSession } from '../../shell/session/session.ts';
import { toast } from '../../shell/toasts.tsx';
import classes from './access.module.css';
import { OwnMail } from './own-mail.tsx';
import { OwnPassword } from './own-password.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { OwnFactors } from './second-factor/own-factors.tsx';

export function Account() {
  const { user, merchant } = useSession();
  const query = useQuery(apiQuery('/portal/api/account'));
  return (
    <>
      <PageHeader lead={`${user.email} · ${ROLES[user.role] ?? user.role} at ${merchant.name}`} />
      {query.error && !query.data ? (
        <ErrorState error={query.error} again={query.refetch} />
      ) : (
        <div className={classes.sections}>
          <OwnName name={query.data?.name} />
          <OwnPassword email={user.email} />
          <OwnFactors account={query.data} />
          <OwnMail account={query.data} />
          <OwnSessions />
        </div>
      )}
    </>
  );
}

function OwnName({ name: former }: { name: string | undefined }) {
  const [name, setName] = useState(former ?? '');
  const [running, setRunning] = useState(false);
  useEffect(() => {
    if (former !== undefined) setName(former);
  }, [former]);

  async function save(event: FormEvent) {
    event.preventDefault();
    setRunning(true);
    try {
      await patch('/portal/api/account', { body: { name } });
      await invalidate('/portal/api/account', '/portal/api/session');
      toast('Name saved');
    } catch (error) {
      toast((error as Error).message, 'bad');
    } finally {
      setRunning(false);
    }
  }

  return (
    <Section title="Name" lead="Colleagues and the audit log show this name.">
      <form onSubmit={save} className={classes.narrow}>
        <Group gap="xs" align="end">
          <TextInput
            aria-label="Name"
            autoComplete="name"
            maxLength={100}
            required
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            style={{ flex: 1 }}
          />
          <Button
            type="submit"
            variant="default"
            loading={running}
            disabled={former === undefined || name.trim() === '' || name === former}
          >
            Save
          </Button>
        </Group>
      </form>
    </Section>
  );
}
