import { secp256k1 } from '@noble/curves/secp256k1'
import { base58 } from '@scure/base'
import * as btc from '@scure/btc-signer'
import type { ChainNamespace } from '../../src/core/chain/namespace.ts'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import { devAccounts } from '../../src/devnet/dev-accounts.ts'
import { broadcasts } from '../../src/devnet/node-faults/call-family.ts'
import { type FaultCall, type FaultOutcome, failure } from '../../src/devnet/node-faults/node-fault.ts'
import { acceptedAs, hashOfBroadcast } from '../../src/devnet/node-faults/transaction-hash.ts'
import { Application } from '../../src/devnet/nodes/cosmos/application.ts'
import { bech32Prefix, gasPrice, native } from '../../src/devnet/nodes/cosmos/genesis.ts'
import { queries } from '../../src/devnet/nodes/cosmos/queries.ts'
import type { SdkError } from '../../src/devnet/nodes/cosmos/sdk-error.ts'
import { regtest } from './bip122-surroundings.ts'
import { knownRuntime } from './polkadot-runtimes.ts'
import { tokenAnswer } from './quirk-swaps.ts'

/** A fake node of a family. The node keeps no state: it accepts each broadcast, but its answers stay the same. */
export interface QuirkNode {
  /** The network, without its URLs. */
  readonly network: Omit<ChainNetwork, 'rpcUrls'>
  /** Alice's account and its secret. */
  readonly account: { readonly address: string; readonly secret: string }
  readonly to: string
  /** An amount that the account can send. */
  readonly amount: bigint
  /** The balance of the account. */
  readonly balance: bigint
  /** Returns the node's answer at the time `now`, in ms. Returns undefined for an unknown method. */
  answer(call: FaultCall, now: number): unknown
}

const alice = devAccounts.alice!
const bob = devAccounts.bob!
const hex = (value: number | bigint) => `0x${value.toString(16)}`
const blockHash = 'ab'.repeat(32)

/** Thrown by `answer` if the node refuses a call. */
class Refusal {
  constructor(readonly outcome: FaultOutcome) {}
}

function eip155(): QuirkNode {
  const balance = 10n ** 18n
  const head = 3
  const hashAt = (number: number) => `0x${String(number).padStart(64, '0')}`
  const block = (now: number, [at]: readonly unknown[]) => {
    const number = Number.isNaN(Number(at)) ? head : Number(at)
    return {
      ...{ number: hex(number), hash: hashAt(number), parentHash: hashAt(number - 1) },
      ...{ gasLimit: hex(30_000_000), baseFeePerGas: hex(10 ** 9), transactions: [] },
      timestamp: hex(Math.floor(now / 1000)),
    }
  }
  const values: Readonly<Record<string, (now: number, params: readonly unknown[]) => unknown>> = {
    eth_chainId: () => '0x1',
    net_version: () => '1',
    eth_getBalance: () => hex(balance),
    eth_getTransactionCount: () => '0x5',
    eth_gasPrice: () => hex(2 * 10 ** 9),
    eth_maxPriorityFeePerGas: () => hex(10 ** 9),
    eth_estimateGas: () => hex(21_000),
    eth_blockNumber: () => hex(head),
    eth_getBlockByNumber: block,
    eth_getCode: () => '0x',
    eth_call: (_, params) => tokenAnswer({ method: 'eth_call', params }),
    eth_simulateV1: () => {
      throw new Refusal(failure(-32601, 'the method eth_simulateV1 does not exist'))
    },
    eth_getBlockReceipts: () => [],
    eth_getTransactionByHash: () => null,
    eth_getTransactionReceipt: () => null,
  }
  return {
    network: {
      ...{ id: 1, caipNetworkId: 'eip155:1', chainNamespace: 'eip155', name: 'One' },
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    },
    account: alice.eip155!,
    to: bob.eip155!.address,
    ...{ amount: 10n ** 15n, balance },
    answer: ({ method, params }, now) => values[method]?.(now, (params ?? []) as readonly unknown[]),
  }
}

