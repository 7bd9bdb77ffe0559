import { raceAbort, throwIfAborted } from '../../core/async/abort.ts'
import type { CaipAddress, CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { AdapterContext, Capability } from '../../core/wallet/adapter.ts'
import type { AccountRecord } from '../../core/wallet/connection.ts'
import type { ConnectorSession } from '../../core/wallet/connector.ts'
import type { MessageOptions, SignedTransaction, Transaction } from '../../core/wallet/family.ts'
import type { MessageSignature, SendParams, Sent } from '../../core/wallet/transaction.ts'
import type { CallOptions } from '../../ports.ts'
import type { LiveConnection } from '../shared/connection-book.ts'
import type { Family, Place } from '../shared/family.ts'
import { FamilyAdapter } from '../shared/family-adapter.ts'
import { untilClosed } from '../shared/until-closed.ts'
import { normalizeAddress, parseAddress } from './address.ts'
import type { ChainHalf, Planned } from './chain/chain-half.ts'
import type { MessageScheme } from './message-signature.ts'
import { checkedSend, invalid } from './send-gate.ts'
import { approvals, nativeOf, psbtFrom, textOf, walletOf } from './wallet.ts'

type Account = CaipAddress<'bip122'>
type Network = ChainNetwork<'bip122'>

const family: Family<'bip122', ChainHalf> = {
  namespace: 'bip122',
  normalize: normalizeAddress,
  approvals,
  peers: ['bitcoinjs-lib', '@bitcoinerlab/secp256k1'],
  loadChain: async (context) => new (await import('./chain/chain-half.ts')).ChainHalf(context),
}

/**
 * The wallet half of the family: it speaks to wallets without a chain library. Wallets only sign here; what they signed is
 * compared with what they were asked to, and then sent by us.
 */
export class Bip122Adapter extends FamilyAdapter<'bip122', ChainHalf> {
  constructor(context: AdapterContext, capabilities: ReadonlySet<Capability>) {
    super(family, context, capabilities)
  }

  signMessage(
    account: Account,
    message: string | Uint8Array,
    opts?: CallOptions & MessageOptions<'bip122'>,
  ): Promise<MessageSignature> {
    return this.run(opts, async (signal) => {
      const live = this.require(account, 'sign.message')
      const { address, network } = this.located(account)
      const { checkedSignature, defaultScheme } = await import('./message-signature.ts')
      throwIfAborted(signal)
      const parsed = parseAddress(address)
      if (!parsed) throw latchkeyError('adapter/account-error')
      const scheme = opts?.scheme ?? defaultScheme(parsed)
      // A wallet that cannot be told signs in the form that it has; a host that asked for one gets that.
      const others = (['bip322', 'ecdsa'] as const).filter((one) => one !== scheme)
      const schemes: readonly MessageScheme[] = opts?.scheme ? [scheme] : [scheme, ...others]
      const request = { address, message: textOf(message), scheme, network: network.caipNetworkId }
      const signing = walletOf(live.session).signMessage(request, { signal })
      const answer = await raceAbort(untilClosed(live, signing), signal)
      return checkedSignature(answer, parsed, schemes, 'signMessage')
    })
  }

  signTransaction(
    account: Account,
    transaction: Transaction<'bip122'>,
    opts?: CallOptions,
  ): Promise<SignedTransaction<'bip122'>> {
    return this.run(opts, async (signal) => {
      const live = this.require(account, 'sign.transaction')
      const { address, network } = this.located(account)
      const planned = await this.#planned(transaction)
      const place = { live, address, network }
      const { psbtBase64, txid } = await raceAbort(this.#signed(place, planned, signal), signal)
      return { psbtBase64, ...(txid !== undefined && { txid }) }
    })
  }

  sendTransaction(account: Account, transaction: Transaction<'bip122'>, opts?: CallOptions): Promise<Sent> {
    return this.run(opts, (signal) =>
      this.#deliver(account, 'send.transaction', () => this.#planned(transaction), signal),
    )
  }

  protected checked(params: SendParams<'bip122'>, network: Network) {
    return checkedSend(params, network)
  }

  protected transfer(params: SendParams<'bip122'>, _from: unknown, signal: AbortSignal): Promise<Sent> {
    const build = async ({ live, address, network }: Place<'bip122'>) => {
      const { publicKey } = paymentAccount(live, address)
      return (await this.chain()).plan(network, address, params, publicKey, { signal })
    }
    return this.#deliver(params.from, 'send.native', build, signal)
  }

  protected override async move(
    session: ConnectorSession,
    _from: Network,
    to: Network,
    signal: AbortSignal,
  ): Promise<void> {
    const wallet = nativeOf(session)
    const arrived = async () => (await wallet?.network({ signal })) === to.caipNetworkId
    if (!wallet || (await arrived())) return
    await wallet.switchNetwork(to.caipNetworkId, { signal })
    if (!(await arrived())) throw latchkeyError('network/switch-failed')
  }

  /** On another network the wallet has other addresses, which only it knows. */
  protected override async accountsOn(
    session: ConnectorSession,
    network: Network,
    known: readonly AccountRecord[],
    signal: AbortSignal,
  ): Promise<readonly AccountRecord[]> {
    if (this.book.accounts(known, network).length > 0) return known
    const shown = session.accounts
    if (this.book.accounts(shown, network).length > 0) return shown
    return (await nativeOf(session)?.accounts({ signal })) ?? known
  }

  protected override async walletNetwork(
    session: ConnectorSession,
    expected: CaipNetworkId<'bip122'>,
    signal: AbortSignal,
  ): Promise<CaipNetworkId<'bip122'>> {
    return (await nativeOf(session)?.network({ signal })) ?? expected
  }

  /** A PSBT of the host's. @throws `validation/invalid-input` */
  async #planned({ psbtBase64, inputsToSign }: Transaction<'bip122'>): Promise<Planned> {
    const count = (await this.chain()).inputCount(psbtBase64)
    const known = inputsToSign.every((index) => Number.isInteger(index) && index >= 0 && index < count)
    if (!known || inputsToSign.length === 0 || new Set(inputsToSign).size !== inputsToSign.length)
      throw invalid('inputsToSign', `expected some of the inputs 0 to ${count - 1}, each once`)
    return { psbtBase64, inputs: inputsToSign }
  }

  async #signed({ live, address, network }: Place<'bip122'>, planned: Planned, signal: AbortSignal) {
    const wallet = walletOf(live.session)
    const inputs = planned.inputs.map((index) => ({ index, address }))
    const request = { psbtBase64: planned.psbtBase64, inputs, network: network.caipNetworkId }
    const answer = await untilClosed(live, wallet.signPsbt(request, { signal }))
    return (await this.chain()).signed(planned, psbtFrom(answer, 'signPsbt'), 'signPsbt')
  }

  #deliver(
    account: Account,
    capability: Capability,
    build: (place: Place<'bip122'>) => Promise<Planned>,
    signal: AbortSignal,
  ): Promise<Sent> {
    const ask = async (place: Place<'bip122'>): Promise<Sent> => {
      const planned = await build(place)
      await this.confirmNetwork(place, signal)
      const { hex, txid, reference } = await this.#signed(place, planned, signal)
      if (hex === undefined || txid === undefined)
        throw latchkeyError('wallet/invalid-answer', {
          values: { method: 'signPsbt', expected: 'a transaction with nothing left to sign' },
        })
      // Nobody waits for it any more, and nothing has left yet: then nothing shall.
      throwIfAborted(signal)
      await (await this.chain()).broadcast(place.network, hex, txid, { signal })
      return { hash: txid, reference }
    }
    return this.deliver(account, capability, signal, ask, (sent) => sent)
  }
}

/**
 * The account that pays. Where a wallet keeps ordinals apart from payments, coins of the ordinal account may each carry
 * something that is worth more than its sats: those leave in a PSBT that somebody made for it, never in a payment.
 *
 * @throws `validation/invalid-input`
 */
function paymentAccount({ connection }: LiveConnection<'bip122'>, address: string): AccountRecord<'bip122'> {
  const { accounts } = connection
  const [first] = accounts
  const account = accounts.find((each) => each.address === address) ?? first
  if (account.type === 'ordinal' && accounts.some(({ type }) => type === 'payment'))
    throw invalid('from', `${address} keeps ordinals: pay from the payment account, or send a PSBT`)
  return account
}
