import { eip155Adapter } from '../../src/adapters/eip155/adapter.ts'
import { eip155 } from '../../src/adapters/eip155/index.ts'
import { Eip1193Connector } from '../../src/connectors/injected/eip1193-connector.ts'
import type { CaipAddress } from '../../src/core/chain/caip.ts'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import type { CallOptions, RpcRequest } from '../../src/ports.ts'
import { memoryPlatform } from '../../src/testing/memory-platform.ts'
import { createEip155Wallet } from '../../src/testing/wallets/eip155.ts'

export { turn } from './async.ts'

export const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const account: CaipAddress<'eip155'> = `eip155:1:${alice}`
export const hash = `0x${'ab'.repeat(32)}`

export function network(id: number, changes: Partial<ChainNetwork<'eip155'>> = {}): ChainNetwork<'eip155'> {
  return {
    id,
    caipNetworkId: `eip155:${id}`,
    chainNamespace: 'eip155',
    name: `Chain ${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [`https://public.example/${id}`] } },
    ...changes,
  }
}

/** The answers of a working node, by method. Its chain has no contracts, and every account has enough ETH. */
export const honest: Readonly<Record<string, unknown>> = {
  eth_getBalance: '0x8ac7230489e80000',
  eth_estimateGas: '0x5208',
  eth_getCode: '0x',
  eth_maxPriorityFeePerGas: '0x1',
  eth_gasPrice: '0x2',
  eth_blockNumber: '0xa',
  eth_getBlockByNumber: {
    number: '0xa',
    hash: `0x${'01'.repeat(32)}`,
    timestamp: '0x6553f100',
    gasLimit: '0x1c9c380',
    baseFeePerGas: '0x64',
    transactions: [],
  },
}

export function adapterWorld(options: { authorized?: boolean; networks?: ChainNetwork<'eip155'>[] } = {}) {
  const networks = options.networks ?? [network(1), network(10)]
  const platform = memoryPlatform()
  const wallet = createEip155Wallet({
    privateKeys: [
      '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
      '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
    ],
    chains: [
      { id: 1, rpcUrl: 'http://127.0.0.1:1' },
      { id: 10, rpcUrl: 'http://127.0.0.1:1' },
    ],
    authorized: options.authorized,
  })
  const answers: Record<string, unknown> = { ...honest }
  const asked: RpcRequest[] = []
  const rpc = {
    async request(call: RpcRequest, opts?: CallOptions) {
      opts?.signal?.throwIfAborted()
      asked.push(call)
      const answer = answers[call.method]
      return (typeof answer === 'function' ? answer(call.params) : answer) as never
    },
  }
  const context = { ...platform, networks, endpoints: () => [], rpc: () => rpc, http: () => ({}) as never }
  const made = eip155Adapter(context, eip155().capabilities)
  const adapter = made as Required<Omit<typeof made, `sign${string}ransaction${string}`>>
  const connectorFor = (id: string) =>
    new Eip1193Connector({ id, name: 'Test Wallet', type: 'EXTERNAL', provider: wallet.provider }, context)
  const connector = connectorFor('w')
  const told: unknown[][] = []
  for (const event of [
    'connected',
    'disconnected',
    'accountsChanged',
    'networkChanged',
    'transactionSent',
  ] as const)
    adapter.on(event, (payload) => void told.push([event, payload]))
  return {
    ...platform,
    networks,
    wallet,
    answers,
    asked,
    adapter,
    connector,
    connectorFor,
    told,
    connect: () => adapter.connect({ connector, network: networks[0] as ChainNetwork<'eip155'> }),
    methods: () => wallet.script.requests.map(({ method }) => method),
  }
}
