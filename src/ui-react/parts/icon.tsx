/** Stroke icons on a 24 × 24 grid, drawn for Latchkey. */
const paths = {
  back: 'M14.5 5.5 8 12l6.5 6.5',
  forward: 'M9.5 5.5 16 12l-6.5 6.5',
  close: 'M6.5 6.5l11 11M17.5 6.5l-11 11',
  check: 'M5.5 12.5l4.5 4.5 8.5-10',
  copy: 'M9 9.5h9a1 1 0 0 1 1 1V19a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1v-8.5a1 1 0 0 1 1-1ZM16 9V5.5a1 1 0 0 0-1-1H6a1 1 0 0 0-1 1V15a1 1 0 0 0 1 1h2',
  alert:
    'M12 8.5v4.5M12 16.2v.1M10.4 4.8 3.4 17a1.85 1.85 0 0 0 1.6 2.8h14a1.85 1.85 0 0 0 1.6-2.8l-7-12.2a1.85 1.85 0 0 0-3.2 0Z',
  info: 'M12 11.5v4.5M12 8v.1M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17Z',
  out: 'M14 5h5v5M19 5l-8.5 8.5M17 13.5V18a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1h4.5',
  leave: 'M10 4.5H6.5a1 1 0 0 0-1 1v13a1 1 0 0 0 1 1H10M15 8l4 4-4 4M19 12H10',
  retry: 'M19.5 12a7.5 7.5 0 1 1-2.3-5.4M19.5 4v4h-4',
  wallet:
    'M4.5 7.5A1.5 1.5 0 0 1 6 6h11a1.5 1.5 0 0 1 1.5 1.5V9M4.5 7.5v9.5A2 2 0 0 0 6.5 19h11a2 2 0 0 0 2-2v-6a2 2 0 0 0-2-2H6a1.5 1.5 0 0 1-1.5-1.5ZM15.8 14v.1',
  network:
    'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM3.5 12h17M12 3.5c2.3 2.4 3.4 5.2 3.4 8.5s-1.1 6.1-3.4 8.5c-2.3-2.4-3.4-5.2-3.4-8.5s1.1-6.1 3.4-8.5Z',
  people:
    'M9.5 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM3 19.5c.4-3.2 3-5 6.5-5s6.1 1.8 6.5 5M16 5a3.3 3.3 0 0 1 0 6.2M18 15c1.7.8 2.8 2.3 3 4.5',
  search: 'M11 17.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM16 16l4 4',
  qr: 'M4.5 4.5h5.5v5.5H4.5zM14 4.5h5.5v5.5H14zM4.5 14h5.5v5.5H4.5zM14 14h2v2M19.5 14v1M14 19.5h1M18 18.5h1.5v1',
  grid: 'M5 5h5v5H5zM14 5h5v5h-5zM5 14h5v5H5zM14 14h5v5h-5z',
  picture:
    'M5.5 5h13a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1ZM4.5 15.8l4.7-4.3 4.3 4 2.2-2 3.8 3.3M15.6 9v.1',
  certified:
    'M12 3.5l2.3 1.9 3-.2.7 2.9 2.5 1.6-1.1 2.8 1.1 2.8-2.5 1.6-.7 2.9-3-.2-2.3 1.9-2.3-1.9-3 .2-.7-2.9L3.5 15.3l1.1-2.8-1.1-2.8L6 8.1l.7-2.9 3 .2ZM8.8 12.4l2.3 2.3 4.2-4.8',
  key: 'M8.5 15.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12.3 12.5H20v3M17 12.5v2.5',
  layers: 'M12 4.5l8 4-8 4-8-4ZM4.5 12.5l7.5 3.8 7.5-3.8M4.5 16l7.5 3.8 7.5-3.8',
  activity: 'M4 12h3.5l2.5-6.5 4 13 2.5-6.5H20',
  send: 'M7 17 17 7M9 7h8v8',
  swaps: 'M7.5 8.5h11M15 5l3.5 3.5L15 12M16.5 15.5h-11M9 12l-3.5 3.5L9 19',
  turn: 'M8.5 5v14M5 15.5 8.5 19l3.5-3.5M15.5 19V5M12 8.5 15.5 5 19 8.5',
  receive: 'M17 7 7 17M15 17H7V9',
  phone:
    'M8.5 3.5h7a1.5 1.5 0 0 1 1.5 1.5v14a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 7 19V5a1.5 1.5 0 0 1 1.5-1.5ZM11 17.5h2',
  help: 'M9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1.9-1.1 1.8M12 16.5v.1M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17Z',
  clock: 'M12 7.5V12l3 2M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17Z',
  mail: 'M5 6h14a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1ZM4.5 7l7.5 6 7.5-6',
  card: 'M4.5 6.5h15a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1ZM3.5 10.2h17M7 14.2h3',
} as const
export type IconName = keyof typeof paths

export function isIconName(name: string | undefined): name is IconName {
  return name !== undefined && Object.hasOwn(paths, name)
}

export function Icon({ name, size = 20 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      aria-hidden="true"
      className={`icon icon-${name}`}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={paths[name]} pathLength={name === 'check' ? 1 : undefined} />
    </svg>
  )
}
