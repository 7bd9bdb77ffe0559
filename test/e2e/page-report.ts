import { setTimeout } from 'node:timers/promises'
import type { BrowserContext, Locator, Page } from 'playwright-core'

/** How long a page may take to tell what it shows, in ms. */
const patience = 10_000

/** How many characters of a page and of each of its frames are reported, and how many events. */
const most = { page: 400, frame: 200, events: 6 }

/** The last warnings, errors and failed requests of the pages of a context, for the error of a failed test. */
export class PageReport {
  readonly #context: BrowserContext
  readonly #events: string[] = []

  constructor(context: BrowserContext) {
    this.#context = context
    const note = (event: string) => {
      this.#events.push(oneLine(event, 160))
      if (this.#events.length > most.events) this.#events.shift()
    }
    context.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') note(message.text())
    })
    context.on('weberror', (error) => note(String(error.error())))
    context.on('requestfailed', (request) => note(`${request.url()} ${request.failure()?.errorText}`))
  }

  /** Returns the last events, and one line for each open page: its modal or else its text, and the text of its frames. */
  async lines(): Promise<string[]> {
    const events = this.#events.length > 0 ? [`Last events: ${this.#events.join(' | ')}`] : []
    const pages = this.#context.pages().filter((page) => !page.isClosed())
    return [...events, ...(await Promise.all(pages.map(lineOf)))]
  }
}

/** Returns the line for a page, even if the page hangs. */
async function lineOf(page: Page): Promise<string> {
  const late = new AbortController()
  const silence = setTimeout(patience, `The page ${page.url()} shows: (no answer)`, { signal: late.signal })
  return Promise.race([whatShows(page), silence]).finally(() => late.abort())
}

async function whatShows(page: Page): Promise<string> {
  const card = page.getByTestId('lk-card')
  const main = (await card.count().catch(() => 0)) > 0 ? card.first() : page.locator('body')
  const frames = page.frames().filter((frame) => frame !== page.mainFrame())
  const texts = await Promise.all([
    textOf(main, most.page),
    inputsIn(main),
    ...frames.map(
      async (frame) => `[frame ${frame.url()}: ${await textOf(frame.locator('body'), most.frame)}]`,
    ),
  ])
  return `The page ${page.url()} shows: ${texts.join(' ')}`
}

/** Returns the values of the inputs, and which inputs and buttons are disabled or have the focus. */
async function inputsIn(element: Locator): Promise<string> {
  const all = await element
    .locator('input, button')
    .evaluateAll((found) =>
      (found as (HTMLInputElement | HTMLButtonElement)[])
        .map((one) => ({
          name: one.dataset.testid || one.ariaLabel || one.textContent?.trim(),
          state: [one.value, one.disabled && 'disabled', one.matches(':focus') && 'focus'].filter(Boolean),
        }))
        .filter(({ state }) => state.length > 0)
        .map(({ name, state }) => `[${name}: ${state.join(', ')}]`),
    )
    .catch(() => [])
  return oneLine(all.join(' '), most.page)
}

/** Returns the visible text, or why it can't be read. */
async function textOf(element: Locator, length: number): Promise<string> {
  const text = await element.innerText().catch((error: unknown) => `(${error})`)
  return oneLine(text, length)
}

const oneLine = (text: string, length: number) => text.replaceAll(/\s+/g, ' ').trim().slice(0, length)
