// Notes and tags that colleagues leave on a transaction.
import { Badge, Button, CloseButton, Group, TagsInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { del, post, put } from '../../../api/client.ts';
import { invalidate } from '../../../api/queries.ts';
import { LeaveGuard } from '../../../parts/leave-guard.tsx';
import { Section } from '../../../parts/section.tsx';
import { Time } from '../../../parts/time.tsx';
import { useBrand } from '../../../shell/session/session.ts';
import { toast } from '../../../shell/toasts.tsx';
import { PAGE, type PageOf } from '../page.ts';
import classes from '../transactions.module.css';

export function Notes({ page: { notes, tags, actions, transaction } }: { page: PageOf }) {
  const { id: brandId } = useBrand();
  const params = { brandId, transactionId: transaction.id };
  const mayNote = actions.includes('note');
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);

  async function act(run: () => Promise<unknown>): Promise<boolean> {
    setBusy(true);
    try {
      await run();
      await invalidate(PAGE);
      return true;
    } catch (error) {
      toast((error as Error).message, 'bad');
      return false;
    } finally {
      setBusy(false);
    }
  }

  return (
    <Section title="Notes and tags" lead="Only colleagues see them.">
      <LeaveGuard isDirty={() => typed.trim() !== ''} />
      {mayNote ? (
        <TagsInput
          label="Tags"
          mb="md"
          maxTags={20}
          value={tags}
          disabled={busy}
          placeholder={tags.length === 0 ? 'Type a tag, then Enter' : ''}
          onChange={(next) => act(() => put(`${PAGE}/tags`, { params, body: { tags: next } }))}
        />
      ) : (
        <div className={classes.tags}>
          {tags.map((tag) => (
            <Badge key={tag} variant="light">
              {tag}
            </Badge>
          ))}
        </div>
      )}
      {notes.map(({ id, note, by, own, createdAt }) => (
        <div key={id} className={classes.note}>
          <Group justify="space-between" wrap="nowrap" align="start">
            <span>{note}</span>
            {own && mayNote && (
              <CloseButton
                size="sm"
                aria-label="Remove this note"
                onClick={() =>
                  act(() => del(`${PAGE}/notes/{noteId}`, { params: { ...params, noteId: id } }))
                }
              />
            )}
          </Group>
          <p className={classes.quiet}>
            {by}, <Time at={createdAt} />
          </p>
        </div>
      ))}
      {!mayNote && notes.length === 0 && <p className={classes.quiet}>No notes.</p>}
      {mayNote && (
        <form
          onSubmit={async (event) => {
            event.preventDefault();
            const done = await act(() => post(`${PAGE}/notes`, { params, body: { note: typed.trim() } }));
            if (done) setTyped('');
          }}
        >
          <Textarea
            label="New note"
            autosize
            minRows={2}
            maxLength={1000}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <Button type="submit" variant="default" mt="xs" loading={busy} disabled={typed.trim() === ''}>
            Add note
          </Button>
        </form>
      )}
    </Section>
  );
}