function solana(): QuirkNode {
  const genesis = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'
  const balance = 10n ** 10n
  const account = (now: number, address: unknown) => {
    if (address !== 'SysvarC1ock11111111111111111111111111111111') {
      const common = { owner: '11111111111111111111111111111111', executable: false, rentEpoch: 0 }
      return { ...common, lamports: Number(balance), data: ['', 'base64'] }
    }
    const data = Buffer.alloc(40)
    data.writeBigInt64LE(BigInt(Math.floor(now / 1000)), 32)
    const common = { owner: 'Sysvar1111111111111111111111111111111111111', executable: false, rentEpoch: 0 }
    return { ...common, lamports: 1, data: [data.toString('base64'), 'base64'] }
  }
  const values: Readonly<Record<string, (slot: number, params: readonly unknown[], now: number) => unknown>> =
    {
      getGenesisHash: () => genesis,
      getBalance: (slot) => ({ context: { slot }, value: Number(balance) }),
      getSlot: (slot) => slot,
      getBlockHeight: (slot) => slot,
      getFirstAvailableBlock: () => 0,
      getEpochInfo: (slot) => ({ epoch: 1, slotIndex: 1, slotsInEpoch: 432_000, absoluteSlot: slot }),
      getLatestBlockhash: (slot) => ({
        context: { slot },
        value: {
          blockhash: base58.encode(Buffer.from(String(slot).padStart(32, '0'))),
          lastValidBlockHeight: slot + 150,
        },
      }),
      isBlockhashValid: (slot) => ({ context: { slot }, value: true }),
      getFeeForMessage: (slot) => ({ context: { slot }, value: 15_000 }),
      getMinimumBalanceForRentExemption: () => 890_880,
      getRecentPrioritizationFees: () => [],
      getMultipleAccounts: (slot, [addresses], now) => ({
        context: { slot },
        value: (addresses as readonly unknown[]).map((address) => account(now, address)),
      }),
      getAccountInfo: (slot, [address], now) => ({ context: { slot }, value: account(now, address) }),
      getTokenAccountsByOwner: (slot) => ({ context: { slot }, value: [] }),
      simulateTransaction: (slot) => ({
        context: { slot },
        value: { err: null, logs: [], unitsConsumed: 450, accounts: null },
      }),
      getSignatureStatuses: (slot, [hashes]) => ({
        context: { slot },
        value: (hashes as readonly unknown[]).map(() => null),
      }),
      getTransaction: () => null,
    }
  return {
    network: {
      ...{ id: genesis.slice(0, 32), caipNetworkId: `solana:${genesis.slice(0, 32)}`, name: 'Sol' },
      chainNamespace: 'solana',
      nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    },
    account: alice.solana!,
    to: bob.solana!.address,
    ...{ amount: 1_000_000n, balance },
    answer: ({ method, params }, now) =>
      values[method]?.(Math.floor(now / 400), (params ?? []) as readonly unknown[], now),
  }
}

function cosmos(): QuirkNode {
  const chainId = 'latchkey-1'
  const app = new Application(chainId)
  const ledger = app.commit()
  const height = 100n
  const balance = ledger.balance(alice.cosmos!.address, native.denom)
  return {
    network: {
      ...{ id: chainId, caipNetworkId: `cosmos:${chainId}`, chainNamespace: 'cosmos', name: 'Cosmos' },
      nativeCurrency: { name: native.name, symbol: native.symbol, decimals: native.decimals },
      cosmos: { bech32Prefix, denom: native.denom, gasPrice },
    },
    account: alice.cosmos!,
    to: bob.cosmos!.address,
    ...{ amount: 1000n, balance },
    answer({ method, params }, now) {
      if (method === 'tx_search') return { txs: [], total_count: '0' }
      if (method === 'unconfirmed_txs') return { n_txs: '0', total: '0', txs: [] }
      if (method === 'status')
        return {
          node_info: { network: chainId, version: '0.38.0' },
          sync_info: {
            latest_block_height: String(height),
            latest_block_time: new Date(now).toISOString(),
            catching_up: false,
          },
        }
      if (method !== 'abci_query') return undefined
      const { path, data } = params as { readonly path: string; readonly data?: string }
      const run = queries[path]
      if (!run) return { response: { code: 6, codespace: 'sdk', log: `unknown query path ${path}` } }
      try {
        const value = run({ app, ledger, next: height + 1n }, Buffer.from(data ?? '', 'hex'))
        const bytes = Buffer.from(value).toString('base64')
        return { response: { code: 0, codespace: '', height: String(height), value: bytes } }
      } catch (error) {
        return { response: { code: (error as SdkError).code, codespace: 'sdk', log: String(error) } }
      }
    },
  }
}

