import { base64 } from '@scure/base'
import { throwIfAborted } from '../../core/async/abort.ts'
import type { CaipAddress } from '../../core/chain/caip.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { AdapterContext, Capability } from '../../core/wallet/adapter.ts'
import type { AccountRecord } from '../../core/wallet/connection.ts'
import type { ConnectorSession } from '../../core/wallet/connector.ts'
import type { Transaction } from '../../core/wallet/family.ts'
import type { MessageSignature, SendParams, Sent } from '../../core/wallet/transaction.ts'
import type { CallOptions } from '../../ports.ts'
import type { Family, Place } from '../shared/family.ts'
import { FamilyAdapter } from '../shared/family-adapter.ts'
import { cosmosAddress } from './address.ts'
import { hexOf } from './bytes.ts'
import type { ChainHalf } from './chain/chain-half.ts'
import { peers } from './peers.ts'
import { checkedSend, checkedTransaction, invalid } from './send-gate.ts'
import type { Draft } from './sign-doc.ts'
import { approvals, enableNetwork, walletKeys } from './wallet.ts'

type Account = CaipAddress<'cosmos'>
type Network = ChainNetwork<'cosmos'>
/** Makes what is to be signed. */
type Build = () => Promise<Draft>

const family: Family<'cosmos', ChainHalf> = {
  namespace: 'cosmos',
  normalize: cosmosAddress,
  approvals,
  peers,
  loadChain: async (context) => new (await import('./chain/chain-half.ts')).ChainHalf(context),
}

/** The wallet half of the family: it speaks to wallets without a chain library. */
export class CosmosAdapter extends FamilyAdapter<'cosmos', ChainHalf> {
  constructor(context: AdapterContext, capabilities: ReadonlySet<Capability>) {
    super(family, context, capabilities)
  }

  /** By ADR-36, which knows no empty message. */
  signMessage(account: Account, message: string | Uint8Array, opts?: CallOptions): Promise<MessageSignature> {
    return this.run(opts, async () => {
      const { session } = this.require(account, 'sign.message')
      const { network, address } = this.located(account)
      if (message.length === 0) throw invalid('message', 'ADR-36 has no empty messages')
      const { signMessage } = await import('./signing.ts')
      const { signature, publicKey } = await signMessage(session, network, address, message)
      return {
        signature: base64.encode(signature),
        encoding: 'base64',
        scheme: 'adr36',
        publicKey: hexOf(publicKey),
      }
    })
  }

  /** The whole transaction (`TxRaw`), ready to be broadcast by anybody. */
  signTransaction(
    account: Account,
    transaction: Transaction<'cosmos'>,
    opts?: CallOptions,
  ): Promise<Uint8Array> {
    return this.run(opts, (signal) => {
      checkedTransaction(transaction)
      return this.exclusive(account, 'sign.transaction', signal, async (place) => {
        const { bytes } = await this.#signed(place, this.#building(place, transaction, signal), signal)
        return () => bytes
      })
    })
  }

  sendTransaction(account: Account, transaction: Transaction<'cosmos'>, opts?: CallOptions): Promise<Sent> {
    return this.run(opts, async (signal) => {
      checkedTransaction(transaction)
      return this.#deliver(account, 'send.transaction', signal, (place) =>
        this.#building(place, transaction, signal),
      )
    })
  }

  protected checked(params: SendParams<'cosmos'>, network: Network) {
    return checkedSend(params, network)
  }

  protected transfer(params: SendParams<'cosmos'>, _from: unknown, signal: AbortSignal) {
    const capability = params.asset ? 'send.token' : 'send.native'
    return this.#deliver(params.from, capability, signal, ({ network, address }) => async () => {
      const chain = await this.chain()
      return chain.transfer(network, address, params, { signal })
    })
  }

  /** A wallet of the family is on no chain of its own; it approves one after the other. */
  protected override async move(session: ConnectorSession, _from: Network, to: Network): Promise<void> {
    if (!session.networks.includes(to.caipNetworkId)) await enableNetwork(session, to)
  }

  /** Keplr and its likes show one account on each chain, and chains that share a key spell it differently. */
  protected override async accountsOn(
    session: ConnectorSession,
    network: Network,
    known: readonly AccountRecord[],
    signal: AbortSignal,
  ): Promise<readonly AccountRecord[]> {
    if (session.channel('cosmos').kind === 'rpc') return session.accounts
    if (!network.cosmos) return known
    const keys = await this.#keysOn(session, network)
    throwIfAborted(signal)
    return keys.map(({ address, publicKey }) => ({
      namespace: 'cosmos',
      address,
      type: 'eoa',
      publicKey: publicKey && hexOf(publicKey),
    }))
  }

  /** A wallet may have forgotten a chain that it approved. */
  async #keysOn(session: ConnectorSession, network: Network) {
    try {
      return await walletKeys(session, network)
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'network/not-added') throw error
      await enableNetwork(session, network)
      return walletKeys(session, network)
    }
  }

  #building(
    { network, address }: Omit<Place<'cosmos'>, 'live'>,
    asked: Transaction<'cosmos'>,
    signal: AbortSignal,
  ): Build {
    return async () => (await this.chain()).draft(network, address, asked, { signal })
  }

  #deliver(
    account: Account,
    capability: Capability,
    signal: AbortSignal,
    building: (place: Place<'cosmos'>) => Build,
  ): Promise<Sent> {
    return this.deliver(
      account,
      capability,
      signal,
      async (place) => {
        const { bytes, draft } = await this.#signed(place, building(place), signal)
        // Nothing has been sent yet: who left in the meantime has sent nothing.
        throwIfAborted(signal)
        const hash = await (await this.chain()).broadcast(place.network, bytes)
        return { hash, reference: String(draft.timeoutHeight) }
      },
      (sent) => sent,
    )
  }

  async #signed({ live, network, address }: Place<'cosmos'>, build: Build, signal: AbortSignal) {
    const key = (await walletKeys(live.session, network)).find((each) => each.address === address)
    throwIfAborted(signal)
    // The visitor selected another key, and the wallet did not say so.
    if (!key)
      throw latchkeyError('connection/account-not-connected', {
        values: { account: `${network.caipNetworkId}:${address}` },
      })
    const [draft, { signTransaction }] = await Promise.all([build(), import('./signing.ts')])
    throwIfAborted(signal)
    return { draft, bytes: await signTransaction(live.session, network, key, draft) }
  }
}
