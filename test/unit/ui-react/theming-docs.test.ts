import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** Variables that the modal itself sets. It reads their values from the styles of the page. */
const own = ['--lk-host-font']

it('docs/theming.md lists exactly the --lk-* variables that the stylesheets read', () => {
  const folder = `${root}src/ui-react`
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(css|tsx?)$/.test(path))
    .map((path) => readFileSync(`${folder}/${path}`, 'utf8'))
  const read = sources.flatMap((text) => [...text.matchAll(/var\((--lk-[a-z-]+)/g)].map(([, name]) => name))
  const page = readFileSync(`${root}docs/theming.md`, 'utf8')
  const listed = [...page.matchAll(/^\| `(--lk-[a-z-]+)`/gm)].map(([, name]) => name)
  expect(listed.toSorted()).toEqual([...new Set(read)].filter((name) => !own.includes(name ?? '')).toSorted())
})
