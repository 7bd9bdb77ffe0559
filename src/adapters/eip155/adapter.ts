import { throwIfAborted } from '../../core/async/abort.ts'
import { type CaipAddress, type CaipNetworkId, type Hex, parseCaipAddress } from '../../core/chain/caip.ts'
import { quantity } from '../../core/chain/eip155.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { AdapterContext, Capability } from '../../core/wallet/adapter.ts'
import type { ConnectorSession } from '../../core/wallet/connector.ts'
import type { Transaction } from '../../core/wallet/family.ts'
import type { MessageSignature, SendParams, Sent, TransactionStatus } from '../../core/wallet/transaction.ts'
import type { CallOptions } from '../../ports.ts'
import type { Family, Place } from '../shared/family.ts'
import { FamilyAdapter } from '../shared/family-adapter.ts'
import { batchRequest, batchStatusFrom, idFrom } from './batch.ts'
import type { ChainHalf } from './chain/chain-half.ts'
import { checksumAddress } from './checksum.ts'
import { peers } from './missing-peer.ts'
import { checkedCall, checkedSend, invalid, wireCall } from './send-gate.ts'
import { typedDataText } from './typed-data.ts'
import { approvals, askWallet, hashFrom, hexOf, moveWallet, signatureFrom, walletNetwork } from './wallet.ts'

type Account = CaipAddress<'eip155'>
type Network = CaipNetworkId<'eip155'>

const family: Family<'eip155', ChainHalf> = {
  namespace: 'eip155',
  normalize: checksumAddress,
  approvals,
  peers,
  loadChain: async (context) => new (await import('./chain/chain-half.ts')).ChainHalf(context),
}

/** The wallet half of the family: it speaks to wallets without a chain library. */
export class Eip155Adapter extends FamilyAdapter<'eip155', ChainHalf> {
  constructor(context: AdapterContext, capabilities: ReadonlySet<Capability>) {
    super(family, context, capabilities)
    // The first hashes of a page take several times as long as the next ones: not between the wallet's answer and the visitor.
    for (let i = 0; i < 4; i++) checksumAddress(`0x${'0'.repeat(40)}`)
  }

  signMessage(account: Account, message: string | Uint8Array, opts?: CallOptions): Promise<MessageSignature> {
    return this.run(opts, async (signal) => {
      const params = (address: string) => [hexOf(message), address]
      return this.#sign(account, 'sign.message', params, 'eip191', signal)
    })
  }

  signTypedData(account: Account, typedData: unknown, opts?: CallOptions): Promise<MessageSignature> {
    return this.run(opts, async (signal) => {
      const text = typedDataText(account, typedData)
      return this.#sign(account, 'sign.typedData', (address) => [address, text], 'eip712', signal)
    })
  }

  sendTransaction(account: Account, transaction: Transaction<'eip155'>, opts?: CallOptions): Promise<Sent> {
    return this.run(opts, async (signal) => {
      const checked = checkedCall(transaction)
      return this.#deliver(account, 'send.transaction', async () => checked, signal)
    })
  }

  sendBatch(
    account: Account,
    calls: readonly Transaction<'eip155'>[],
    opts?: CallOptions,
  ): Promise<{ readonly id: string }> {
    return this.run(opts, async (signal) => {
      if (calls.length === 0) throw invalid('calls', 'expected at least one')
      const wire = calls.map((call) => wireCall(checkedCall(call)))
      return this.exclusive(account, 'send.batch', signal, async (place) => {
        await this.confirmNetwork(place, signal)
        const on = place.network.caipNetworkId
        const request = batchRequest(on, place.address, wire)
        const answer = await askWallet(place.live.session, on, 'wallet_sendCalls', [request])
        return () => ({ id: idFrom(answer) })
      })
    })
  }

  getBatchStatus(network: Network, id: string, opts?: CallOptions): Promise<TransactionStatus> {
    return this.run(opts, async (signal) => {
      const connections = this.connections()
      const on = connections.find((each) => each.network.caipNetworkId === network) ?? connections[0]
      if (!on) throw latchkeyError('connection/not-connected')
      if (!this.supports('send.batch', on.id))
        throw latchkeyError('adapter/unsupported', {
          values: { capability: 'send.batch', subject: on.connectorId },
        })
      const { session } = this.book.get(on.id)
      return batchStatusFrom(askWallet(session, network, 'wallet_getCallsStatus', [id], signal))
    })
  }

  protected checked(params: SendParams<'eip155'>) {
    return checkedSend(params)
  }

  protected transfer(params: SendParams<'eip155'>, from: Omit<Place<'eip155'>, 'live'>, signal: AbortSignal) {
    const build = async () =>
      (await this.chain()).transfer(from.network, from.address as Hex, checkedSend(params), { signal })
    return this.#deliver(params.from, params.asset ? 'send.token' : 'send.native', build, signal)
  }

  protected override move(
    session: ConnectorSession,
    from: ChainNetwork<'eip155'>,
    to: ChainNetwork<'eip155'>,
    signal: AbortSignal,
  ): Promise<void> {
    return moveWallet(session, from, to, signal)
  }

  protected override walletNetwork(session: ConnectorSession, expected: Network, signal: AbortSignal) {
    return walletNetwork(session, expected, signal)
  }

  async #sign(
    account: Account,
    capability: 'sign.message' | 'sign.typedData',
    params: (address: string) => readonly unknown[],
    scheme: 'eip191' | 'eip712',
    signal: AbortSignal,
  ): Promise<MessageSignature> {
    const { session } = this.require(account, capability)
    const { address, networkId } = parseCaipAddress(account)
    const [method] = approvals[capability]
    const answer = await askWallet(session, networkId, method, params(address), signal)
    return { signature: signatureFrom(answer, method), encoding: 'hex', scheme }
  }

  #deliver(
    account: Account,
    capability: Capability,
    build: () => Promise<Transaction<'eip155'>>,
    signal: AbortSignal,
  ): Promise<Sent> {
    const ask = async (place: Place<'eip155'>) => {
      const call = wireCall(await build())
      await this.confirmNetwork(place, signal)
      throwIfAborted(signal)
      const { live, address: from, network } = place
      const request = { ...call, from, chainId: quantity(network.id) }
      return askWallet(live.session, network.caipNetworkId, 'eth_sendTransaction', [request])
    }
    const sentFrom = (answer: unknown) => ({ hash: hashFrom(answer, 'eth_sendTransaction') })
    return this.deliver(account, capability, signal, ask, sentFrom)
  }
}
