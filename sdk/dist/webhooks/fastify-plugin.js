import { receive } from './receiver.js';
export async function fastifyPlugin(app, { path = '/webhooks', ...options }) {
	app.removeAllContentTypeParsers();
	const keep = (_request, body, done) => done(null, body);
	app.addContentTypeParser('*', { parseAs: 'buffer' }, keep);
	const handle = async (request, reply) => {
		const { status, headers, body } = await receive(request.body ?? '', request.headers, options);
		return reply.code(status).headers(headers).send(body);
	};
	app.post(path, handle);
}
