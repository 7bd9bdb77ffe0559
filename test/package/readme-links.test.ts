import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Project, projectWith, root } from './support.ts'

let project: Project
beforeAll(async () => {
  project = await projectWith([])
})
afterAll(() => project?.remove())

it('the package contains the documentation pages, but not the sources of the site', () => {
  const docs = join(project.folder, 'node_modules/latchkey/docs')
  expect(existsSync(join(docs, 'start.md'))).toBe(true)
  expect(existsSync(join(docs, 'site'))).toBe(false)
})

it('the package contains each file that the README links to', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const links = [...readme.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, target]) => target ?? '')
  expect(links.length).toBeGreaterThan(4)
  const missing = links.filter((target) => !existsSync(join(project.folder, 'node_modules/latchkey', target)))
  expect(missing).toEqual([])
})
