// The palette that Ctrl/⌘ K opens: goes to a page, starts an action, finds a transaction by any of its data. It keeps
// one size and one place for any result. Its first hit is chosen, and Enter opens it. Later hits come below.
import { Modal, TextInput } from '@mantine/core';
import { IconListSearch, IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { CARD_NUMBER_ADVICE, cardNumberEnd } from '../../api/card-number.ts';
import { useBrand } from '../session/session.ts';
import { FoundRow } from './found-row.tsx';
import classes from './palette.module.css';
import { fittingActions, usePaletteActions } from './palette-actions.ts';
import { useFound } from './use-found.ts';

interface Hit {
  id: string;
  /** The heading of its group. */
  group: string;
  content: ReactNode;
  run: () => unknown;
  /** The palette stays open. */
  stays?: boolean;
}

export default function Palette({ asked, onKeys }: { asked: number; onKeys: () => void }) {
  const [opened, setOpened] = useState(true);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const cardEnd = cardNumberEnd(typed);
  const type = (text: string) => {
    setTyped(text);
    setChosen(0);
  };
  const { hits, searching } = useHits(typed, onKeys, type);
  const pick = ({ run, stays = false }: Hit) => {
    if (!stays) setOpened(false);
    run();
  };
  const onEarlyEnter = useEarlyEnter(typed, hits[0], pick);
  useEffect(() => {
    if (asked === 0) return;
    setOpened(true);
    setTyped('');
    setChosen(0);
  }, [asked]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setChosen((chosen + step + hits.length) % Math.max(1, hits.length));
    else if (event.key === 'Enter') hits[chosen] ? pick(hits[chosen]) : searching && onEarlyEnter();
    else return;
    event.preventDefault();
  }
  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      withCloseButton={false}
      centered={false}
      yOffset="12dvh"
      size={600}
      padding={0}
      classNames={{ body: classes.palette ?? '' }}
      attributes={{ content: { 'aria-label': 'Search and actions' } }}
    >
      <TextInput
        className={classes.field ?? ''}
        variant="unstyled"
        data-autofocus
        role="combobox"
        aria-label="Search"
        aria-expanded="true"
        aria-controls="palette-hits"
        aria-activedescendant={hits[chosen] && `palette-${chosen}`}
        placeholder="Name, reference, amount, last four digits, a page or an action"
        leftSection={<IconSearch size={18} stroke={1.5} />}
        value={typed}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {cardEnd && (
        <p className={classes.note} role="alert">
          {CARD_NUMBER_ADVICE}
        </p>
      )}
      <Hits hits={hits} chosen={chosen} pick={pick} />
      <p className={classes.note} role="status">
        {searching && 'Searching transactions…'}
        {!searching &&
          hits.length === 0 &&
          'Nothing found. Search names and e-mail addresses by whole words.'}
      </p>
    </Modal>
  );
}

function Hits({ hits, chosen, pick }: { hits: readonly Hit[]; chosen: number; pick: (hit: Hit) => void }) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const groups = [...Map.groupBy(hits, ({ group }) => group)];
  return (
    <div className={classes.hits} id="palette-hits" role="listbox" aria-label="Hits" ref={list}>
      {groups.map(([group, own]) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
        <div key={group} role="group" aria-label={group}>
          <p className={classes.group} aria-hidden="true">
            {group}
          </p>
          {own.map((hit) => {
            const place = hits.indexOf(hit);
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
              // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
              <div
                key={hit.id}
                id={`palette-${place}`}
                role="option"
                aria-selected={place === chosen}
                className={classes.hit}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => pick(hit)}
              >
                {hit.content}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

/** Pages and actions first, because they are there at once; transactions below them. */
function useHits(typed: string, onKeys: () => void, type: (text: string) => void) {
  const brand = useBrand();
  const navigate = useNavigate();
  const actions = usePaletteActions(onKeys);
  const { items, searching } = useFound(typed);
  const cardEnd = cardNumberEnd(typed);
  if (cardEnd) {
    const content = row(<IconSearch size={18} stroke={1.5} />, `Search for ${cardEnd}`);
    const hit: Hit = { id: 'end', group: 'Card', content, run: () => type(cardEnd), stays: true };
    return { hits: [hit], searching: false };
  }
  const places = fittingActions(actions, typed).flatMap(([group, own]) =>
    own.map(({ id, label, icon: Icon, run }): Hit => {
      return { id, group, content: row(<Icon size={18} stroke={1.5} />, label), run };
    }),
  );
  const found = items.map((one): Hit => {
    const run = () => navigate({ to: `/b/${brand.id}/transactions/${one.id}` as '/' });
    return { id: one.id, group: 'Transactions', content: <FoundRow found={one} />, run };
  });
  const q = typed.trim();
  const all: Hit = {
    id: 'all',
    group: 'Transactions',
    content: row(<IconListSearch size={18} stroke={1.5} />, `Show all for “${q}”`),
    run: () => navigate({ to: `/b/${brand.id}/transactions` as '/', search: { q } as never }),
  };
  return { hits: [...places, ...found, ...(found.length > 0 ? [all] : [])], searching };
}

const row = (icon: ReactNode, label: string) => (
  <>
    {icon}
    <span>{label}</span>
  </>
);

/**
 * If the user presses Enter before the answer is there, this opens the first hit of the answer, unless the text has
 * changed.
 */
function useEarlyEnter(typed: string, first: Hit | undefined, pick: (hit: Hit) => void): () => void {
  const pressed = useRef<string | null>(null);
  useEffect(() => {
    if (pressed.current === null || (pressed.current === typed && !first)) return;
    const isSame = pressed.current === typed;
    pressed.current = null;
    if (isSame && first) pick(first);
  });
  return () => {
    pressed.current = typed;
  };
}
