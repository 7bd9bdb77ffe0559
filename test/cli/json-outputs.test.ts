import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { devAccounts } from '../../src/devnet/index.ts'
import { leaseTimeout } from '../support/leased-devnet.ts'
import { runningDevnet } from './support/devnet.ts'
import { tempDir } from './support/run-cli.ts'

const families = ['eip155', 'solana', 'bip122', 'polkadot', 'cosmos'] as const

let world: Awaited<ReturnType<typeof runningDevnet>>

/**
 * The members whose values differ between runs: texts for people, times, random values, and data that depends on
 * earlier use of the shared nodes.
 */
const volatile = new Set([
  ...['message', 'hint', 'detail', 'durationMs', 'version', 'id', 'pid', 'startedAt', 'rpcUrls', 'url'],
  ...[
    'issuedAt',
    'nonce',
    'signature',
    'publicKey',
    'hash',
    'block',
    'explorer',
    'file',
    'session',
    'summary',
    'at',
  ],
  ...[
    'balance',
    'balanceOfNode',
    'balanceThere',
    'amount',
    'value',
    'ofNode',
    'fee',
    'maxFee',
    'feeText',
    'deposit',
  ],
  ...[
    'before',
    'after',
    'change',
    'priceUsd',
    'valueUsd',
    'totalUsd',
    'relay',
    'catalogue',
    'data',
    'router',
  ],
  ...[
    'warnings',
    'sent',
    'transactions',
    'names',
    'name',
    'service',
    'approved',
    'spender',
    'quoted',
    'minimum',
  ],
  ...['missing', 'nodes', 'networks', 'software'],
])

/** Returns whether an item is a token that another test file created on the shared nodes. */
function isOfOthers(item: unknown): boolean {
  const { asset } = (item ?? {}) as { readonly asset?: unknown }
  if (typeof asset !== 'string' || !/\/(erc20|token):/.test(asset)) return false
  return !world.data.tokens.some((token: { asset: string }) => sameText(token.asset, asset))
}

const sameText = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** Replaces each value that differs between runs with its type. Leaves out the tokens of other tests. */
function shapeOf(value: unknown, key = ''): unknown {
  if (value === null || value === undefined) return value ?? null
  // The outermost `data` is the result of the command. A devnet has another member called `data`, whose value differs
  // between runs.
  if (volatile.has(key) && !(key === 'data' && typeof value === 'object'))
    return `<${Array.isArray(value) ? 'list' : typeof value}>`
  if (Array.isArray(value)) return value.filter((item) => !isOfOthers(item)).map((item) => shapeOf(item))
  if (typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shapeOf(each, name)]))
}

beforeAll(async () => {
  world = await runningDevnet()
}, leaseTimeout)
afterAll(() => world?.stop())
// A failed test may have left a wallet connected.
afterEach(() => world.json(['disconnect', '--all']))

const network = (family: string): string =>
  world.data.networks.find(({ chainNamespace }: { chainNamespace: string }) => chainNamespace === family)
    .caipNetworkId

const outputOf = async (argv: readonly string[], env: Record<string, string> = {}) => {
  const { code, stderr: _, ...output } = await world.json(argv, { env })
  return {
    command: argv.join(' ').replaceAll(world.folder, '<folder>'),
    code,
    ...(shapeOf(output) as object),
  }
}

describe('the JSON output', () => {
  it('has not changed for latchkey inspect', async () => {
    const account = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
    for (const value of [
      ...[
        'eip155:1',
        `eip155:1:${account}`,
        `eip155:1/erc20:${account}`,
        account,
        account.replace('dA', 'da'),
      ],
      ...['wallet/user-rejected', 'devnet', 'nothing at all', 'cosmos:cosmoshub-4/ibc:00'],
      ...[
        'bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=0.1&label=tea',
        'bc1qw508d6qejxtdg4y5r3z',
      ],
      ...families.map((family) => devAccounts.bob![family]!.address),
    ])
      expect(await outputOf(['inspect', value])).toMatchSnapshot()
  })

  it('has not changed for failed commands', async () => {
    const home = { LATCHKEY_HOME: join(tempDir(), 'none') }
    for (const argv of [
      ...[['status'], ['balance'], ['send'], ['disconnect'], ['devnet', 'status'], ['devnet', 'stop']],
      ...[['connect'], ['connect', '-w', 'dev:nobody', '-n', 'mainnet'], ['connect', '-w', 'embedded']],
      ...[['send', '--to', 'dev:bob'], ['sign', 'message', 'x'], ['sign', 'typed-data', '{}'], ['swap']],
      ...[['inspect'], ['names', 'resolve', 'x'], ['check', '--family', 'none'], ['wallet', 'no'], ['serve']],
      ['embedded-wallet', 'serve'],
    ])
      expect(await outputOf(argv, home)).toMatchSnapshot()
  })

  it('has not changed for commands that refuse a secret', async () => {
    const folder = tempDir()
    for (const family of families) {
      for (const secret of [
        '',
        '0x',
        `0x${'0'.repeat(64)}`,
        'f'.repeat(64),
        '[1,2]',
        '5'.repeat(88),
        'K'.repeat(52),
      ]) {
        const file = join(folder, 'key')
        writeFileSync(file, secret, { mode: 0o600 })
        const argv = ['connect', '-w', `key:${file}`, '-n', network(family)]
        const { code, data, error } = await world.json(argv)
        expect({ family, secret, code, address: data?.address, error: error?.code }).toMatchSnapshot()
      }
    }
  })

  for (const family of families)
    it(`has not changed for the commands with a wallet of ${family}`, {
      tags: family === 'eip155' ? [] : ['all'],
    }, async () => {
      const folder = tempDir()
      const key = join(folder, 'key')
      const keystore = join(folder, 'alice.json')
      writeFileSync(key, devAccounts.alice![family]!.secret, { mode: 0o600 })
      const password = { LATCHKEY_PASSWORD: 'correct horse' }
      const made = ['keystore', 'import', keystore, '--from', `key:${key}`, '--family', family]
      const shown = async (argv: readonly string[], env?: Record<string, string>) => {
        const output = await outputOf(argv, env)
        const text = JSON.stringify(output).replaceAll(folder, '<folder>')
        expect(JSON.parse(text)).toMatchSnapshot()
      }
      await shown(made, password)
      await shown(['connect', '-w', `keystore:${keystore}`, '-n', network(family)], password)
      for (const argv of [['status'], ['balance'], ['tokens'], ['receive'], ['sign', 'message', 'hello']])
        await shown([...argv, '-n', network(family)])
      await shown(['sign', 'message', 'hello', '-n', network(family)], password)
      await shown(['sign-in', '--domain', 'app.example', '-n', network(family)], password)
      const send = ['send', '--to', 'dev:bob', '--amount', '0.01', '-n', network(family)]
      await shown([...send, '--dry-run'])
      await shown([...send, '--wait'], password)
      const token = world.data.tokens.find(({ asset }: { asset: string }) =>
        asset.startsWith(network(family)),
      )
      if (token) await shown([...send, '--asset', token.symbol, '--dry-run'])
      await shown(['disconnect', '--family', family])
    })

  it('has not changed for the commands that describe the devnet', async () => {
    expect(await outputOf(['devnet', 'status'])).toMatchSnapshot()
    expect(await outputOf(['networks', '--testnets'])).toMatchSnapshot()
  })

  it('has not changed for latchkey check', async () => {
    expect(await outputOf(['check', '--running'])).toMatchSnapshot()
  })
})
