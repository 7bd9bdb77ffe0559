import type { ServerResponse } from 'node:http'
import { AbiCoder, concat, Interface, keccak256, namehash, SigningKey, Wallet } from 'ethers'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import { deployContract } from '../../src/devnet/nodes/deploy-contract.ts'
import { gatewayNamesBytecode } from './contracts/gateway-names.ts'
import { loopback } from './loopback.ts'

const coder = AbiCoder.defaultAbiCoder()
const records = new Interface([
  'function addr(bytes32 node) view returns (address)',
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
])
const proof = ['bytes', 'bool', 'uint8', 'bytes32', 'bytes32']

/** Answers a request in place of the gateway. `honest` is the gateway's correct answer, a signed record. */
export type GatewayFault = (response: ServerResponse, honest: string) => unknown

export interface NameGatewayOptions {
  /** The addresses of each name, as hex, by coin type. */
  readonly names?: Readonly<Record<string, Readonly<Record<number, string>>>>
  /** The primary names, by address in lower case. */
  readonly primary?: Readonly<Record<string, string>>
  /** Whether the gateway signs with a key that the contract doesn't know. */
  readonly forged?: boolean
  /** How many lookups the gateway demands in a row before its final answer. */
  readonly again?: number
  /** Returns the gateway's URL templates. Default: a GET template, with both placeholders of EIP-3668. */
  readonly template?: (url: string) => readonly string[]
}

/**
 * Deploys a universal resolver on a running node, and starts the gateway for the resolver's names on loopback. The
 * gateway encodes and signs with ethers, while the client uses viem.
 */
export async function nameGateway(network: ChainNetwork<'eip155'>, options: NameGatewayOptions = {}) {
  const { names = {}, primary = {}, forged = false, again = 0 } = options
  const faults: { now?: GatewayFault | undefined } = {}
  const wallet = Wallet.createRandom()
  const key = new SigningKey(forged ? Wallet.createRandom().privateKey : wallet.privateKey)

  function answer(request: string, sender: string, turn: number): string {
    const [result] = recordOf(request)
    const hash = keccak256(concat(['0x1900', sender, keccak256(request), keccak256(result)]))
    const { v, r, s } = key.sign(hash)
    return coder.encode(proof, [result, turn < again, v, r, s])
  }
  function recordOf(request: string): readonly [string] {
    // Distinguishes lookups from reverse lookups by the second value of the call. In a lookup, the second value is the
    // offset of `bytes`. In a reverse lookup, the second value is the coin type.
    const second = BigInt(`0x${request.slice(2 + 64, 2 + 128)}`)
    if (second < 0x60n || second > 0x10000n || second === 60n) {
      const [account] = coder.decode(['bytes', 'uint256'], request)
      return [`0x${Buffer.from(primary[account.toLowerCase()] ?? '').toString('hex')}`]
    }
    const [, data] = coder.decode(['bytes', 'bytes'], request)
    const asked = records.parseTransaction({ data })!
    const [, record] = Object.entries(names).find(([name]) => namehash(name) === asked.args[0]) ?? []
    const plain = asked.args.length === 1
    const bytes = record?.[plain ? 60 : Number(asked.args[1])]
    return [
      plain
        ? coder.encode(['address'], [bytes ?? `0x${'0'.repeat(40)}`])
        : coder.encode(['bytes'], [bytes ?? '0x']),
    ]
  }

  const server = await loopback(({ method, path, body }, response, index) => {
    const posted = method === 'POST' ? JSON.parse(body) : undefined
    const [, , sender = '', data = ''] = path.split('/')
    const honest = JSON.stringify({
      data: answer(posted?.data ?? data.replace('.json', ''), posted?.sender ?? sender, index),
    })
    response.setHeader('content-type', 'application/json')
    if (faults.now) faults.now(response, honest)
    else response.end(honest)
  })
  const urls = options.template?.(server.url) ?? [`${server.url}lookup/{sender}/{data}.json`]
  const code = concat([
    gatewayNamesBytecode,
    coder.encode(['address', 'string[]'], [wallet.address, urls]),
  ]) as `0x${string}`
  const [node = ''] = network.rpcUrls.default.http
  const address = await deployContract(node, 'The resolver', code)
  return {
    ...server,
    faults,
    origin: new URL(server.url).origin,
    network: { ...network, contracts: { ensUniversalResolver: { address } } } as ChainNetwork<'eip155'>,
  }
}
