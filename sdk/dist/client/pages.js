export async function* pagesOf(transport, path, query, options) {
	let next = query;
	while (next !== null) {
		const { body, headers } = await transport.get(path, next, options);
		yield* body;
		next = nextOf(headers.get('link'));
	}
}
function nextOf(link) {
	const [, address] = /<([^<>]+)>\s*;\s*rel="?next"?/.exec(link ?? '') ?? [];
	return address === undefined ? null : Object.fromEntries(new URL(address, 'http://gateway').searchParams);
}
