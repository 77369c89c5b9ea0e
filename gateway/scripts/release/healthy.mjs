// bin/healthy.mjs of a release: ends with 0 if the gateway in this container is ready, else with 1. For a health check
// of an image that has no shell and no curl. It sends nothing secret, and waits three seconds at most.
import { request } from 'node:http';

const port = process.env.PORT || 3000;
const asked = request({ host: '127.0.0.1', port, path: '/health/ready', timeout: 3_000 }, (answer) => {
  process.exit(answer.statusCode === 200 ? 0 : 1);
});
asked.on('timeout', () => asked.destroy(new Error('no answer')));
asked.on('error', () => process.exit(1));
asked.end();
