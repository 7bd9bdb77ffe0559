import { throwIfAborted } from '../../core/async/abort.ts'
import { type CaipAddress, type Hex, parseCaipAddress } from '../../core/chain/caip.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import type { AdapterContext, Capability } from '../../core/wallet/adapter.ts'
import type { Transaction } from '../../core/wallet/family.ts'
import type { MessageSignature, SendParams, Sent } from '../../core/wallet/transaction.ts'
import type { CallOptions } from '../../ports.ts'
import type { Family, Place } from '../shared/family.ts'
import { FamilyAdapter } from '../shared/family-adapter.ts'
import { ss58Address } from './address.ts'
import type { BalanceDetail } from './chain/balances.ts'
import type { ChainHalf } from './chain/chain-half.ts'
import type { Signed, Unsigned } from './chain/unsigned.ts'
import { checkedCall, checkedSend } from './send-gate.ts'
import { approvals, askMessage, askSignature } from './wallet.ts'

type Account = CaipAddress<'polkadot'>
type Build = (chain: ChainHalf, place: Place<'polkadot'>) => Promise<Unsigned>

const family: Family<'polkadot', ChainHalf> = {
  namespace: 'polkadot',
  normalize: ss58Address,
  approvals,
  peers: ['@polkadot/api'],
  loadChain: async (context) => new (await import('./chain/chain-half.ts')).ChainHalf(context),
}

/** The wallet half of the family: it speaks to wallets without a chain library. */
export class PolkadotAdapter extends FamilyAdapter<'polkadot', ChainHalf> {
  constructor(context: AdapterContext, capabilities: ReadonlySet<Capability>) {
    super(family, context, capabilities)
  }

  /** What `getBalance` gives is `transferable`; this tells the rest. */
  getBalanceDetail(account: Account, opts?: CallOptions): Promise<BalanceDetail> {
    return this.run(opts, async (signal) => {
      const { network, address } = this.located(account)
      return (await this.chain()).balanceDetail(network, address, { signal })
    })
  }

  signMessage(account: Account, message: string | Uint8Array, opts?: CallOptions): Promise<MessageSignature> {
    return this.run(opts, async () => {
      const { session } = this.require(account, 'sign.message')
      const { networkId, address } = parseCaipAddress(account)
      return askMessage(session, networkId, address, message)
    })
  }

  signTransaction(account: Account, transaction: Transaction<'polkadot'>, opts?: CallOptions): Promise<Hex> {
    return this.run(opts, async (signal) => {
      const call = checkedCall(transaction)
      return this.exclusive(account, 'sign.transaction', signal, async (place) => {
        const build: Build = (chain, { network, address }) => chain.call(network, address, call, { signal })
        const { signed } = await this.#sign(place, build, signal)
        return () => signed
      })
    })
  }

  sendTransaction(account: Account, transaction: Transaction<'polkadot'>, opts?: CallOptions): Promise<Sent> {
    return this.run(opts, async (signal) => {
      const call = checkedCall(transaction)
      const build: Build = (chain, { network, address }) => chain.call(network, address, call, { signal })
      return this.#deliver(account, 'send.transaction', build, signal)
    })
  }

  protected checked(params: SendParams<'polkadot'>, network: ChainNetwork<'polkadot'>) {
    return checkedSend(params, network)
  }

  protected transfer(
    params: SendParams<'polkadot'>,
    _from: Omit<Place<'polkadot'>, 'live'>,
    signal: AbortSignal,
  ): Promise<Sent> {
    const build: Build = (chain, { network, address }) => chain.transfer(network, address, params, { signal })
    return this.#deliver(params.from, params.asset ? 'send.token' : 'send.native', build, signal)
  }

  /** Builds a transaction, has it signed, and looks whether what came back is what was asked for. */
  async #sign(place: Place<'polkadot'>, build: Build, signal: AbortSignal): Promise<Signed> {
    const unsigned = await build(await this.chain(), place)
    throwIfAborted(signal)
    const { live, network } = place
    return unsigned.sign(await askSignature(live.session, network.caipNetworkId, unsigned.payload))
  }

  #deliver(account: Account, capability: Capability, build: Build, signal: AbortSignal): Promise<Sent> {
    const turn = async (place: Place<'polkadot'>) => {
      const { signed, hash, reference } = await this.#sign(place, build, signal)
      // The wallet only signs: what nobody waits for any more is not sent.
      throwIfAborted(signal)
      await (await this.chain()).submit(place.network, { signed, hash, reference })
      return { hash, reference }
    }
    return this.deliver(account, capability, signal, turn, (sent) => sent)
  }
}
