import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { galleryPage } from '../../scripts/gallery/gallery-page.ts'
import { scenes } from '../ui/scenes.ts'

const source = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8')

describe('the gallery', () => {
  it('has a scene for each view', () => {
    const declared =
      /export type View =\n((?: +.*\n)+)/.exec(source('src/controllers/shell/views.ts'))?.[1] ?? ''
    const views = [...declared.matchAll(/^ *\| '(\w+)'/gm)].map(([, name]) => name)
    expect(views.length).toBeGreaterThan(50)
    const shown = new Set<string | undefined>(scenes.flatMap(({ view, phoneView }) => [view, phoneView]))
    expect(views.filter((view) => !shown.has(view))).toEqual([])
  })

  it('shows each scene once', () => {
    const page = galleryPage({ scenes, languages: ['en'], sizes: { phone: {} } })
    const shown = [...page.matchAll(/data-scene="([^"]+)"/g)].map(([, name]) => name)
    expect(shown.sort()).toEqual(scenes.map(({ name }) => name).sort())
  })
})
