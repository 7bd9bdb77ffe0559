import { AbiCoder, Interface, namehash } from 'ethers'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import { loopback } from './loopback.ts'

const resolver = '0x00000000000000000000000000000000000E45E5'
const universal = new Interface([
  'function resolveWithGateways(bytes name, bytes data, string[] gateways) view returns (bytes, address)',
  'function reverseWithGateways(bytes reverseName, uint256 coinType, string[] gateways) view returns (string, address, address)',
])
const records = new Interface([
  'function addr(bytes32 node) view returns (address)',
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
])
const elsewhere = new Interface([
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
])
const coder = AbiCoder.defaultAbiCoder()

/**
 * Starts a node of a chain with ENS. The node encodes its answers with ethers, while the client uses viem.
 *
 * @param names The addresses of each name, as hex, by coin type.
 * @param primary The primary names, by address.
 */
export async function ensNode(
  id: number,
  {
    names = {},
    primary = {},
    gateway,
  }: {
    readonly names?: Readonly<Record<string, Readonly<Record<number, string>>>>
    readonly primary?: Readonly<Record<string, string>>
    /** The URL of an off-chain gateway (EIP-3668). If it is set, the node redirects every lookup to this gateway. */
    readonly gateway?: string
  },
) {
  const calls: string[] = []
  const call = (data: string): string => {
    const [name, ...args] = [universal.parseTransaction({ data })!].flatMap((each) => [
      each.name,
      ...each.args,
    ])
    calls.push(name)
    if (name === 'reverseWithGateways')
      return universal.encodeFunctionResult('reverseWithGateways', [
        primary[String(args[0]).toLowerCase()] ?? '',
        resolver,
        resolver,
      ])
    const inner = records.parseTransaction({ data: args[1] })!
    const [, record] = Object.entries(names).find(([each]) => namehash(each) === inner.args[0]) ?? []
    const plain = inner.args.length === 1
    const bytes = record?.[plain ? 60 : Number(inner.args[1])]
    const answer = plain
      ? coder.encode(['address'], [bytes ?? `0x${'0'.repeat(40)}`])
      : coder.encode(['bytes'], [bytes ?? '0x'])
    return universal.encodeFunctionResult('resolveWithGateways', [answer, resolver])
  }
  const server = await loopback(({ body }, response) => {
    const asked = JSON.parse(body)
    const answers = [asked].flat().map(({ id: each, method, params }) => {
      const head = { jsonrpc: '2.0', id: each }
      if (method === 'eth_chainId') return { ...head, result: `0x${id.toString(16)}` }
      if (!gateway) return { ...head, result: call(params[0].data ?? params[0].input) }
      const lookup = [params[0].to, [gateway], '0x12', '0x12345678', '0x']
      const data = elsewhere.encodeErrorResult('OffchainLookup', lookup)
      return { ...head, error: { code: 3, message: 'execution reverted', data } }
    })
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array.isArray(asked) ? answers : answers[0]))
  })
  const network: ChainNetwork<'eip155'> = {
    id,
    caipNetworkId: `eip155:${id}`,
    chainNamespace: 'eip155',
    name: `Chain ${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [server.url] } },
    contracts: { ensUniversalResolver: { address: resolver } },
  }
  return { ...server, network, calls }
}
