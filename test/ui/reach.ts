import type { Page } from 'playwright-core'

/** Runs in the page. Waits until two rendered frames in a row are equal. */
export async function stands(): Promise<void> {
  const modal = () => document.querySelector('[data-testid=lk-host]')?.shadowRoot
  const moving = () =>
    (modal()?.getAnimations() ?? []).filter(
      ({ effect, playState }) =>
        playState !== 'finished' && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY,
    )
  let changed = false
  const observer = new MutationObserver(() => {
    changed = true
  })
  do {
    for (const root of [document, modal()])
      if (root)
        observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true })
    changed = false
    // The promise of a canceled animation rejects.
    await Promise.allSettled(moving().map(({ finished }) => finished))
    // The work of a rendered frame has ended after the next rendered frame.
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
    await new Promise((resolve) => setTimeout(resolve))
  } while (changed || moving().length > 0)
  observer.disconnect()
}

/** Runs in the page. Returns touch targets smaller than 44 px. Ignores links within a sentence, which are as high as a line. */
export function tooSmall(): readonly string[] {
  const root = document.querySelector('[data-testid=lk-host]')?.shadowRoot
  const targets = [
    ...(root?.querySelectorAll<HTMLElement>(
      'button,a[href],input,summary,[role=tab],[role=button],label:has(input)',
    ) ?? []),
  ]
  return targets
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('[inert]'))
    .filter((one) => !(one.matches('p a,label a') || (one.matches('input') && one.closest('label'))))
    .flatMap((one) => {
      const { width, height } = one.getBoundingClientRect()
      const what = `${one.dataset.testid ?? one.textContent?.trim() ?? one.tagName}`
      return Math.min(width, height) < 43.5 ? [`${what}: ${Math.round(width)} × ${Math.round(height)}`] : []
    })
}

/**
 * Runs in the page. Returns by how many pixels the content starts below the top of its container. The container cuts off as many
 * pixels at the end.
 */
export function contentShift(): number {
  const stage = document.querySelector('[data-testid=lk-host]')?.shadowRoot?.querySelector('.stage')
  const content = stage?.firstElementChild
  if (!stage || !content) return 0
  return Math.round(content.getBoundingClientRect().y - stage.getBoundingClientRect().y + stage.scrollTop)
}

/** Runs in the page. Returns primary buttons that are covered or need scrolling. */
export function primariesOutOfSight(): readonly string[] {
  const root = document.querySelector('[data-testid=lk-host]')?.shadowRoot
  return [...(root?.querySelectorAll<HTMLElement>('[data-view] .primary') ?? [])]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .flatMap((one) => {
      const { x, y, width, height, bottom } = one.getBoundingClientRect()
      const at = root?.elementFromPoint(x + width / 2, y + height / 2)
      const isSeen = y >= 0 && bottom <= innerHeight && (one.contains(at ?? null) || one.matches(':disabled'))
      return isSeen
        ? []
        : [`${one.dataset.testid ?? one.textContent}: ${Math.round(y)} to ${Math.round(bottom)}`]
    })
}

/**
 * Runs in the page. Focuses each field and scrolls to it, as the modal does when a keyboard opens. Returns the fields that are
 * covered, out of sight, or under the fade at the end of the stage then.
 */
export function coveredFields(): readonly string[] {
  const root = document.querySelector('[data-testid=lk-host]')?.shadowRoot
  const fields = [...(root?.querySelectorAll<HTMLElement>('[data-view] input:enabled') ?? [])].filter((one) =>
    one.checkVisibility({ visibilityProperty: true }),
  )
  if (fields.length === 0) return ['no field']
  return fields.flatMap((one) => {
    one.focus()
    one.scrollIntoView({ block: 'nearest' })
    const { x, y, width, height, bottom } = one.getBoundingClientRect()
    const at = root?.elementFromPoint(x + width / 2, y + height / 2)
    const faded = bottom - (one.closest('.stage')?.getBoundingClientRect().bottom ?? 0) + 20
    const covers = `${at?.tagName} ${at?.className}, ${Math.round(faded)} px in the fade`
    return one.contains(at ?? null) && faded < 1
      ? []
      : [`${one.dataset.testid ?? one.id}: ${Math.round(y)}, ${covers}`]
  })
}

/**
 * Runs in the page, with forced colors. Returns controls without a visible edge. Forced colors remove backgrounds and
 * shadows.
 */
export function edgeless(): readonly string[] {
  const root = document.querySelector('[data-testid=lk-host]')?.shadowRoot
  return [...(root?.querySelectorAll<HTMLElement>('button,a[href],input') ?? [])]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.matches('.plain,p a,label a'))
    .filter((one) => {
      const edges = [one, ...(one.parentElement ? [one.parentElement] : [])].map((each) =>
        getComputedStyle(each),
      )
      return edges.every(({ borderTopWidth, borderTopStyle }) => {
        return borderTopStyle === 'none' || Number.parseFloat(borderTopWidth) < 1
      })
    })
    .map((one) => `${one.dataset.testid ?? one.textContent?.trim() ?? one.tagName}`)
}

