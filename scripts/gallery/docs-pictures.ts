import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { type Scene, scenes } from '../../test/ui/scenes.ts'
import { modes, openScene, withViews } from './take-pictures.ts'

/** The space around the modal, in CSS pixels. */
const margin = 24

/** Matches the path of a picture in a page: `pictures/<scene>-<mode>.webp`. */
const reference = /\bpictures\/([\w-]+)-(dark|light)\.webp\b/g

/** Returns the names of the picture files that a text shows, without repetitions. */
export function picturesIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(reference)].map(([, scene, mode]) => `${scene}-${mode}.webp`))]
}

/** Returns the names of the picture files that README and the pages of `docs` show. */
export async function picturesOfDocs(root: string): Promise<readonly string[]> {
  const pages = (await readdir(join(root, 'docs'))).filter((name) => name.endsWith('.md'))
  const paths = ['README.md', ...pages.map((name) => join('docs', name))]
  const texts = await Promise.all(paths.map((path) => readFile(join(root, path), 'utf8')))
  return [...new Set(texts.flatMap(picturesIn))].sort()
}

/** Takes the pictures that the docs show, and saves them in `docs/pictures`. Removes all other pictures there. */
export async function takeDocsPictures(root: string): Promise<readonly string[]> {
  const names = await picturesOfDocs(root)
  const folder = join(root, 'docs/pictures')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  await withViews(async (browser, url) => {
    for (const mode of modes)
      for (const scene of scenes.filter(({ name }) => names.includes(`${name}-${mode}.webp`)))
        await writeFile(
          join(folder, `${scene.name}-${mode}.webp`),
          await pictureOf(browser, url, scene, mode),
        )
  })
  return names
}

async function pictureOf(browser: Browser, url: string, scene: Scene, mode: (typeof modes)[number]) {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    colorScheme: mode,
    deviceScaleFactor: 2,
    viewport: { width: 1000, height: 900 },
  })
  try {
    return await modalOf(await openScene(context, url, { scene, mode, tag: 'en' }))
  } finally {
    await context.close()
  }
}

/** Takes a picture of only the modal. Uses the DevTools protocol, because Playwright can't save WebP. */
async function modalOf(page: Page): Promise<Buffer> {
  // Hides the page, which would otherwise be visible around the modal.
  const card = page.getByTestId('lk-card')
  await card.evaluate((element) => {
    const { host } = element.getRootNode() as ShadowRoot
    for (const other of document.body.querySelectorAll<HTMLElement>('*'))
      if (!other.contains(host)) other.style.opacity = '0'
  })
  const box = await card.boundingBox()
  if (!box) throw new Error('The scene shows no modal.')
  const clip = {
    x: box.x - margin,
    y: box.y - margin,
    width: box.width + 2 * margin,
    height: box.height + 2 * margin,
    scale: 1,
  }
  const devtools = await page.context().newCDPSession(page)
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 85, clip })
  return Buffer.from(data, 'base64')
}
