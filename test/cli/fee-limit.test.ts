import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Family } from '../../cli/families/families.ts'
import { parseAmount } from '../../src/core/amounts/amount.ts'
import { type Devnet, devAccounts, type FaultCall, startNodeFaults } from '../../src/devnet/index.ts'
import { dearer } from '../support/dearer-node.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { lyingNode } from './support/loopback-node.ts'
import { runCli, tempDir } from './support/run-cli.ts'

const alice = devAccounts.alice!

/**
 * For each family: the amount to send, and the limit for the total cost. The limit is far above the real fee, and far
 * below the fee that the node asks for later.
 */
const families: readonly (readonly [Family, amount: string, limit: string])[] = [
  ['eip155', '0.001', '0.01'],
  ['solana', '0.01', '0.011'],
  ['polkadot', '0.1', '0.2'],
  ['bip122', '0.01', '0.0101'],
  ['cosmos', '0.01', '0.1'],
]

let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families: families.map(([family]) => family) })
}, leaseTimeout)
afterAll(() => devnet?.stop())

/** Starts a proxy in front of the real node. The proxy raises the fee after the estimate. */
async function greedyNode(family: Family, target: string, afterCalls: number) {
  const broadcast: FaultCall[] = []
  let priced = 0
  let raised = false
  const node = await startNodeFaults({
    target,
    faults: [
      {
        async call(call, next) {
          const path = (call.params as { readonly path?: string } | undefined)?.path
          const text = `${call.method} ${JSON.stringify(path ?? call.params)}`
          if (isBroadcast.test(call.method)) broadcast.push(call)
          const told = await next()
          const isRaised = raised
          if (prices[family].test(text) && ++priced === afterCalls) raised = true
          return isRaised && 'result' in told
            ? { result: dearer[family](call.method.replace(/^GET /, ''), told.result, call.params) }
            : told
        },
      },
    ],
  })
  onTestFinished(() => node.stop())
  return { url: node.url, broadcasts: broadcast }
}

const isBroadcast = /sendRawTransaction|sendTransaction|submitExtrinsic|broadcast_tx|^POST \/tx$/

/** For each family, the last request of an estimate. */
const prices: Readonly<Record<Family, RegExp>> = {
  eip155: /eth_maxPriorityFeePerGas/,
  solana: /simulateTransaction/,
  polkadot: /TransactionPaymentApi_query_info/,
  bip122: /fee-estimates/,
  cosmos: /Simulate/,
}

async function balance(family: Family): Promise<bigint> {
  const { network, url } = nodeOf(family)
  const argv = ['balance', alice[family]!.address, '-n', network, '--rpc', url, '--json']
  return BigInt((await runCli(argv, { env: { LATCHKEY_HOME: tempDir() } })).json().data.value)
}

function nodeOf(family: Family) {
  const network = devnet.networks.find(({ chainNamespace }) => chainNamespace === family)!.caipNetworkId
  return { network, url: devnet.nodes.find((node) => node.network === network)!.url }
}

describe.each(families)('a node of %s that raises its fee after the estimate', (family, amount, limit) => {
  // The fee of a plain solana transfer doesn't depend on the node's prices, so solana sends a token.
  const asset = () => {
    const { network } = nodeOf(family)
    const token = devnet.tokens.find((one) => one.asset.startsWith(`${network}/`))
    return family === 'solana' ? ['--asset', token!.asset, '--decimals', String(token!.decimals)] : []
  }
  const send = async (argv: readonly string[], afterCalls = 1) => {
    const { network, url } = nodeOf(family)
    const node = await greedyNode(family, url, afterCalls)
    const env = { LATCHKEY_HOME: tempDir() }
    const ran = await runCli(
      [
        ...['send', '--to', 'dev:bob', '--amount', amount, ...asset(), '-w', 'dev:alice', '-n', network],
        ...['--rpc', node.url, '--yes', '--json', ...argv],
      ],
      { env },
    )
    return { ...ran, node }
  }

  it.each([
    ['with --max-spend', ['--max-spend', limit]],
    ['without --max-spend', []],
  ])('gets no payment that costs more than allowed, %s', async (_, argv) => {
    const before = await balance(family)
    const { node, stdout, ...ran } = await send(argv)
    expect(ran.json().error, stdout).toMatchObject({ code: 'wallet/fee-above-limit' })
    expect(node.broadcasts).toEqual([])
    expect(await balance(family)).toBe(before)
  })

  // After the approval, only a polkadot wallet reads the price again, because there the chain sets the price.
  if (family !== 'polkadot')
    it('gets only the approved fee if it raises its fee after the approval', async () => {
      const before = await balance(family)
      const { node, stdout, ...ran } = await send(['--max-spend', limit, '--wait'], 2)
      expect(ran.code, stdout).toBe(0)
      expect(node.broadcasts).toHaveLength(1)
      const { decimals } = devnet.networks.find(
        ({ chainNamespace }) => chainNamespace === family,
      )!.nativeCurrency
      expect(before - (await balance(family))).toBeLessThanOrEqual(parseAmount(limit, decimals))
    })

  if (family === 'polkadot')
    it('gets no payment from polkadot if it raises its fee between the approval and the send', async () => {
      const { node, stdout, ...ran } = await send([], 2)
      expect(ran.json().error, stdout).toMatchObject({ code: 'wallet/fee-above-limit' })
      expect(node.broadcasts).toEqual([])
    })
})

