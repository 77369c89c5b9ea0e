// The address below which the gateway's files stand: the script's own address says it, wherever the page is and whatever path
// of a proxy is before it.

export const ASSETS = import.meta.url.replace(/cashier\/app\/[^/]*$/, '');
