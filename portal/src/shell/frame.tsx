// The frame around every screen of a brand: rail, top bar, the strip of the test environment, the foot with the time
// zone. On a phone the rail is a drawer. The frame appears at once; the screen in it loads on its own.
import { Burger, Drawer } from '@mantine/core';
import { Outlet, useLocation, useMatches } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { NotOfRole } from './fallbacks.tsx';
import { Rail } from './rail.tsx';
import { SearchEverywhere } from './search/search-everywhere.tsx';
import { AccountMenu } from './session/account-menu.tsx';
import { IdentityGuard } from './session/identity-guard.tsx';
import { useBrand, useSession } from './session/session.ts';
import { SessionGuard } from './session/session-guard.tsx';
import classes from './shell.module.css';

export function Frame() {
  const { environment, permissions } = useSession();
  const { id, timeZone } = useBrand();
  const { pathname } = useLocation();
  const needed = useMatches().at(-1)?.staticData.screen?.permission;
  const [opened, setOpened] = useState(false);
  useEffect(() => setOpened(false), [pathname]);

  return (
    <div className={classes.frame}>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      {environment === 'test' && (
        <aside className={classes.strip} aria-label="Environment" data-shell>
          <strong>Test mode</strong> – no money moves
        </aside>
      )}
      <header className={classes.top} data-shell>
        <Burger
          className={classes.burger}
          size="sm"
          opened={opened}
          onClick={() => setOpened(!opened)}
          aria-label={opened ? 'Close navigation' : 'Open navigation'}
        />
        <SearchEverywhere />
        <AccountMenu />
      </header>
      <aside className={classes.rail} aria-label="Brand and areas" data-shell>
        <Rail />
      </aside>
      <Drawer
        opened={opened}
        onClose={() => setOpened(false)}
        size={264}
        title="Tollgate"
        closeButtonProps={{ 'aria-label': 'Close navigation' }}
      >
        <Rail />
      </Drawer>
      <main className={classes.main} id="main" tabIndex={-1}>
        {/* A brand's screens must keep nothing of another brand. */}
        {needed && !permissions.includes(needed) ? <NotOfRole /> : <Outlet key={id} />}
      </main>
      <IdentityGuard />
      <SessionGuard />
      <footer className={classes.foot}>
        All times in {timeZone === 'UTC' ? 'UTC' : timeZone.replaceAll('_', ' ')}
      </footer>
    </div>
  );
}
