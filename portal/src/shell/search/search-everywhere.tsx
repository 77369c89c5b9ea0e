// The search field of the top bar and the keys of the whole page: Ctrl/⌘ K or / searches, ? shows all keys, G and then
// a letter goes to an area. The palette and the list of keys must load only when the user first asks for them.
import { Kbd, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { areasFor, keyOf } from '../open-areas.ts';
import { useBrand, useSession } from '../session/session.ts';
import classes from '../shell.module.css';

const Palette = lazy(() => import('./palette.tsx'));
const KeyHelp = lazy(() => import('./key-help.tsx'));
const IS_MAC = /Mac|iPhone|iPad/.test(navigator.platform);
/** The longest pause between G and the letter. */
const CHORD_MS = 1_200;

export function SearchEverywhere() {
  /** How often the user opened it; 0 loads nothing. */
  const [asked, setAsked] = useState(0);
  const [showsKeys, setShowsKeys] = useState<boolean | null>(null);
  const search = () => setAsked((times) => times + 1);
  useKeys(search, () => setShowsKeys(true));
  return (
    <>
      <UnstyledButton className={classes.search} onClick={search} aria-keyshortcuts="Control+K Meta+K">
        <IconSearch size={16} stroke={1.75} aria-hidden="true" />
        <span>Search</span>
        <Kbd size="xs" aria-hidden="true">
          {IS_MAC ? '⌘ K' : 'Ctrl K'}
        </Kbd>
      </UnstyledButton>
      <Suspense>
        {asked > 0 && <Palette asked={asked} onKeys={() => setShowsKeys(true)} />}
        {showsKeys !== null && <KeyHelp opened={showsKeys} onClose={() => setShowsKeys(false)} />}
      </Suspense>
    </>
  );
}

function useKeys(search: () => void, showKeys: () => void): void {
  const { permissions } = useSession();
  const { id } = useBrand();
  const navigate = useNavigate();
  const chordUntil = useRef(0);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      const act = actOf();
      if (!act) return;
      event.preventDefault();
      act();

      function actOf(): (() => unknown) | undefined {
        if (key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !shiftKey && !altKey) return search;
        // Letters in a field or an open dialog are not for this.
        if (
          ctrlKey ||
          metaKey ||
          altKey ||
          isTyping(event.target) ||
          document.querySelector('[aria-modal=true]')
        )
          return;
        if (key === '/') return search;
        if (key === '?') return showKeys;
        const isChord = chordUntil.current > event.timeStamp;
        chordUntil.current = key === 'g' ? event.timeStamp + CHORD_MS : 0;
        const area = isChord && areasFor(permissions).find(({ label }) => keyOf(label) === key);
        return area ? () => navigate({ to: `/b/${id}${area.path}` as '/' }) : undefined;
      }
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [permissions, id, navigate, search, showKeys]);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable=true]');
}
