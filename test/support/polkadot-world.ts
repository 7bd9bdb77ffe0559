import { randomBytes } from 'node:crypto'
import * as sr25519 from '@scure/sr25519'
import type { Devnet } from 'latchkey/devnet'
import {
  type ContractStep,
  type ContractTrait,
  type ContractWorld,
  createPolkadotWallet,
  type PolkadotWallet,
  type WalletKind,
  type WalletStep,
} from 'latchkey/testing'
import { wrapBytes } from '../../src/adapters/polkadot/bytes.ts'
import { readSs58, type Ss58, writeSs58 } from '../../src/adapters/polkadot/ss58.ts'
import { discoverInjectedWeb3 } from '../../src/connectors/injected/injected-web3.ts'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import type { AdapterFactory } from '../../src/core/wallet/adapter.ts'
import type { Connector, ConnectorContext } from '../../src/core/wallet/connector.ts'
import { openFamilyWorld, type Surroundings } from './family-world.ts'
import type { PolkadotChain } from './polkadot-chain.ts'

/**
 * The traits that a polkadot extension lacks. Such an extension has no current network, and reports neither a disconnection nor a
 * lost connection. Only with a prompt can it say whether it authorizes the page.
 */
export const polkadotLacks: readonly ContractTrait[] = [
  'wallet.network',
  'wallet.switch',
  'wallet.close',
  'wallet.disconnect',
  'wallet.silent',
]

export interface PolkadotWorldOptions {
  readonly devnet: Devnet
  readonly chain: PolkadotChain
  readonly factory: AdapterFactory<'polkadot'>
  readonly wallet?: Partial<Parameters<typeof createPolkadotWallet>[0]>
}

export interface PolkadotWorld extends ContractWorld<'polkadot'> {
  readonly keys: PolkadotWallet
}

/** Creates what a test of the contract suite needs (`ContractWorld`), with a wallet that runs in this process. */
export async function openPolkadotWorld({
  devnet,
  chain,
  factory,
  wallet,
}: PolkadotWorldOptions): Promise<PolkadotWorld> {
  const { keys, surroundings } = polkadotSurroundings({ devnet, chain, wallet, reachedBy: 'extension' })
  const world = await openFamilyWorld({
    factory,
    surroundings,
    connect: (context) => discovered(keys, context),
  })
  return { ...world, keys }
}

function discovered(keys: PolkadotWallet, context: ConnectorContext): Connector {
  const found: Connector[] = []
  const page = { ...context.page, global: () => ({ 'test-wallet': keys.injected }) }
  const stop = discoverInjectedWeb3({ ...context, page }, (connector) => void found.push(connector))
  stop()
  return found[0]!
}

const common = {
  connect: 'enable',
  restore: 'enable',
  close: 'none',
  signTypedData: 'none',
  signAllTransactions: 'none',
  sendBatch: 'none',
  switch: 'none',
  addNetwork: 'none',
}
const methods: Readonly<Record<'extension' | 'rpc', Readonly<Record<WalletKind, string>>>> = {
  extension: { ...common, sign: 'signRaw', signTransaction: 'signPayload', send: 'signPayload' },
  rpc: {
    ...common,
    sign: 'polkadot_signMessage',
    signTransaction: 'polkadot_signTransaction',
    send: 'polkadot_signTransaction',
  },
}

export interface PolkadotSurroundingsOptions extends Omit<PolkadotWorldOptions, 'factory'> {
  /** The channel to the wallet. */
  readonly reachedBy: keyof typeof methods
}

