import { type ReceiverOptions } from './receiver.ts';
export interface PluginOptions<Tx = void> extends ReceiverOptions<Tx> {
	/** Default `/webhooks`. */
	path?: string;
}
/** The part of Fastify that the plugin uses. */
export interface FastifyLike {
	removeAllContentTypeParsers(): unknown;
	addContentTypeParser(type: string, options: {
		parseAs: 'buffer';
	}, parse: (request: never, body: never, done: never) => void): unknown;
	post(path: string, handler: (request: never, reply: never) => Promise<unknown>): unknown;
}
/** `app.register(webhooks.fastifyPlugin, { secrets, store, onEvent })`. */
export declare function fastifyPlugin<Tx = void>(app: FastifyLike, { path, ...options }: PluginOptions<Tx>): Promise<void>;
