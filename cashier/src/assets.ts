// The address below which the gateway's files are. It comes from the script's own address, so it is right wherever the
// page is and whatever path a proxy puts before it.

export const ASSETS = import.meta.url.replace(/cashier\/app\/[^/]*$/, '');