describe('latchkey send', () => {
  const send = async (...argv: string[]) => {
    const { network, url } = nodeOf('eip155')
    const on = ['-w', 'dev:alice', '-n', network, '--rpc', url]
    return runCli(['send', '--to', 'dev:bob', ...on, ...argv], { env: { LATCHKEY_HOME: tempDir() } })
  }

  it('warns of a fee above a tenth of the amount, and sends if the user confirms', async () => {
    const dry = await send('--amount', '0.000000000000000001', '--dry-run')
    expect(dry.stdout).toMatch(/^fee up to +0\.0\d+ ETH$/m)
    expect(dry.stdout).toMatch(/^WARNING +the fee is at least as high as the amount$/m)
    const sent = await send('--amount', '0.000000000000000001', '--yes', '--json')
    expect(sent.code, sent.stdout).toBe(0)
    expect(sent.stderr).toContain('WARNING: the fee is at least as high as the amount')
  })

  it('warns that a rollup charges a further fee that has no limit', async () => {
    const { network, url } = nodeOf('eip155')
    // The OP Stack's contract for the data fee. In this test, each transaction costs a data fee of 0.001 ETH.
    const oracle = /^0x420000000000000000000000000000000000000f$/i
    const rollup = await lyingNode(url, (method, result, [first]) => {
      const { to = '' } = (first ?? {}) as { readonly to?: string }
      if (method === 'eth_getCode') return oracle.test(String(first)) ? '0x6001' : result
      const isPrice = method === 'eth_call' && oracle.test(to)
      return isPrice ? `0x${(10n ** 15n / 2n).toString(16).padStart(64, '0')}` : result
    })
    onTestFinished(() => rollup.stop())
    const argv = ['send', '--to', 'dev:bob', '-w', 'dev:alice', '-n', network, '--amount', '1', '--dry-run']
    const env = { LATCHKEY_HOME: tempDir() }
    const { stdout } = await runCli([...argv, '--rpc', rollup.url], { env })
    expect(stdout).toMatch(
      /^fee up to +0\.00\d+ ETH, of which 0\.001 ETH is the rollup's data fee, which has no limit$/m,
    )
    expect((await send('--amount', '1', '--dry-run')).stdout).not.toContain('rollup')
  })

  it('warns of a fee above --fee-warning, but only in the family that the option names', async () => {
    const warnings = async (...argv: string[]) =>
      (await send('--amount', '1', '--dry-run', '--json', ...argv)).json().data.warnings
    expect(await warnings()).toEqual([])
    expect(await warnings('--fee-warning', '0.000000001')).toEqual(['the fee is above 0.000000001 ETH'])
    expect(await warnings('--fee-warning', 'eip155:0')).toEqual(['the fee is above 0 ETH'])
    expect(await warnings('--fee-warning', 'solana:0')).toEqual([])
    for (const wrong of ['much', '-1', 'doge:1', '1e3', ''])
      expect((await send('--amount', '1', '--dry-run', '--json', `--fee-warning=${wrong}`)).code).toBe(2)
  })
})

describe('latchkey check', () => {
  it('spends no more than --max-spend on a node that raises its fee after the estimate', async () => {
    const { network, url } = nodeOf('eip155')
    const node = await greedyNode('eip155', url, 1)
    const file = join(tempDir(), 'key')
    writeFileSync(file, alice.eip155!.secret, { mode: 0o600 })
    const argv = [
      'check',
      '-n',
      network,
      '--rpc',
      node.url,
      '--json',
      '-w',
      `key:${file}`,
      '--max-spend',
      '0.01',
    ]
    const before = await balance('eip155')
    const ran = await runCli(argv, { env: { LATCHKEY_HOME: tempDir() } })
    expect(ran.code).toBe(1)
    expect(ran.json().error).toMatchObject({ message: expect.stringContaining('above the limit of') })
    expect(node.broadcasts).toEqual([])
    expect(await balance('eip155')).toBe(before)
  })
})
