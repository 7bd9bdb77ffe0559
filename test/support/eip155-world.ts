import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { getAddress, verifyMessage, verifyTypedData } from 'ethers'
import type { Devnet } from 'latchkey/devnet'
import {
  announceEip6963,
  type ContractChain,
  type ContractStep,
  type ContractWorld,
  createEip155Wallet,
  memoryPlatform,
  type WalletKind,
  type WalletStep,
} from 'latchkey/testing'
import { externalConnector } from '../../src/connectors/external.ts'
import { discoverEip6963 } from '../../src/connectors/injected/eip6963.ts'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import type { AdapterFactory } from '../../src/core/wallet/adapter.ts'
import type { Connector, ConnectorContext } from '../../src/core/wallet/connector.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { createRpcPool } from '../../src/transport/rpc-pool.ts'

export interface Eip155WorldOptions {
  readonly devnet: Devnet
  readonly factory: AdapterFactory<'eip155'>
  /** How the wallet is reached. */
  readonly reach: 'injected' | 'external'
}

const methods: Readonly<Record<WalletKind, string>> = {
  connect: 'eth_requestAccounts',
  restore: 'eth_accounts',
  close: 'wallet_revokePermissions',
  sign: 'personal_sign',
  signTypedData: 'eth_signTypedData_v4',
  send: 'eth_sendTransaction',
  sendBatch: 'wallet_sendCalls',
  switch: 'wallet_switchEthereumChain',
  addNetwork: 'wallet_addEthereumChain',
}

