import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { picturesIn, picturesOfDocs } from '../../scripts/gallery/docs-pictures.ts'
import { scenes } from '../ui/scenes.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(root, 'docs/pictures')

describe('the pictures of the docs', () => {
  it('include each picture that a page shows, and no others (to update: npm run gallery -- --docs)', async () => {
    const shown = await picturesOfDocs(root)
    expect(shown.length).toBeGreaterThan(10)
    expect(readdirSync(folder).sort()).toEqual(shown)
  })

  it('show scenes of the gallery, each in light and in dark', async () => {
    const shown = await picturesOfDocs(root)
    const names = new Set(shown.map((name) => name.replace(/-(?:dark|light)\.webp$/, '')))
    expect([...names].filter((name) => !scenes.some((scene) => scene.name === name))).toEqual([])
    expect(shown).toEqual([...names].flatMap((name) => [`${name}-dark.webp`, `${name}-light.webp`]).sort())
  })

  it('weigh at most 40 kB each', () => {
    const heavy = readdirSync(folder).filter((name) => statSync(join(folder, name)).size > 40_000)
    expect(heavy).toEqual([])
  })

  it('have a text for readers who cannot see them', () => {
    const pages = ['README.md', ...readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'))]
    for (const page of pages) {
      const text = readFileSync(join(root, page === 'README.md' ? page : `docs/${page}`), 'utf8')
      const described = [...text.matchAll(/<img src="[^"]*pictures\/[\w-]+\.webp" alt="[^"]{20,}"/g)]
      expect(described.length * 2, page).toBe(picturesIn(text).length)
    }
  })
})
