import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { chapters, downloads } from '../../scripts/lib/docs-pages.mjs'
import { manifest, root } from './support.ts'

// Excluded from the default run, because VitePress and TypeDoc take long. test/docs checks the pages' links
// in every run.
describe('the documentation site', { tags: ['ci'] }, () => {
  const site = join(root, 'docs/site/dist')
  let files: readonly string[]

  beforeAll(async () => {
    await promisify(execFile)(process.execPath, [join(root, 'scripts/docs.mjs')], { cwd: root })
    files = readdirSync(site, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'))
    // In a fresh clone, this command also installs VitePress and TypeDoc.
  }, 1_200_000)

  it('has every page, every download, and a reference for every entry', () => {
    const entries = Object.keys(manifest.exports).filter((path) => path !== './package.json')
    const wanted = [
      'index.html',
      'llms.txt',
      'llms-full.txt',
      ...chapters().flatMap(({ pages }) => pages.flatMap(({ name }) => [`${name}.html`, `${name}.md`])),
      ...entries.map((path) => `reference/${path === '.' ? 'latchkey' : path.slice(2)}.html`),
      ...downloads(),
    ]
    expect(wanted.filter((path) => !files.includes(path))).toEqual([])
  })

  it('has no broken link', () => {
    const html = files.filter((path) => path.endsWith('.html') && path !== '404.html')
    const links = html.flatMap((path) => {
      const text = readFileSync(join(site, path), 'utf8')
      return [...text.matchAll(/<(?:a|link|script|img)\b[^>]*?\b(?:href|src)="([^"#?]+)/g)]
        .map(([, target]) => decodeURIComponent(target ?? ''))
        .filter((target) => !/^[a-z]+:/.test(target))
        .map((target) => ({ path, target }))
    })
    expect(links.length).toBeGreaterThan(1000)
    const dead = links.filter(({ path, target }) => {
      const file = target.startsWith('/') ? join(site, target) : join(site, dirname(path), target)
      return ![file, `${file}.html`, join(file, 'index.html')].some((one) => existsSync(one))
    })
    expect(dead).toEqual([])
  })
})
