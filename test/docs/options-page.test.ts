import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { resolveOptions } from '../../src/core/options.ts'
import { mainnet } from '../../src/networks/eip155.ts'
import { root } from './code-blocks.ts'
import { withGenerated } from './generated.ts'
import { type Documented, documented, type OptionRow, optionRows, optionTable } from './option-tables.ts'

const file = join(root, 'docs/options.md')
/** What a host gets that names its networks only. */
const resolved = resolveOptions({ networks: [mainnet] })
const defaults: Partial<Record<Documented, object>> = {
  // Not the option's default, but the network of this test.
  LatchkeyOptions: {
    ...resolved,
    ...{ networks: undefined, defaultNetwork: undefined, features: undefined, rpc: undefined },
  },
  Features: resolved.features,
  RpcOptions: resolved.rpc,
}

describe('docs/options.md', { timeout: 120_000 }, () => {
  let rows: Readonly<Record<Documented, readonly OptionRow[]>>
  beforeAll(() => {
    rows = optionRows(root)
  }, 120_000)

  it('has every option in the words of its docstring, with its default (vitest -u writes them)', async () => {
    const tables = (Object.keys(documented) as Documented[]).map((name) => [
      name,
      optionTable(rows[name], defaults[name] as Readonly<Record<string, unknown>> | undefined),
    ])
    const page = withGenerated(readFileSync(file, 'utf8'), Object.fromEntries(tables))
    await expect(page).toMatchFileSnapshot(file)
  })

  it('leaves no option without words', () => {
    // Names that say all there is to say.
    const plain = ['id', 'name', 'homepage', 'className', 'children', 'testnet']
    const silent = Object.entries(rows).flatMap(([type, members]) =>
      members
        .filter(({ name, text }) => text.length < 4 && !plain.includes(name))
        .map(({ name }) => `${type}.${name}`),
    )
    expect(silent).toEqual([])
  })
})
