import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { launchPartitioned } from '../../test/e2e/chromium.ts'
import { keepLinks } from '../../test/e2e/kept-links.ts'
import type { ViewsPage } from '../../test/ui/pages/views.tsx'
import { stands } from '../../test/ui/reach.ts'
import { languageOf, playScene, type Scene, scenes } from '../../test/ui/scenes.ts'
import { buildViews, serveBuilt } from '../../test/ui/serve.ts'

/** The sizes of the pictures, in CSS pixels. */
export const sizes: Readonly<Record<string, BrowserContextOptions>> = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, deviceScaleFactor: 2 },
  narrow: { viewport: { width: 320, height: 568 }, hasTouch: true, deviceScaleFactor: 2 },
}
export const modes = ['dark', 'light'] as const

export interface GalleryOptions {
  /** Takes only scenes with one of these words in their names. Default: all scenes. */
  readonly words: readonly string[]
  readonly languages: readonly string[]
  /** The pictures are saved in the subfolder `pictures`. */
  readonly folder: string
  readonly say: (text: string) => void
}

interface Shot {
  readonly scene: Scene
  readonly size: string
  readonly mode: (typeof modes)[number]
  readonly tag: string
}

/** Saves all pictures. Resolves with the scenes, and with the pictures that failed. */
export async function takePictures({ words, languages, folder, say }: GalleryOptions) {
  const wanted = scenes.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
  const shots: Shot[] = wanted.flatMap((scene) =>
    Object.keys(sizes).flatMap((size) =>
      modes.flatMap((mode) => languages.map((tag) => ({ scene, size, mode, tag }))),
    ),
  )
  const failures: { picture: string; error: string }[] = []
  let taken = 0
  const queue = [...shots]
  const worker = async (browser: Browser, url: string) => {
    for (let shot = queue.shift(); shot; shot = queue.shift()) {
      const picture = `${shot.scene.name}-${shot.size}-${shot.mode}-${shot.tag}.png`
      await take(browser, url, shot, join(folder, 'pictures', picture)).catch((error: unknown) =>
        failures.push({ picture, error: String(error).split('\n')[0] ?? '' }),
      )
      if (++taken % 50 === 0) say(`${taken} of ${shots.length} pictures`)
    }
  }
  await withViews((browser, url) => Promise.all([worker(browser, url), worker(browser, url)]))
  return { scenes: wanted.map(({ name, view }) => ({ name, view })), failures }
}

/** Builds and serves the page of the views, and calls `use` with a browser and the page's URL. Then stops the browser and the server. */
export async function withViews(use: (browser: Browser, url: string) => Promise<unknown>): Promise<void> {
  const built = await mkdtemp(join(tmpdir(), 'latchkey-gallery-'))
  await buildViews('views', built)
  const [browser, site] = [await launchPartitioned(), await serveBuilt(built)]
  try {
    await use(browser, site.url)
  } finally {
    await browser.close()
    await site.close()
    await rm(built, { recursive: true, force: true })
  }
}

/** Opens a scene in a new browser context, and takes its picture. */
async function take(browser: Browser, url: string, { scene, size, mode, tag }: Shot, path: string) {
  const context = await browser.newContext({ reducedMotion: 'reduce', colorScheme: mode, ...sizes[size] })
  try {
    const page = await openScene(context, url, { scene, mode, tag })
    await page.screenshot({ path })
  } finally {
    await context.close()
  }
}

/** Opens a scene in a new page. Resolves when nothing on the page moves. */
export async function openScene(
  context: BrowserContext,
  url: string,
  { scene, mode, tag }: Pick<Shot, 'scene' | 'mode' | 'tag'>,
): Promise<Page> {
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  await page.addInitScript(keepLinks)
  await page.goto(url)
  const options = { themeMode: mode, ...(tag !== 'en' && { language: tag }), ...scene.mount }
  await page.evaluate((given) => (globalThis as unknown as { page: ViewsPage }).page.mount(given), options)
  const language = await languageOf(tag)
  await playScene(page, scene, language)
  // A row under the mouse would look selected.
  await page.mouse.move(0, 0)
  await page.evaluate(stands)
  return page
}