function bip122(): QuirkNode {
  const genesis = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206'
  const { address, secret } = alice.bip122!
  const balance = 100_000_000n
  // The transaction that pays the coins to Alice.
  const funding = new btc.Transaction({ allowUnknownInputs: true })
  const key = Buffer.from(bob.bip122!.secret.replace(/^0x/, ''), 'hex')
  const witnessUtxo = {
    script: btc.p2wpkh(secp256k1.getPublicKey(key, true), regtest).script,
    amount: balance * 2n,
  }
  funding.addInput({ txid: 'cd'.repeat(32), index: 0, witnessUtxo })
  funding.addOutputAddress(address, balance, regtest)
  funding.sign(key)
  funding.finalize()
  const status = { confirmed: true, block_height: 90, block_hash: blockHash, block_time: 1 }
  const sums = (funded: bigint) => ({
    ...{ funded_txo_count: 1, funded_txo_sum: Number(funded) },
    ...{ spent_txo_count: 0, spent_txo_sum: 0, tx_count: 1 },
  })
  const answers: Readonly<Record<string, (now: number) => unknown>> = {
    'GET /block-height/0': () => genesis,
    'GET /blocks/tip/height': () => '100',
    'GET /blocks/tip/hash': () => blockHash,
    'GET /fee-estimates': () => ({ 1: 5, 2: 4, 3: 3, 6: 2, 144: 1 }),
    [`GET /address/${address}`]: () => ({ address, chain_stats: sums(balance), mempool_stats: sums(0n) }),
    [`GET /address/${address}/utxo`]: () => [{ txid: funding.id, vout: 0, status, value: Number(balance) }],
    [`GET /address/${address}/txs/mempool`]: () => [],
    [`GET /tx/${funding.id}/hex`]: () => Buffer.from(funding.extract()).toString('hex'),
    [`GET /tx/${funding.id}/outspend/0`]: () => ({ spent: false }),
  }
  return {
    network: {
      ...{ id: genesis.slice(0, 32), caipNetworkId: `bip122:${genesis.slice(0, 32)}`, name: 'Regtest' },
      chainNamespace: 'bip122',
      nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
      testnet: true,
    },
    account: { address, secret },
    to: bob.bip122!.address,
    ...{ amount: 20_000n, balance },
    answer({ method }, now) {
      const found = answers[method]
      if (found) return found(now)
      if (/^GET \/(tx|address)\//.test(method)) throw new Refusal(failure(404, 'Transaction not found'))
      return undefined
    },
  }
}

async function polkadot(): Promise<QuirkNode> {
  const { metadata, versions } = await knownRuntime('substrate-contracts-node', 'v14')
  const genesis = '0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3'
  const balance = 10n ** 13n
  const header = {
    ...{ parentHash: `0x${'cd'.repeat(32)}`, number: '0x1000', digest: { logs: [] } },
    ...{ stateRoot: `0x${'ef'.repeat(32)}`, extrinsicsRoot: `0x${'ef'.repeat(32)}` },
  }
  /** `AccountInfo` starts with four numbers: nonce, consumers, providers, sufficients. The free balance follows. */
  const info = Buffer.alloc(80)
  info.writeUInt32LE(5, 0)
  info.writeUInt32LE(1, 8)
  info.writeBigUInt64LE(balance, 16)
  /** `RuntimeDispatchInfo` contains the weight as two compact numbers, then the class, then the fee. */
  const dispatch = Buffer.alloc(19)
  dispatch.writeUInt8(4, 0)
  dispatch.writeUInt8(4, 1)
  dispatch.writeBigUInt64LE(150_000_000n, 3)
  const values: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    chain_getBlockHash: ([number]) => (number === 0 ? genesis : `0x${blockHash}`),
    chain_getFinalizedHead: () => `0x${blockHash}`,
    chain_getHeader: () => header,
    state_getRuntimeVersion: () => versions,
    state_getMetadata: () => metadata,
    system_chain: () => 'Quirks',
    system_properties: () => ({ ss58Format: 0, tokenDecimals: 10, tokenSymbol: 'DOT' }),
    system_accountNextIndex: () => 5,
    state_getStorage: () => `0x${info.toString('hex')}`,
    state_call: () => `0x${dispatch.toString('hex')}`,
    author_pendingExtrinsics: () => [],
  }
  return {
    network: {
      ...{ id: genesis.slice(2, 34), caipNetworkId: `polkadot:${genesis.slice(2, 34)}`, name: 'Dot' },
      ...{ chainNamespace: 'polkadot', ss58Prefix: 42 },
      nativeCurrency: { name: 'DOT', symbol: 'DOT', decimals: 10 },
    },
    account: alice.polkadot!,
    to: bob.polkadot!.address,
    ...{ amount: 10n ** 11n, balance },
    answer: ({ method, params }) => values[method]?.((params ?? []) as readonly unknown[]),
  }
}

/**
 * The fake nodes by family. Polkadot's function returns a promise, because its node must first read a runtime's
 * metadata.
 */
export const quirkNodes: Readonly<Record<ChainNamespace, () => QuirkNode | Promise<QuirkNode>>> = {
  eip155,
  solana,
  cosmos,
  bip122,
  polkadot,
}

/** Returns the node's outcome of a call. Throws for an unknown method, so that the test must list each method. */
export function outcomeOf(node: QuirkNode, call: FaultCall, now: number): FaultOutcome {
  if (broadcasts(call)) return { result: acceptedAs(call, hashOfBroadcast(call)) }
  try {
    const result = node.answer(call, now)
    if (result === undefined) throw new Error(`not expected: ${call.method}`)
    return { result }
  } catch (error) {
    if (error instanceof Refusal) return error.outcome
    throw error
  }
}