/** A world for the contract suite: real chains, a wallet with real keys, ethers as the second library. */
export async function openEip155World({
  devnet,
  factory,
  reach,
}: Eip155WorldOptions): Promise<ContractWorld<'eip155'>> {
  const [first, second] = devnet.networks as [ChainNetwork<'eip155'>, ChainNetwork<'eip155'>]
  const networks = [first, second] as const
  const [alice, bob, carol] = ['alice', 'bob', 'carol'].map((name) => devnet.accounts[name]!.eip155!)
  const token = devnet.tokens.find(({ asset }) => asset.startsWith(`${first.caipNetworkId}/`))!

  let prompts = 0
  const wallet = createEip155Wallet({
    privateKeys: [alice!.secret, bob!.secret],
    chains: networks.map(({ id, rpcUrls }) => ({ id: Number(id), rpcUrl: rpcUrls.default.http[0]! })),
    approve: async () => void prompts++,
  })

  const releases: (() => unknown)[] = []
  const platform = memoryPlatform({ clock: systemClock, fetch: (input, init) => fetch(input, init) })
  const context: ConnectorContext = { ...platform, networks }
  const make = async () => {
    const pools = networks.map(({ caipNetworkId, rpcUrls }) => ({
      caipNetworkId,
      pool: createRpcPool({ ...platform, urls: rpcUrls.default.http, retries: 0 }),
    }))
    const adapter = await factory.create({
      ...platform,
      networks,
      endpoints: (network) =>
        networks.find(({ caipNetworkId }) => caipNetworkId === network)?.rpcUrls.default.http ?? [],
      rpc: (network) => pools.find(({ caipNetworkId }) => caipNetworkId === network)!.pool,
    })
    const connector = reach === 'injected' ? discovered() : external()
    releases.push(
      () => adapter.dispose(),
      () => connector.dispose(),
      ...pools.map(
        ({ pool }) =>
          () =>
            pool.dispose(),
      ),
    )
    return { adapter, connector }
  }
  const external = () => externalConnector({ id: 'test', name: 'Test', provider: wallet.provider })(context)
  const discovered = () => {
    const found: Connector[] = []
    const stopAnnouncing = announceEip6963(context.page, wallet.provider)
    const stopListening = discoverEip6963(context, (connector) => void found.push(connector))
    stopAnnouncing()
    stopListening()
    return found[0]!
  }

  return {
    namespace: 'eip155',
    capabilities: factory.capabilities,
    ...(await make()),
    reload: make,
    networks,
    foreignNetwork: { ...second, id: 31339, caipNetworkId: 'eip155:31339', name: 'Elsewhere' },
    addresses: [alice!.address, bob!.address],
    strangerAddress: carol!.address,
    receiver: getAddress(`0x${randomBytes(20).toString('hex')}`),
    token: token as ContractWorld<'eip155'>['token'],
    missingToken: `${first.caipNetworkId}/erc20:0x00000000000000000000000000000000000000Aa`,
    unknownHash: `0x${randomBytes(32).toString('hex')}`,
    smallAmount: 12_345n,
    // One digit short, one too many, no digits, a large X.
    invalidAddresses: [
      alice!.address.slice(0, -1),
      `${alice!.address}0`,
      `0x${'zz'.repeat(20)}`,
      '0X5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    ],
    // Mixed case with a wrong checksum (EIP-55).
    unsafeReceivers: ['0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    wallet: {
      next: (kind, step) => wallet.script.next(methods[kind], walletStep(kind, step)),
      count: (kind) => wallet.script.count(kind && methods[kind]),
      prompts: () => prompts,
      network: () => `eip155:${wallet.chainId}`,
      moveTo: wallet.moveTo,
      select: wallet.select,
      revoke: wallet.revoke,
      forget: (network) => wallet.forget(Number(network.slice('eip155:'.length))),
      emitNonsense() {
        for (const payload of [null, undefined, {}, '', '0x', 'zzz', Number.NaN, -1, []])
          wallet.emit('chainChanged', payload)
        for (const payload of [null, undefined, {}, 'zzz', 7, [1], ['0x12'], [null]])
          wallet.emit('accountsChanged', payload)
      },
      emitNetwork: () => wallet.emit('chainChanged', `0x${wallet.chainId.toString(16)}`),
      listenerCount: () => wallet.listenerCount(),
    },
    chain: chainTruth(networks, devnet.accounts.dave!.eip155!.address, token.asset),
    async verifyMessage(message, { signature }, address) {
      return verifyMessage(message, signature) === address
    },
    typedData: { value: mail, verify: async ({ signature }, address) => recoverMail(signature) === address },
    transfer: (to) => ({ to: to as `0x${string}`, value: 12_345n }),
    async dispose() {
      for (const release of releases.splice(0)) await release()
    },
  }
}

const nonsense: Partial<Record<WalletKind, unknown>> = { connect: 'nonsense', sendBatch: 42 }

function walletStep(kind: WalletKind, step: ContractStep): WalletStep {
  if (step === 'empty') return { answer: [] }
  if (step === 'lie') return { answer: null }
  if (step === 'fail') return { error: { code: -32603, message: 'Internal error' } }
  if (step === 'nonsense') return { answer: nonsense[kind] ?? '0x12' }
  return step
}

interface Receipt {
  readonly status: string
  readonly gasUsed: string
  readonly effectiveGasPrice: string
}

/** What the nodes themselves say, asked in the plainest way. */
function chainTruth(networks: readonly ChainNetwork[], sender: string, token: string): ContractChain {
  const ask = async <T>(network: string, method: string, ...params: unknown[]) => {
    const url = networks.find(({ caipNetworkId }) => caipNetworkId === network)!.rpcUrls.default.http[0]!
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    const { result, error } = (await response.json()) as { result: T; error?: unknown }
    if (error) throw new Error(`${method}: ${JSON.stringify(error)}`)
    return result
  }
  const word = (value: string) => value.replace(/^0x/, '').padStart(64, '0')
  const contract = (asset: string) => asset.slice(asset.lastIndexOf(':') + 1)
  const fee = (receipt: Receipt) => BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice)
  const mined = async (network: string, hash: string): Promise<Receipt> => {
    for (;;) {
      const receipt = await ask<Receipt | null>(network, 'eth_getTransactionReceipt', hash)
      if (receipt) return receipt
      await sleep(5)
    }
  }

  return {
    async balance(network, address, asset) {
      if (!asset) return BigInt(await ask<string>(network, 'eth_getBalance', address, 'latest'))
      const data = `0x70a08231${word(address)}`
      return BigInt(await ask<string>(network, 'eth_call', { to: contract(asset), data }, 'latest'))
    },
    async transaction(network, hash) {
      const receipt = await ask<Receipt | null>(network, 'eth_getTransactionReceipt', hash)
      return receipt ? { ok: receipt.status === '0x1', fee: fee(receipt) } : undefined
    },
    async holdBlocks(network) {
      await ask(network, 'evm_setAutomine', false)
      let held = true
      return async () => {
        if (!held) return
        held = false
        await ask(network, 'evm_mine')
        await ask(network, 'evm_setAutomine', true)
      }
    },
    async failedTransaction(network) {
      const data = `0xa9059cbb${word(sender)}${'f'.repeat(64)}`
      const to = contract(token)
      const hash = await ask<string>(network, 'eth_sendTransaction', {
        from: sender,
        to,
        data,
        gas: '0x186a0',
      })
      const receipt = await mined(network, hash)
      if (receipt.status !== '0x0') throw new Error('the transaction was meant to fail')
      return { hash, fee: fee(receipt) }
    },
  }
}

/** The example of EIP-712. */
const mail = {
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person' },
      { name: 'contents', type: 'string' },
      { name: 'value', type: 'uint256' },
    ],
  },
  primaryType: 'Mail',
  domain: {
    name: 'Ether Mail',
    version: '1',
    chainId: 31337,
    verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
  },
  message: {
    from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
    to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
    contents: 'Hello, Bob!',
    // More than a double can hold.
    value: '9007199254740993',
  },
}

function recoverMail(signature: string): string {
  const { EIP712Domain: _, ...types } = mail.types
  return verifyTypedData(mail.domain, types, mail.message, signature)
}
