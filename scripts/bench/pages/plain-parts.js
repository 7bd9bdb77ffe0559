const paths = {
  back: 'M14.5 5.5 8 12l6.5 6.5',
  forward: 'M9.5 5.5 16 12l-6.5 6.5',
  close: 'M6.5 6.5l11 11M17.5 6.5l-11 11',
  copy: 'M9 9.5h9a1 1 0 0 1 1 1V19a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1v-8.5a1 1 0 0 1 1-1ZM16 9V5.5a1 1 0 0 0-1-1H6',
  card: 'M4.5 6.5h15a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1ZM3.5 10.2h17M7 14.2h3',
  swaps: 'M7.5 8.5h11M15 5l3.5 3.5L15 12M16.5 15.5h-11M9 12l-3.5 3.5L9 19',
  receive: 'M17 7 7 17M15 17H7V9',
  send: 'M7 17 17 7M9 7h8v8',
  turn: 'M8.5 5v14M5 15.5 8.5 19l3.5-3.5M15.5 19V5M12 8.5 15.5 5 19 8.5',
  people: 'M9.5 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM3 19.5c.4-3.2 3-5 6.5-5s6.1 1.8 6.5 5',
  key: 'M8.5 15.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12.3 12.5H20v3M17 12.5v2.5',
  out: 'M14 5h5v5M19 5l-8.5 8.5M17 13.5V18a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1h4.5',
  leave: 'M10 4.5H6.5a1 1 0 0 0-1 1v13a1 1 0 0 0 1 1H10M15 8l4 4-4 4M19 12H10',
  mail: 'M5 6h14a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1ZM4.5 7l7.5 6 7.5-6',
  globe:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 0c2.5 2.4 3.8 5.4 3.8 9s-1.3 6.6-3.8 9M3.3 9h17.4M3.3 15h17.4',
}

export function icon(name, size = 20) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  const attributes = { viewBox: '0 0 24 24', width: size, height: size, fill: 'none', stroke: 'currentColor' }
  for (const [attribute, value] of Object.entries(attributes)) svg.setAttribute(attribute, value)
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  path.setAttribute('d', paths[name])
  svg.append(path)
  return svg
}

export function make(name, properties = {}) {
  return Object.assign(document.createElement(name), properties)
}
