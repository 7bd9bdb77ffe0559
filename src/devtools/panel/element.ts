type Attributes = Readonly<Record<string, string | boolean | undefined>>

/** Creates an element. If an attribute is `false` or undefined, it is omitted. Texts become text nodes, never HTML. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) made.setAttribute(key, value === true ? '' : value)
  made.append(...children)
  return made
}

export function button(label: string, attributes: Attributes, onClick: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, label)
  made.addEventListener('click', onClick)
  return made
}

/** Returns a value as text. Doesn't mask: pass a masked value. */
export function textOf(value: unknown): string {
  return JSON.stringify(value, undefined, 2) ?? ''
}
