// What medusa-config.ts names: { resolve: '@tollgate/medusa/providers/tollgate', id: 'tollgate', options }.
import { ModuleProvider, Modules } from '@medusajs/framework/utils';
import { TollgateProvider } from './provider.ts';

export default ModuleProvider(Modules.PAYMENT, { services: [TollgateProvider] });
