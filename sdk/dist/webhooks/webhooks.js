export { fastifyPlugin } from './fastify-plugin.js';
export { fetchHandler, nodeHandler } from './handlers.js';
export { movementOf } from './movement.js';
export { memoryStore } from './once-store.js';
export { sign, verify } from './verify.js';
export { WebhookError } from './webhook-error.js';
