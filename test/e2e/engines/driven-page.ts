import type { Engine } from './engine.ts'

/** The codes of keys in WebDriver: https://www.w3.org/TR/webdriver2/#keyboard-actions. */
const keys = { Tab: '\uE004', Enter: '\uE006', Escape: '\uE00C' } as const

/** A function that finds the first visible element for a CSS selector, also in open shadow roots. */
const finder = `(selector) => {
  const roots = [document]
  for (const root of roots) {
    for (const found of root.querySelectorAll(selector))
      if (found.getClientRects().length > 0) return found
    for (const each of root.querySelectorAll('*')) if (each.shadowRoot) roots.push(each.shadowRoot)
  }
}`

/**
 * Creates functions that act on the page and read it as a person would. Functions that read don't wait, so tests must
 * poll.
 */
export function drivenPage(engine: Engine) {
  /** Calls a function in the page with the element. Resolves with undefined if there is no element. */
  async function read<T>(selector: string, of: string): Promise<T | undefined> {
    const expression = `((found) => found && (${of})(found))((${finder})(${JSON.stringify(selector)}))`
    return ((await engine.evaluate(expression)) ?? undefined) as T | undefined
  }

  return {
    isShown: async (selector: string) => (await read<boolean>(selector, '() => true')) ?? false,
    text: (selector: string) => read<string>(selector, '(one) => one.textContent'),
    attribute: (selector: string, name: string) =>
      read<string>(selector, `(one) => one.getAttribute(${JSON.stringify(name)})`),
    /** Whether the element has the focus of its document or shadow root. */
    hasFocus: async (selector: string) =>
      (await read<boolean>(selector, '(one) => one.getRootNode().activeElement === one')) ?? false,
    /** Returns the distances of an element's edges from the edges of its parent: top, right, bottom, left. */
    edges: (selector: string) =>
      read<readonly number[]>(
        selector,
        `(one) => {
          const [inner, outer] = [one, one.parentElement].map((each) => each.getBoundingClientRect())
          return [inner.top - outer.top, outer.right - inner.right, outer.bottom - inner.bottom, inner.left - outer.left].map(Math.round)
        }`,
      ),
    async press(...names: readonly (keyof typeof keys)[]): Promise<void> {
      const actions = names.flatMap((name) =>
        ['keyDown', 'keyUp'].map((type) => ({ type, value: keys[name] })),
      )
      await engine.input([{ type: 'key', id: 'keyboard', actions }])
    },
    async type(text: string): Promise<void> {
      const actions = [...text].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })))
      await engine.input([{ type: 'key', id: 'keyboard', actions }])
    },
    /** Clicks into the middle of the element. Returns false if there is no element, or something covers it. */
    async click(selector: string): Promise<boolean> {
      const middle = await read<readonly [number, number]>(
        selector,
        `(one) => {
          one.scrollIntoView({ block: 'nearest', behavior: 'instant' })
          const { left, top, width, height } = one.getBoundingClientRect()
          const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)]
          const hit = one.getRootNode().elementFromPoint(x, y)
          return hit && one.contains(hit) && !one.disabled ? [x, y] : undefined
        }`,
      )
      if (!middle) return false
      const [x, y] = middle
      await engine.input([
        {
          type: 'pointer',
          id: 'mouse',
          parameters: { pointerType: 'mouse' },
          actions: [
            { type: 'pointerMove', x, y },
            { type: 'pointerDown', button: 0 },
            { type: 'pointerUp', button: 0 },
          ],
        },
      ])
      return true
    },
  }
}
