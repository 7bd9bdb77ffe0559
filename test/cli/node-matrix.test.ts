// Tests the command line with two real nodes of each family. The first node has one of the faults, each in turn. The second
// node has no fault.
// @module-tag all
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { families as allFamilies } from '../../cli/families/families.ts'
import { type Devnet, startNodeFaults } from '../../src/devnet/index.ts'
import { faultGroups } from '../../src/devnet/node-faults/fault-rows.ts'
import { chainReader } from '../../src/testing/readers/chain-reader.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { runCli, tempDir } from './support/run-cli.ts'

let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families: allFamilies })
}, leaseTimeout)
afterAll(() => devnet?.stop())

const faults = [
  ...Object.keys(faultGroups['HTTP and connections']),
  ...Object.keys(faultGroups.Batches),
  ...Object.keys(faultGroups.Answers),
]
const amounts = { eip155: '0.001', solana: '0.01', polkadot: '0.1', bip122: '0.01', cosmos: '0.01' } as const
let payments = 0

describe.each(allFamilies)('the command line with two nodes of %s', (family) => {
  it.each(faults)(
    'shows balances and pays exactly once if the first node has the fault %s',
    async (fault) => {
      const network = devnet.networks.find(({ chainNamespace }) => chainNamespace === family)!
      const [honest] = network.rpcUrls.default.http as [string]
      const node = await startNodeFaults({ target: honest, faults: [fault] })
      onTestFinished(() => node.stop())
      const common = [
        '-w',
        'dev:alice',
        '-n',
        network.caipNetworkId,
        '--rpc',
        node.url,
        '--rpc',
        honest,
        '--json',
      ]
      const env = { LATCHKEY_HOME: tempDir() }
      const reader = await chainReader(network)
      const bob = devnet.accounts.bob![family]!.address

      const shown = await runCli(['balance', ...common], { env })
      expect(shown.code, shown.stdout).toBe(0)
      const before = await reader.balance(bob)
      const amount = `${amounts[family]}${++payments}`
      const paid = await runCli(['send', '--to', 'dev:bob', '--amount', amount, '--yes', ...common], { env })
      expect(paid.code, paid.stdout).toBe(0)
      const { decimals } = network.nativeCurrency
      const [whole = '', part = ''] = amount.split('.')
      const sent = BigInt(whole + part.padEnd(decimals, '0'))
      await expect
        .poll(async () => (await reader.balance(bob)) - before, {
          message: 'the recipient is paid once',
          timeout: 15_000,
        })
        .toBe(sent)
    },
    60_000,
  )
})
