type Child = Node | string | undefined

interface Properties {
  readonly class?: string
  readonly id?: string
  readonly hidden?: boolean
  readonly click?: (event: MouseEvent) => void
  /** Any other attribute. */
  readonly [attribute: string]: unknown
}

/** Creates an element. Texts become text nodes, never HTML. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  { click, ...attributes }: Properties = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(name, '')
    else if (value !== undefined && value !== false) made.setAttribute(name, String(value))
  }
  if (click) made.addEventListener('click', click as EventListener)
  made.append(...children.filter((child) => child !== undefined))
  return made
}

/** The paths of the icons, in a view box of 24 × 24. */
const strokes = {
  alert: 'M12 8v5m0 3.5v.01M10.3 4 2.6 17.5A2 2 0 0 0 4.3 20.5h15.4a2 2 0 0 0 1.7-3L13.7 4a2 2 0 0 0-3.4 0Z',
  globe:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 0c2.5 2.4 3.8 5.4 3.8 9s-1.3 6.6-3.8 9c-2.5-2.4-3.8-5.4-3.8-9S9.5 5.4 12 3ZM3.3 9h17.4M3.3 15h17.4',
  key: 'M14.5 9.5a4.5 4.5 0 1 0-4.2 4.5l1.7 1.7H14v2h2v2h3.5v-3l-5.6-5.6a4.5 4.5 0 0 0 .6-1.6ZM9 8.5v.01',
  window: 'M14 5h5v5m0-5-7 7M10 6H6a1 1 0 0 0-1 1v11a1 1 0 0 0 1 1h11a1 1 0 0 0 1-1v-4',
} as const

export function icon(name: keyof typeof strokes): SVGSVGElement {
  const namespace = 'http://www.w3.org/2000/svg'
  const picture = document.createElementNS(namespace, 'svg')
  const attributes = {
    viewBox: '0 0 24 24',
    width: '20',
    height: '20',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '1.75',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
    class: 'icon',
  }
  for (const [attribute, value] of Object.entries(attributes)) picture.setAttribute(attribute, value)
  const path = document.createElementNS(namespace, 'path')
  path.setAttribute('d', strokes[name])
  picture.append(path)
  return picture
}
