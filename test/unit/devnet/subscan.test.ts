import { expect, it, onTestFinished } from 'vitest'
import { subscanOf } from '../../../src/devnet/providers/subscan.ts'
import { loopback } from '../../support/loopback.ts'

/** Balances.Transfer of extrinsic 0, with the sender, the recipient, an amount in plancks, and no topics. */
const start = Buffer.from('00000000000a02', 'hex')
const transfer = Buffer.concat([start, Buffer.alloc(32, 1), Buffer.alloc(32, 2), amountOf(7n), Buffer.of(0)])

function amountOf(value: bigint): Buffer {
  const bytes = Buffer.alloc(16)
  bytes.writeBigUInt64LE(value)
  return bytes
}

/** Starts a node with one block, whose events are these bytes. */
async function nodeWith(events: Buffer): Promise<string> {
  const answers: Readonly<Record<string, (params: readonly string[]) => unknown>> = {
    chain_getHeader: () => ({ number: '0x1' }),
    chain_getBlockHash: () => `0x${'11'.repeat(32)}`,
    chain_getBlock: () => ({ block: { extrinsics: ['0x2801'] } }),
    // The key of System.Events starts with the hash of the pallet's name.
    state_getStorage: ([key = '']) => (key.startsWith('0x26aa394e') ? `0x${events.toString('hex')}` : null),
  }
  const node = await loopback(({ body }, response) => {
    const { id, method, params } = JSON.parse(body)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method]?.(params) }))
  })
  onTestFinished(() => node.close())
  return node.url
}

it.each([
  ['after the transfer', Buffer.concat([transfer, start])],
  ['before the transfer', Buffer.concat([start, Buffer.alloc(90, 9), transfer])],
  ['in a cut record', Buffer.concat([transfer, transfer.subarray(0, 80)])],
])(
  "the devnet's Subscan lists a transfer only once if the bytes of its start also occur %s",
  async (_, events) => {
    const network = {
      ...{
        chainNamespace: 'polkadot',
        caipNetworkId: 'polkadot:0123',
        id: '0123',
        name: 'Hub',
        ss58Prefix: 42,
      },
      nativeCurrency: { name: 'Dot', symbol: 'DOT', decimals: 10 },
      rpcUrls: { default: { http: [await nodeWith(events)] } },
    } as const
    const subscan = subscanOf(network as never, [])!
    const { data } = (await subscan('api/v2/scan/transfers', {
      ...{ address: '5C62Ck4UrFPiBtoCmeSrgF7x9yv9mn38446dhCpsi2mLHiFT', row: 10 },
    })) as { readonly data: { readonly transfers: readonly object[] } }
    expect(data.transfers).toMatchObject([{ amount_v2: '7', module: 'balances', asset_symbol: 'DOT' }])
    expect(data.transfers).toHaveLength(1)
  },
)
