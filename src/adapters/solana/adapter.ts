import { base58 } from '@scure/base'
import { raceAbort, throwIfAborted } from '../../core/async/abort.ts'
import type { CaipAddress } from '../../core/chain/caip.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { AdapterContext, Capability } from '../../core/wallet/adapter.ts'
import type { ConnectorSession } from '../../core/wallet/connector.ts'
import type { SignedTransaction, Transaction } from '../../core/wallet/family.ts'
import type { MessageSignature, SendParams, Sent } from '../../core/wallet/transaction.ts'
import type { CallOptions } from '../../ports.ts'
import type { LiveConnection } from '../shared/connection-book.ts'
import type { Place } from '../shared/family.ts'
import { FamilyAdapter } from '../shared/family-adapter.ts'
import { untilClosed } from '../shared/until-closed.ts'
import { solanaAddress } from './address.ts'
import type { ChainHalf } from './chain/chain-half.ts'
import type { SolanaOptions } from './options.ts'
import { checkedSend, checkedSigned, checkSigner, invalid } from './send-gate.ts'
import type { Signing, SolanaWallet } from './solana-wallet.ts'
import { approvals } from './wallet.ts'
import { readTransaction } from './wire.ts'

type Account = CaipAddress<'solana'>
type Wire = Transaction<'solana'>
/** A transaction to be signed, and the last block height at which it can land, where that is known. */
interface Unsigned extends Wire {
  readonly reference?: string | undefined
}

/** The wallet half of the family: it speaks to wallets without a chain library. */
export class SolanaAdapter extends FamilyAdapter<'solana', ChainHalf> {
  constructor(context: AdapterContext, capabilities: ReadonlySet<Capability>, options: SolanaOptions = {}) {
    const loadChain = async () =>
      new (await import('./chain/chain-half.ts')).ChainHalf(context, options.maxMicroLamportsPerUnit)
    super(
      { namespace: 'solana', normalize: solanaAddress, approvals, peers: ['@solana/web3.js'], loadChain },
      context,
      capabilities,
    )
  }

  signMessage(account: Account, message: string | Uint8Array, opts?: CallOptions): Promise<MessageSignature> {
    return this.run(opts, async (signal) => {
      const live = this.require(account, 'sign.message')
      const { address, network } = this.located(account)
      const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message
      const by = { address, network: network.caipNetworkId }
      const wallet = await this.#wallet(live, signal)
      const signature = await raceAbort(untilClosed(live, wallet.signMessage(bytes, by)), signal)
      return {
        signature: base58.encode(signature),
        encoding: 'base58',
        scheme: 'ed25519',
        // An address is its public key.
        publicKey: address,
      }
    })
  }

  async signTransaction(
    account: Account,
    transaction: Wire,
    opts?: CallOptions,
  ): Promise<SignedTransaction<'solana'>> {
    const wires = [transaction]
    const [signed] = await this.#signed(account, 'sign.transaction', wires, opts, async (wallet, by) => [
      await wallet.signTransaction(transaction.wire, by),
    ])
    return signed ?? transaction.wire
  }

  signAllTransactions(
    account: Account,
    transactions: readonly Wire[],
    opts?: CallOptions,
  ): Promise<readonly SignedTransaction<'solana'>[]> {
    return this.#signed(account, 'sign.allTransactions', transactions, opts, (wallet, by) =>
      wallet.signAllTransactions(
        transactions.map(({ wire }) => wire),
        by,
      ),
    )
  }

  sendTransaction(account: Account, { wire }: Wire, opts?: CallOptions): Promise<Sent> {
    return this.run(opts, async (signal) => {
      const build = async () => {
        checkSigner(wire, this.located(account).address)
        return { wire }
      }
      return this.#deliver(account, 'send.transaction', build, signal)
    })
  }

  protected checked(params: SendParams<'solana'>) {
    return checkedSend(params)
  }

  protected transfer(
    params: SendParams<'solana'>,
    { network, address }: Omit<Place<'solana'>, 'live'>,
    signal: AbortSignal,
  ): Promise<Sent> {
    if (this.context.endpoints(network.caipNetworkId).length === 0)
      throw latchkeyError('solana/connection-not-set')
    const build = async () => (await this.chain()).transfer(network, address, params, { signal })
    return this.#deliver(params.from, params.asset ? 'send.token' : 'send.native', build, signal)
  }

  /** A wallet says with each request where it is meant, so it need not move; one that is not on the network cannot come. */
  protected override async move(_session: ConnectorSession, _from: unknown, to: ChainNetwork<'solana'>) {
    throw latchkeyError('adapter/unsupported', {
      values: { capability: 'network.switch', subject: `a wallet that is not on ${to.name}. A switch` },
    })
  }

  /** What speaks to the wallet is loaded when something is asked of it: connecting needs none of it. */
  async #wallet(live: LiveConnection<'solana'>, signal: AbortSignal): Promise<SolanaWallet> {
    const { walletOf } = await import('./speak.ts')
    throwIfAborted(signal)
    return walletOf(live)
  }

  /** What the wallet signed, each of it compared with what it was asked to sign. */
  #signed(
    account: Account,
    capability: 'sign.transaction' | 'sign.allTransactions',
    transactions: readonly Wire[],
    opts: CallOptions | undefined,
    ask: (wallet: SolanaWallet, by: Signing) => Promise<readonly Uint8Array[]>,
  ): Promise<readonly Uint8Array[]> {
    return this.run(opts, async (signal) => {
      if (transactions.length === 0) throw invalid('transactions', 'expected at least one')
      const live = this.require(account, capability)
      const { address, network } = this.located(account)
      for (const { wire } of transactions) checkSigner(wire, address)
      const by = { address, network: network.caipNetworkId }
      const wallet = await this.#wallet(live, signal)
      const signed = await raceAbort(untilClosed(live, ask(wallet, by)), signal)
      return transactions.map(({ wire }, index) => checkedSigned(wire, signed[index] ?? wire, address))
    })
  }

  #deliver(
    account: Account,
    capability: Capability,
    build: () => Promise<Unsigned>,
    signal: AbortSignal,
  ): Promise<Sent> {
    return this.deliver(
      account,
      capability,
      signal,
      async (place) => {
        const unsigned = await build()
        throwIfAborted(signal)
        return this.#submit(place, unsigned, signal)
      },
      (sent) => sent,
    )
  }

  /** A wallet that sends sends; for one that only signs, what it signed is compared with what it was asked, and sent by us. */
  async #submit(
    { live, address, network }: Place<'solana'>,
    unsigned: Unsigned,
    signal: AbortSignal,
  ): Promise<Sent> {
    const { wire } = unsigned
    const { signTransaction, signAndSend } = await this.#wallet(live, signal)
    const by = { address, network: network.caipNetworkId }
    if (signAndSend) {
      const signature = await untilClosed(live, signAndSend(wire, by))
      // It may have put in a newer blockhash than ours.
      const reference = await this.#newestExpiry(network).catch(() => unsigned.reference)
      return { hash: base58.encode(signature), reference }
    }
    const signed = await untilClosed(live, signTransaction(wire, by))
    checkedSigned(wire, signed, address)
    throwIfAborted(signal)
    await (await this.chain()).broadcast(network, signed)
    const [id = new Uint8Array()] = readTransaction(signed).signatures
    const reference = unsigned.reference ?? (await this.#newestExpiry(network).catch(() => undefined))
    return { hash: base58.encode(id), reference }
  }

  async #newestExpiry(network: ChainNetwork<'solana'>): Promise<string> {
    return String(await (await this.chain()).newestExpiry(network))
  }
}
