// @module-tag ci
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { codeBlocks } from '../docs/code-blocks.ts'
import { manifest, type Project, projectWith, root } from './support.ts'

let project: Project
beforeAll(async () => {
  project = await projectWith(Object.keys(manifest.peerDependencies))
})
afterAll(() => project?.remove())

it('the program in docs/devnet.md runs unchanged', () => {
  const page = readFileSync(join(root, 'docs/devnet.md'), 'utf8')
  const program = codeBlocks('docs/devnet.md', page).find(({ code }) => code.includes('devWallets(devnet).'))
  const { code, out, err } = project.run(['--input-type=module', '-e', program?.code ?? ''])
  // The output that the program's comments promise: the visitor's rejection was reported, and the wallet got
  // one request.
  expect({ code, out, err }).toEqual({ code: 0, out: 'true\n1\n', err: '' })
})
