// The developers' area in the rail, and the screen of each of its routes. Everybody who reads payments may open it;
// routes.ts says which screens need more.
import { IconCode } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import type { Area } from '../../shell/area.ts';
import {
  deliveryRoute,
  developersRoute,
  requestsRoute,
  signaturesRoute,
  snippetsRoute,
  webhooksRoute,
} from './routes.ts';

webhooksRoute.update({ component: lazyRouteComponent(() => import('./webhooks.tsx'), 'Webhooks') });
deliveryRoute.update({ component: lazyRouteComponent(() => import('./delivery.tsx'), 'DeliveryPage') });
requestsRoute.update({ component: lazyRouteComponent(() => import('./requests.tsx'), 'Requests') });
signaturesRoute.update({ component: lazyRouteComponent(() => import('./signatures.tsx'), 'Signatures') });
snippetsRoute.update({ component: lazyRouteComponent(() => import('./snippets.tsx'), 'Snippets') });

export const developersArea = {
  label: 'Developers',
  icon: IconCode,
  path: '/developers',
  permission: 'payments.read',
  routes: [developersRoute, webhooksRoute, deliveryRoute, requestsRoute, signaturesRoute, snippetsRoute],
} satisfies Area;
