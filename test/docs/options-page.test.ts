import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { resolveOptions } from '../../src/core/options/checked-options.ts'
import { mainnet } from '../../src/networks/eip155.ts'
import { root } from './code-blocks.ts'
import { withGenerated } from './generated.ts'
import { type Documented, documented, type OptionRow, optionRows, optionTable } from './option-tables.ts'

const file = join(root, 'docs/options.md')
/** The resolved options of a host that sets only its networks. */
const resolved = resolveOptions({ networks: [mainnet] })
const defaults: Partial<Record<Documented, object>> = {
  // The networks of this test aren't defaults, so they are left out.
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

  it('contains every option with its docstring and its default (vitest -u writes them)', async () => {
    const tables = (Object.keys(documented) as Documented[]).map((name) => [
      name,
      optionTable(rows[name], defaults[name] as Readonly<Record<string, unknown>> | undefined),
    ])
    const page = withGenerated(readFileSync(file, 'utf8'), Object.fromEntries(tables))
    await expect(page).toMatchFileSnapshot(file)
  })

  it('contains no option without a docstring', () => {
    // Names that need no docstring.
    const plain = ['id', 'name', 'homepage', 'className', 'children', 'testnet']
    const silent = Object.entries(rows).flatMap(([type, members]) =>
      members
        .filter(({ name, text }) => text.length < 4 && !plain.includes(name))
        .map(({ name }) => `${type}.${name}`),
    )
    expect(silent).toEqual([])
  })
})
