import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runCli, tempDir } from '../cli/support/run-cli.ts'
import { root } from './code-blocks.ts'

it('the flow in docs/check.md passes on a devnet', { timeout: 120_000 }, async () => {
  const page = readFileSync(join(root, 'docs/check.md'), 'utf8')
  const flow = /^```json\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? ''
  const folder = tempDir()
  const file = join(folder, 'tip.json')
  writeFileSync(file, flow)
  const ran = await runCli(['check', file, '--json'], { env: { LATCHKEY_HOME: join(folder, 'home') } })
  expect(ran.json(), ran.stderr).toMatchObject({ ok: true })
  expect(ran.json().data.flows[0].steps).toHaveLength(JSON.parse(flow).steps.length)
})
