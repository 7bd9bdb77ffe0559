import type { Wallet } from '@wallet-standard/base'
import { bitcoinChainName, bitcoinChains, bitcoinNetwork } from '../../core/chain/bip122.ts'
import type { RpcRequest } from '../../ports.ts'
import { ProviderError } from '../provider-error.ts'
import { type Bip122WalletOptions, bip122Base, spelled } from './base.ts'
import { leatherShape } from './leather.ts'
import { rpcShape } from './rpc.ts'
import { type SatsConnectShape, satsConnectShape } from './sats-connect.ts'
import { standardShape } from './standard.ts'
import { type UnisatShape, unisatChain, unisatShape } from './unisat.ts'

export type { Bip122WalletOptions, SatsConnectShape, UnisatShape }

/** A wallet: its interfaces for pages, and the actions of its user. */
export interface Bip122Wallet {
  /** The wallet's interfaces, as real wallets have them. */
  readonly unisat: UnisatShape
  readonly satsConnect: SatsConnectShape
  readonly leather: Pick<SatsConnectShape, 'request'>
  readonly standard: Wallet
  /** Sends a request over JSON-RPC, with WalletConnect's methods. */
  request(call: RpcRequest, network: string): Promise<unknown>
  /** Returns the addresses on the current network, the selected one first. */
  addresses(): Promise<readonly string[]>
  readonly network: `bip122:${string}`
  /** Switches network, as the user would. With `silent`, the page gets no event. */
  switchTo(network: string | number, how?: { readonly silent: boolean }): Promise<void>
  /** Selects another address, as the user would. */
  select(address: string): Promise<void>
  /** Revokes the page's permission, as the user would in the wallet. */
  revoke(): void
  /** Emits an event to the page. The event may be invalid. */
  emit(event: string, payload: unknown): void
  /** Returns the number of listeners that pages have on the wallet. */
  listenerCount(): number
}

/**
 * Creates a Bitcoin wallet with real keys and the interfaces of real wallets. The wallet signs, and the page broadcasts the
 * transaction. With `endpoints`, the sats-connect interface also sends transactions.
 */
export function bip122Wallet(options: Bip122WalletOptions): Bip122Wallet {
  const base = bip122Base(options, () => tellChain())
  const unisat = unisatShape(base)
  const standard = standardShape(base, options)
  const emitAccounts = async () => {
    const shown = await base.visible()
    base.emit(
      'accountsChanged',
      shown.slice(0, 1).map(({ address }) => address),
    )
  }
  async function tellChain(): Promise<void> {
    // UniSat emits the accounts first, then the network.
    await emitAccounts()
    base.emit('chainChanged', unisatChain(base))
    base.emit('networkChange', { type: 'networkChange', bitcoin: { name: spelled(base.chain) } })
    base.emit('change', { accounts: await standard.accounts() })
  }

  return {
    unisat,
    satsConnect: satsConnectShape(base, options),
    leather: leatherShape(base, options.approve),
    standard: standard.wallet,
    request: rpcShape(base),
    addresses: async () => (await base.entries()).map(({ address }) => address),
    get network() {
      return bitcoinNetwork(base.chain)
    },
    async switchTo(target, how) {
      const next = bitcoinChainName(String(target) as `bip122:${string}`) ?? base.chain
      if (next === base.chain) return
      base.setChain(next)
      if (!how?.silent) await tellChain()
    },
    async select(address) {
      const { address: spell } = await base.keys()
      const found = base.known
        .map((name) => base.kinds.findIndex((kind) => spell(kind, bitcoinChains[name]) === address))
        .find((index) => index >= 0)
      if (found === undefined) throw new ProviderError(4100, `The account ${address} is not in this wallet.`)
      base.select(found)
      if (!base.authorized) return
      await emitAccounts()
      base.emit('accountChange', { type: 'accountChange' })
      base.emit('change', { accounts: await standard.accounts() })
    },
    revoke() {
      if (!base.authorized) return
      base.authorized = false
      base.emit('accountsChanged', [])
      base.emit('disconnect', { type: 'disconnect' })
      base.emit('change', { accounts: [] })
    },
    emit: base.emit,
    listenerCount: base.listenerCount,
  }
}
