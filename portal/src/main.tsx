// The start of the portal's page: styles, the nonce they need, colours, data, routes. The skeleton of the document
// stays until there is a screen.
import './shell/mantine-styles.ts';
import './shell/base.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { onSignedOut } from './api/client.ts';
import { queryClient } from './api/queries.ts';
import { router } from './router.tsx';
import { sessionQuery } from './shell/session/session.ts';
import { theme, variables } from './shell/theme.ts';
import { Toasts } from './shell/toasts.tsx';

const nonce = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? '';
// The library that locks scrolling under a dialog looks for the nonce by this name.
Object.assign(window, { __webpack_nonce__: nonce });

onSignedOut(() => {
  const isGuarded = router.state.location.pathname !== '/sign-in';
  queryClient.removeQueries({ queryKey: sessionQuery.queryKey });
  if (isGuarded) router.navigate({ to: '/sign-in', search: { next: router.state.location.href } });
});

const app = document.getElementById('app')!;
new MutationObserver((_, observer) => {
  if (!app.querySelector(':scope > :not(style)')) return;
  document.getElementById('skeleton')?.remove();
  observer.disconnect();
}).observe(app, { childList: true });

createRoot(app).render(
  <MantineProvider
    theme={theme}
    defaultColorScheme="auto"
    cssVariablesResolver={variables}
    getStyleNonce={() => nonce}
    classNamesPrefix="mantine"
  >
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  </MantineProvider>,
);
