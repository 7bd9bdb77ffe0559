import { keccak256 } from 'viem'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Devnet, devAccounts } from '../../src/devnet/index.ts'
import { nodeRpc } from '../../src/devnet/node-rpc.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { lyingNode } from './support/loopback-node.ts'
import { runCli, tempDir } from './support/run-cli.ts'

let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'] })
}, leaseTimeout)
afterAll(() => devnet?.stop())

describe('latchkey send --wait, with a node that gives false answers about transactions,', () => {
  const at = () => {
    const { caipNetworkId, rpcUrls } = devnet.networks.find(({ id }) => String(id) === '31337')!
    return { network: caipNetworkId, url: rpcUrls.default.http[0]! }
  }
  const sendTo = (url: string, ...more: string[]) => {
    const what = ['send', '--to', 'dev:bob', '--amount', '0.01', '--wait', '--yes', '--json']
    const on = ['-w', 'dev:alice', '-n', at().network, '--rpc', url]
    return runCli([...what, ...on, ...more], { env: { LATCHKEY_HOME: tempDir() } })
  }
  /** Sends through a correct node, and returns the hash. Later, a false node answers with this older transaction. */
  const older = async (): Promise<string> => (await sendTo(at().url)).json().data.hash

  it('prints the hash of the signed bytes, even if the node answers with another hash', async () => {
    const old = await older()
    const raw: `0x${string}`[] = []
    const node = await lyingNode(at().url, (method, result, [first]) => {
      if (method !== 'eth_sendRawTransaction') return result
      raw.push(first as `0x${string}`)
      return old
    })
    onTestFinished(() => node.stop())
    const { data } = (await sendTo(node.url)).json()
    expect(raw).toHaveLength(1)
    expect(data).toMatchObject({ hash: keccak256(raw[0]!), status: { phase: 'confirmed' } })
    expect(data.hash).not.toBe(old)
  })

  it('doesn\'t print "confirmed" if the node sent nothing and answered with the hash of an older transaction', async () => {
    const old = await older()
    const node = await lyingNode(at().url, (_, result) => result ?? old, 'eth_sendRawTransaction')
    onTestFinished(() => node.stop())
    const ran = await sendTo(node.url, '--timeout', '3')
    expect(ran.code).not.toBe(0)
    expect(ran.stdout).not.toContain('confirmed')
  })

  it.each<[string, (receipt: Record<string, unknown>) => object]>([
    ['another hash', (receipt) => receipt],
    ['another sender', (receipt) => ({ ...receipt, from: devAccounts.carol!.eip155!.address })],
    ['another recipient', (receipt) => ({ ...receipt, to: devAccounts.carol!.eip155!.address })],
  ])(
    'doesn\'t print "confirmed" for a receipt with %s than the sent transaction has',
    async (kind, change) => {
      const old = await older()
      const receipt = await nodeRpc<Record<string, unknown>>(at().url, 'eth_getTransactionReceipt', [old])
      const node = await lyingNode(
        at().url,
        (method, result, [hash]) => {
          if (method === 'eth_sendRawTransaction') return old
          if (method !== 'eth_getTransactionReceipt') return result
          return change({ ...receipt, ...(kind !== 'another hash' && { transactionHash: hash }) })
        },
        'eth_sendRawTransaction',
      )
      onTestFinished(() => node.stop())
      const ran = await sendTo(node.url, '--timeout', '3')
      expect(ran.code).not.toBe(0)
      expect(ran.stdout).not.toContain('confirmed')
    },
  )
})
