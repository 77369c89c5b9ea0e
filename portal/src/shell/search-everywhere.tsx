// The search field of the top bar and Ctrl/⌘ K. What opens, the palette, is loaded when it is first asked for.
import { Kbd, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import classes from './shell.module.css';

const Palette = lazy(() => import('./palette.tsx'));
const IS_MAC = /Mac|iPhone|iPad/.test(navigator.platform);

export function SearchEverywhere() {
  /** How often it was asked for; 0 loads nothing. */
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.shiftKey ||
        event.altKey
      )
        return;
      event.preventDefault();
      setAsked((times) => times + 1);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  return (
    <>
      <UnstyledButton className={classes.search} onClick={() => setAsked((times) => times + 1)}>
        <IconSearch size={16} stroke={1.75} aria-hidden="true" />
        <span>Search</span>
        <Kbd size="xs" aria-hidden="true">
          {IS_MAC ? '⌘ K' : 'Ctrl K'}
        </Kbd>
      </UnstyledButton>
      {asked > 0 && (
        <Suspense>
          <Palette asked={asked} />
        </Suspense>
      )}
    </>
  );
}
