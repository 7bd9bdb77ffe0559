import { randomBytes } from 'node:crypto'
import { bech32 } from '@scure/base'
import type { Devnet } from 'latchkey/devnet'
import {
  type ContractStep,
  type ContractTrait,
  type CosmosWallet,
  createCosmosWallet,
  type MemoryPage,
  type WalletKind,
  type WalletStep,
} from 'latchkey/testing'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import { cosmosChain } from './cosmos-chain.ts'
import { verifyAdr36, verifyTransfer } from './cosmos-verify.ts'
import type { Surroundings } from './family-world.ts'

/**
 * The traits that a Keplr-like wallet lacks: it has no current network, shows only the selected key, and its errors
 * have no codes.
 */
export const cosmosLacks: readonly ContractTrait[] = [
  'wallet.network',
  'wallet.switch',
  'wallet.accounts',
  'wallet.pending',
  'wallet.disconnect',
  'wallet.empty',
  'session.networks',
]

export interface CosmosSurroundingsOptions {
  readonly devnet: Devnet
  readonly methods: Readonly<Record<WalletKind, string>>
  readonly ledger?: boolean
  /** The index of the devnet's token that the tests send. */
  readonly token?: 0 | 1
}

/** For each kind of request, the method of a Keplr-like wallet. */
export const keplrKinds: Readonly<Record<WalletKind, string>> = {
  connect: 'enable',
  restore: 'isConnected',
  close: 'disable',
  sign: 'signArbitrary',
  signTypedData: 'none',
  signTransaction: 'signDirect',
  signAllTransactions: 'none',
  send: 'signDirect',
  sendBatch: 'none',
  // A Keplr-like wallet has no current network.
  switch: 'none',
  addNetwork: 'experimentalSuggestChain',
}

export function cosmosSurroundings({ devnet, methods, ledger, token: index = 0 }: CosmosSurroundingsOptions) {
  const [first, second] = devnet.networks as [ChainNetwork<'cosmos'>, ChainNetwork<'cosmos'>]
  const networks = [first, second] as const
  const [alice, bob, carol, dave] = ['alice', 'bob', 'carol', 'dave'].map(
    (name) => devnet.accounts[name]!.cosmos!,
  )
  const token = devnet.tokens.filter(({ asset }) => asset.startsWith(`${first.caipNetworkId}/`))[index]!
  let page: MemoryPage | undefined
  let prompts = 0
  const keys: CosmosWallet = createCosmosWallet({
    privateKeys: [alice!.secret, bob!.secret],
    chains: [...networks.map(({ id }) => String(id)), 'latchkey-9'].map((id) => ({
      id,
      bech32Prefix: 'cosmos',
    })),
    approve: async () => void prompts++,
    onKeyChange: () => page?.dispatch('keplr_keystorechange'),
    ledger,
  })
  const respell = (address: string, prefix: string) =>
    bech32.encode(prefix, bech32.decode(address as `${string}1${string}`).words)

  const surroundings: Surroundings<'cosmos'> = {
    namespace: 'cosmos',
    lacks: cosmosLacks,
    networks,
    foreignNetwork: { ...second, id: 'latchkey-9', caipNetworkId: 'cosmos:latchkey-9', name: 'Elsewhere' },
    addresses: [alice!.address, bob!.address],
    strangerAddress: carol!.address,
    receiver: bech32.encode('cosmos', bech32.toWords(randomBytes(20))),
    token: token as Surroundings<'cosmos'>['token'],
    missingToken: `${first.caipNetworkId}/native:unothing`,
    unknownHash: randomBytes(32).toString('hex').toUpperCase(),
    smallAmount: 12_345n,
    // Invalid addresses: one letter too few, one letter too many, mixed case, and the address of a validator.
    invalidAddresses: [
      alice!.address.slice(0, -1),
      `${alice!.address}q`,
      alice!.address.replace('cosmos', 'Cosmos'),
      respell(alice!.address, 'cosmosvaloper'),
    ],
    // The same account, with the address prefix of another network.
    unsafeReceivers: [respell(bob!.address, 'osmo')],
    wallet: {
      next(kind, step) {
        const shown = kind === 'connect' && (step === 'empty' || step === 'nonsense')
        // The connector calls `getKey` once for each network.
        if (shown) keys.script.next('getKey', ...networks.map(() => walletStep(step)))
        else keys.script.next(methods[kind], walletStep(step))
      },
      count: (kind) => keys.script.count(kind && methods[kind]),
      prompts: () => prompts,
      network: () => `cosmos:${keys.approved.at(-1)}`,
      moveTo: () => {
        throw new Error('not expected: moveTo')
      },
      select: keys.select,
      revoke: keys.revoke,
      forget: (network) => keys.forget(network.slice('cosmos:'.length)),
      emitNonsense() {
        for (const detail of [undefined, null, {}, 'zzz', 7, []])
          page?.dispatch('keplr_keystorechange', detail)
      },
      emitNetwork: () => {},
      listenerCount: () => page?.listenerCount('keplr_keystorechange') ?? 0,
    },
    chain: cosmosChain(networks, dave!),
    verifyMessage: verifyAdr36,
    transfer: (to) => ({
      messages: [
        {
          typeUrl: '/cosmos.bank.v1beta1.MsgSend',
          value: {
            fromAddress: alice!.address,
            toAddress: to,
            amount: [{ denom: 'uatom', amount: '12345' }],
          },
        },
      ],
    }),
    verifyTransaction: (asked, signed, address) =>
      verifyTransfer(first.rpcUrls.default.http[0]!, asked, signed, address),
  }
  return {
    keys,
    surroundings,
    /** Puts the wallet into a page, where the wallet emits the events of key changes. */
    showOn(where: MemoryPage) {
      page = where
      where.setGlobal('keplr', keys.provider)
    },
  }
}

/** Returns a wallet's answer to a request. Keplr's errors are strings. */
function walletStep(step: ContractStep): WalletStep {
  const fails = (message: string): WalletStep => ({
    answer: () => {
      throw new Error(message)
    },
  })
  if (step === 'empty') return { answer: null }
  if (step === 'lie') return { answer: undefined }
  if (step === 'reject') return fails('Request rejected')
  if (step === 'fail') return fails('Something went wrong')
  if (step === 'nonsense') return { answer: '0x12' }
  return step
}
