const CODES = { red: 31, green: 32, yellow: 33, blue: 36, dim: 2, bold: 1 };
export function paintFor({ colours }) {
	const names = Object.keys(CODES);
	const brush = (code) => (text) => (colours ? `\u001b[${code}m${text}\u001b[0m` : text);
	return Object.fromEntries(names.map((name) => [name, brush(CODES[name])]));
}
export function tell(terminal, fact, line) {
	terminal.out(terminal.json ? JSON.stringify(fact) : line);
}
export function table(rows) {
	const widths = rows.reduce((most, row) => row.map((cell, i) => Math.max(cell.length, most[i] ?? 0)), []);
	return rows
		.map((row) => row
		.map((cell, i) => cell.padEnd(widths[i]))
		.join('  ')
		.trimEnd())
		.join('\n');
}
