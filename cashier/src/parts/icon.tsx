// The page's pictograms, drawn as lines in the colour of the text around. An icon must never be alone: a word is beside
// it, or in the label of its button.

const PATHS = {
  check: 'M5 12.5l4.5 4.5L19 7.5',
  cross: 'M6 6l12 12M18 6L6 18',
  clock: 'M12 7v5l3.5 2M12 21a9 9 0 100-18 9 9 0 000 18z',
  alert: 'M12 8v5M12 16.5v.01M12 21a9 9 0 100-18 9 9 0 000 18z',
  warning:
    'M12 9.5v4M12 17v.01M10.4 4.3L2.8 17.5A1.9 1.9 0 004.4 20.3h15.2a1.9 1.9 0 001.6-2.8L13.6 4.3a1.9 1.9 0 00-3.2 0z',
  info: 'M12 11.5v5M12 8v.01M12 21a9 9 0 100-18 9 9 0 000 18z',
  done: 'M8 12.5l2.8 2.8L16 9.5M12 21a9 9 0 100-18 9 9 0 000 18z',
  copy: 'M9 9h9a1 1 0 011 1v9a1 1 0 01-1 1H9a1 1 0 01-1-1v-9a1 1 0 011-1zM5 15H4.5A1.5 1.5 0 013 13.5v-8A1.5 1.5 0 014.5 4h8A1.5 1.5 0 0114 5.5V6',
  lock: 'M7 11V8a5 5 0 0110 0v3M6 11h12a1 1 0 011 1v7a1 1 0 01-1 1H6a1 1 0 01-1-1v-7a1 1 0 011-1z',
  down: 'M6 9.5l6 6 6-6',
  back: 'M19 12H5M11 6l-6 6 6 6',
  globe:
    'M12 21a9 9 0 100-18 9 9 0 000 18zM3.5 12h17M12 3c2.5 2.5 3.8 5.5 3.8 9S14.5 18.5 12 21c-2.5-2.5-3.8-5.5-3.8-9S9.5 5.5 12 3z',
  card: 'M4 6h16a1 1 0 011 1v10a1 1 0 01-1 1H4a1 1 0 01-1-1V7a1 1 0 011-1zM3 10.5h18M7 14.5h3',
  bank: 'M4 10l8-5.5 8 5.5M5.5 10v8M10 10v8M14 10v8M18.5 10v8M3.5 20.5h17',
  phone: 'M8 3h8a1 1 0 011 1v16a1 1 0 01-1 1H8a1 1 0 01-1-1V4a1 1 0 011-1zM11 18h2',
  print: 'M7 9V4h10v5M7 17H5a1 1 0 01-1-1v-6a1 1 0 011-1h14a1 1 0 011 1v6a1 1 0 01-1 1h-2M7 14h10v6H7z',
  mail: 'M4 6h16a1 1 0 011 1v10a1 1 0 01-1 1H4a1 1 0 01-1-1V7a1 1 0 011-1zM3.5 7l8.5 6.5L20.5 7',
  upload: 'M12 16V5M7.5 9.5L12 5l4.5 4.5M5 19.5h14',
  file: 'M13 3H7a1 1 0 00-1 1v16a1 1 0 001 1h10a1 1 0 001-1V8zM13 3v5h5',
  pin: 'M12 21s7-6.2 7-11.5a7 7 0 10-14 0C5 14.8 12 21 12 21zM12 12a2.5 2.5 0 100-5 2.5 2.5 0 000 5z',
  offline: 'M4 4l16 16M8.5 15.5a5 5 0 015.5-1M5 12a10 10 0 014-2.3M13 9.3a10 10 0 016 2.7M12 19v.01',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class={`icon ${name}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
