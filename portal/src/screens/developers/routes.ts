// The routes of the developers' area. /developers leads to the webhooks, which everybody who opens the area may read.
import { createRoute, redirect } from '@tanstack/react-router';
import { brandRoute } from '../../shell/routes.ts';
import { listOf, oneOf } from '../../shell/search/search-text.ts';

export const developersRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/developers',
  beforeLoad: ({ params }) => {
    throw redirect({ href: `/b/${params.brandId}/developers/webhooks` });
  },
});

export interface DeliverySearch {
  state?: string[];
  eventType?: string[];
  transactionId?: string;
  from?: string;
  to?: string;
}

/** The set values among `names`. */
const texts = <Name extends string>(search: Record<string, unknown>, ...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, oneOf(search[name])]).filter(([, value]) => value)) as {
    [N in Name]?: string;
  };

export const webhooksRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/developers/webhooks',
  validateSearch: (search): DeliverySearch => {
    const [state, eventType] = [listOf(search.state), listOf(search.eventType)];
    return {
      ...(state && { state }),
      ...(eventType && { eventType }),
      ...texts(search, 'transactionId', 'from', 'to'),
    };
  },
});

export const deliveryRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/developers/webhooks/$transactionId/$sequence',
});

export const requestsRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/developers/requests',
  staticData: { permission: 'developers.read' },
  validateSearch: (
    search,
  ): {
    outcome?: string[];
    path?: string;
    transactionId?: string;
    requestId?: string;
    from?: string;
    to?: string;
  } => {
    const outcome = listOf(search.outcome);
    return {
      ...(outcome && { outcome }),
      ...texts(search, 'path', 'transactionId', 'requestId', 'from', 'to'),
    };
  },
});

export const signaturesRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/developers/signatures',
  staticData: { permission: 'developers.read' },
});
export const snippetsRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/developers/snippets',
  staticData: { permission: 'developers.read' },
});
