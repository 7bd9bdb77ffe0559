import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './code-blocks.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const packagesIn = (command: string) =>
  command.split(' ').flatMap((word) => (/^(@?[a-z][\w/.-]*)(@[\d.]+)?$/.exec(word) ?? []).slice(1, 2))

/** The packages that the servers load only for some options, and ask the operator to install. */
const asked = readdirSync(join(root, 'src/servers'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .flatMap((path) => [...read(join('src/servers', path)).matchAll(/'npm install ([^']+)'/g)])
  .flatMap(([, names = '']) => packagesIn(names))

it('the container of latchkey serve has each package that its settings need', () => {
  const [, installed = ''] = /^RUN npm install (.+)$/m.exec(read('docs/serve.Containerfile')) ?? []
  // The container has no setting for social logins.
  const needed = new Set(asked.filter((name) => name !== 'openid-client'))
  expect(packagesIn(installed).toSorted()).toEqual([...needed].toSorted())
})