/** Creates a `ContractWorld` for the contract suite, without the adapter and the connector. */
export function polkadotSurroundings({
  devnet,
  chain,
  wallet: options,
  reachedBy,
}: PolkadotSurroundingsOptions): {
  readonly keys: PolkadotWallet
  readonly surroundings: Surroundings<'polkadot'>
} {
  const [first, second] = devnet.networks as [ChainNetwork<'polkadot'>, ChainNetwork<'polkadot'>]
  const networks = [first, second] as const
  const [alice, bob, carol] = ['alice', 'bob', 'carol'].map((name) => devnet.accounts[name]!.polkadot!)
  const token = devnet.tokens.find(({ asset }) =>
    asset.startsWith(`${first.caipNetworkId}/`),
  ) as ContractWorld<'polkadot'>['token']

  let prompts = 0
  const keys = createPolkadotWallet({
    secrets: [alice!.secret, bob!.secret],
    approve: async () => void prompts++,
    ...options,
  })
  const smallAmount = 1_000_000_000_001n
  const foreign = '0123456789abcdef0123456789abcdef'

  const surroundings: Surroundings<'polkadot'> = {
    namespace: 'polkadot',
    lacks: polkadotLacks,
    networks,
    foreignNetwork: { ...second, id: foreign, caipNetworkId: `polkadot:${foreign}`, name: 'Elsewhere' },
    addresses: [alice!.address, bob!.address],
    strangerAddress: carol!.address,
    receiver: writeSs58({ prefix: 42, key: randomBytes(32) }),
    token,
    missingToken: `${first.caipNetworkId}/asset:424242`,
    unknownHash: `0x${randomBytes(32).toString('hex')}`,
    smallAmount,
    invalidAddresses: [
      alice!.address.slice(0, -1),
      `${alice!.address}1`,
      alice!.address.replace('G', 'H'),
      '5EnxIUmEbw8DkENKiYuZ1DwQuMoB2UWEQJZZXrTsxoz7SpgG',
      'F7NZ',
      'KWCv1L3QX9LDPwY4VzvLmarEmXjVJidUzZcinvVnmxAJJCBou',
    ],
    unsafeReceivers: ['5GoKvZWG5ZPYL1WUovuHW3zJBWBP5eT8CbqjdRY4Q6iMaDwU'],
    wallet: {
      next(kind, step) {
        // The wallet authorizes the page, and then returns no accounts or invalid accounts.
        const shown = kind === 'connect' && (step === 'empty' || step === 'nonsense')
        keys.script.next(shown ? 'accounts.get' : methods[reachedBy][kind], walletStep(kind, step))
      },
      count: (kind) => keys.script.count(kind && methods[reachedBy][kind]),
      prompts: () => prompts,
      network: () => first.caipNetworkId,
      moveTo: () => {},
      select: keys.select,
      revoke: keys.revoke,
      forget: () => {},
      emitNonsense() {
        for (const payload of [null, undefined, {}, 'zzz', 7, [1], [null], [{}], [{ address: 7 }]])
          keys.emit(payload)
      },
      emitNetwork: () => {},
      listenerCount: () => keys.listenerCount(),
    },
    chain,
    // The wallet signs with schnorrkel. So the test verifies with another library, @scure/sr25519.
    async verifyMessage(message, { signature, scheme }, address) {
      const { key } = readSs58(address) as Ss58
      return (
        scheme === 'sr25519' &&
        sr25519.verify(wrapBytes(message), Buffer.from(signature.slice(2), 'hex'), key)
      )
    },
    transfer: async (to) => ({
      callHex: await chain.encode(first.caipNetworkId, 'balances', 'transferKeepAlive', [to, smallAmount]),
    }),
    // The suite also sends the transaction, and then the chain verifies the signature.
    async verifyTransaction({ callHex = '0x' }, signed) {
      return signed.endsWith(callHex.slice(2)) && signed.length > callHex.length + 128
    },
  }
  return { keys, surroundings }
}

function walletStep(kind: WalletKind, step: ContractStep): WalletStep {
  if (step === 'empty') return { answer: [] }
  if (step === 'lie') return { answer: null }
  if (step === 'fail') return { error: { code: -32603, message: 'Internal error' } }
  if (step === 'nonsense')
    return kind === 'connect' ? { answer: 'nonsense' } : { answer: { signature: '0x12' } }
  return step
}
