export type { WebhookEvent } from '../client/webhook-event.ts';
export { type FastifyLike, fastifyPlugin, type PluginOptions } from './fastify-plugin.ts';
export { fetchHandler, type NodeRequest, type NodeResponse, nodeHandler } from './handlers.ts';
export { type Movement, movementOf } from './movement.ts';
export { memoryStore, type OnceStore } from './once-store.ts';
export type { HeaderSource, RawBody } from './raw-message.ts';
export type { Received, ReceiverOptions } from './receiver.ts';
export { type SignOptions, sign, type VerifyOptions, verify } from './verify.ts';
export { WebhookError, type WebhookFault } from './webhook-error.ts';