/** Runs in the page. Returns elements that extend beyond the left or right side of the window. */
export function beyondTheSides(): readonly string[] {
  const root = document.querySelector('[data-testid=lk-host]')?.shadowRoot
  const wide = innerWidth
  return [...(root?.querySelectorAll<HTMLElement>('[data-testid=lk-card] *') ?? [])]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .flatMap((one) => {
      const { left, right, width } = one.getBoundingClientRect()
      const out = width > 0 && (left < -1 || right > wide + 1)
      return out
        ? [
            `${one.tagName} ${one.className} ${one.textContent?.slice(0, 30)}: ${Math.round(left)} to ${Math.round(right)}`,
          ]
        : []
    })
}

interface AxNode {
  readonly nodeId: string
  readonly ignored: boolean
  readonly role?: { readonly value: string }
  readonly name?: { readonly value: string }
  readonly childIds?: readonly string[]
}

export interface Told {
  /** The name of the dialog. */
  readonly dialog: string | undefined
  /** The headings with their levels, in order. */
  readonly headings: readonly string[]
  /** The text of the dialog that a screen reader says, in order. */
  readonly text: string
  /** The controls without an accessible name. */
  readonly nameless: readonly string[]
}

const acts = new Set(['button', 'link', 'textbox', 'searchbox', 'checkbox', 'tab', 'radio', 'combobox'])

/** Describes the modal for a screen reader, from Chromium's accessibility tree. */
export async function told(page: Page): Promise<Told> {
  const devtools = await page.context().newCDPSession(page)
  try {
    const { nodes } = (await devtools.send('Accessibility.getFullAXTree')) as unknown as { nodes: AxNode[] }
    const byId = new Map(nodes.map((node) => [node.nodeId, node]))
    const inOrder = (node: AxNode): AxNode[] => [
      node,
      ...(node.childIds ?? []).flatMap((id) => {
        const child = byId.get(id)
        return child ? inOrder(child) : []
      }),
    ]
    const dialog = nodes.find(({ role, ignored }) => !ignored && role?.value === 'dialog')
    const within = (dialog ? inOrder(dialog) : []).filter(({ ignored }) => !ignored)
    const named = (node: AxNode) => node.name?.value.trim() ?? ''
    return {
      dialog: dialog && named(dialog),
      headings: within.filter(({ role }) => role?.value === 'heading').map(named),
      text: within
        .filter(({ role }) => role?.value !== 'InlineTextBox')
        .map(named)
        .join(' '),
      nameless: within
        .filter(({ role }) => acts.has(role?.value ?? ''))
        .filter((node) => named(node) === '')
        .map(({ role }) => role?.value ?? ''),
    }
  } finally {
    await devtools.detach()
  }
}

/** Runs in the page. Returns the visible texts in the modal, except decorative texts. */
export function seenTexts(): readonly string[] {
  const card = document
    .querySelector('[data-testid=lk-host]')
    ?.shadowRoot?.querySelector('[data-testid=lk-card]')
  if (!card) return []
  const texts: string[] = []
  const walker = document.createTreeWalker(card, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    const text = node.textContent?.trim() ?? ''
    if (text === '' || !parent?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    if (parent.closest('[aria-hidden=true],[inert],style')) continue
    texts.push(text)
  }
  return texts
}

/** The element that has the focus after a press of the Tab key. */
interface Focused {
  readonly at: string
  /** Whether the focus is visible without shadows, which forced colors remove. */
  readonly marked: boolean
}

function focused(): Focused | undefined {
  const root = document.querySelector('[data-testid=lk-host]')?.shadowRoot
  const one = root?.activeElement as HTMLElement | null | undefined
  if (!root || !one) return undefined
  // The element around an input can show the input's focus.
  const marks = [one, ...(one.matches('input') ? [one.closest('.field') ?? one.parentElement ?? one] : [])]
  const marked = marks
    .map((each) => getComputedStyle(each))
    .some(({ outlineStyle, outlineWidth }) => {
      return outlineStyle !== 'none' && outlineWidth !== '0px'
    })
  const all = [...root.querySelectorAll('*')]
  return {
    at: `${all.indexOf(one)} ${one.dataset.testid ?? one.textContent?.trim() ?? one.tagName}`,
    marked,
  }
}

/** Runs in the page. Returns the controls that keyboard users must be able to focus. */
export function reachable(): readonly string[] {
  const root = document.querySelector('[data-testid=lk-host]')?.shadowRoot
  const all = [...(root?.querySelectorAll<HTMLElement>('*') ?? [])]
  return all
    .filter((one) => one.matches('button:not(:disabled),a[href],input:not(:disabled),summary,iframe'))
    .filter(
      (one) =>
        one.tabIndex >= 0 && one.checkVisibility({ visibilityProperty: true }) && !one.closest('[inert]'),
    )
    .map((one) => `${all.indexOf(one)} ${one.dataset.testid ?? one.textContent?.trim() ?? one.tagName}`)
}

/** Presses the Tab key until an element repeats. Returns all elements that had the focus. */
export async function tabThrough(page: Page): Promise<readonly Focused[]> {
  const seen: Focused[] = []
  // After the last element, the focus may leave the modal for a moment before it returns to the first element. A frame in the
  // modal has controls of its own, and is also left before the focus returns.
  for (let nowhere = 0; nowhere < 6; ) {
    await page.keyboard.press('Tab')
    const here = await page.evaluate(focused)
    if (!here) {
      nowhere++
      continue
    }
    nowhere = 0
    if (seen.some(({ at }) => at === here.at)) break
    seen.push(here)
  }
  return seen
}
