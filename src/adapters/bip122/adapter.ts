import { throwIfAborted } from '../../core/async/abort.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { AdapterContext, Capability, ChainAdapter } from '../../core/wallet/adapter.ts'
import { approves } from '../../core/wallet/approvals.ts'
import type { Transaction } from '../../core/wallet/family.ts'
import type { SentTransaction } from '../../core/wallet/transaction.ts'
import type { AccountCall } from '../shared/calls.ts'
import { createAdapter } from '../shared/create-adapter.ts'
import type { Family } from '../shared/family.ts'
import { referenced } from '../shared/lost-answer.ts'
import { normalizeAddress, parseAddress } from './address.ts'
import type { Bip122Chain, Planned } from './chain/chain.ts'
import { checkedSend, checkPayment } from './checks.ts'
import type { MessageScheme } from './message-signature.ts'
import type { ProtectCoin } from './protect-coin.ts'
import { approvals, nativeOf } from './wallet.ts'

type Call = AccountCall<'bip122', Bip122Chain>

/**
 * The family's code that loads at the first connect. It needs no chain library. Bitcoin wallets
 * only sign. So the adapter checks each signed transaction against the request. To send a
 * transaction, the adapter also broadcasts it.
 */
const family: Omit<Family<'bip122', Bip122Chain>, 'loadChain'> = {
  namespace: 'bip122',
  normalize: normalizeAddress,
  approvals,
  peers: ['bitcoinjs-lib', '@bitcoinerlab/secp256k1'],
  checkSend: checkedSend,

  canMove: (session) =>
    nativeOf(session) !== undefined && approves(session, 'bip122', ...approvals['network.switch']),
  async move(session, _from, to, signal) {
    const wallet = nativeOf(session)
    const arrived = async () => (await wallet?.network({ signal })) === to.caipNetworkId
    if (!wallet || (await arrived())) return
    await wallet.switchNetwork(to.caipNetworkId, { signal })
    if (!(await arrived())) throw latchkeyError('network/switch-failed')
  },
  /**
   * Returns the accounts on a network. If no known address and no address of the session is valid
   * on the network, asks the wallet for its other addresses. Only a wallet with its own object in
   * the page (a native channel) can be asked.
   */
  async accountsOn(session, network, known, signal) {
    const shows = (accounts: typeof known) =>
      accounts.some(({ address }) => normalizeAddress(address, network) !== undefined)
    if (shows(known)) return known
    if (shows(session.accounts)) return session.accounts
    return (await nativeOf(session)?.accounts({ signal })) ?? known
  },
  walletNetwork: async (session, expected, signal) =>
    (await nativeOf(session)?.network({ signal })) ?? expected,

  async prepareSend(call, params) {
    const { network, address, account } = call
    const { accounts } = call.session
    const opts = { signal: call.signal, accounts }
    const planned = await (await call.chain()).plan(network, address, params, account.publicKey, opts)
    return (now) => submit(now, planned)
  },
  sendTransaction: async (call, transaction, maxFee) =>
    submit(call, await plannedBy(call, transaction, maxFee)),
  async signTransaction(call, transaction) {
    const { psbtBase64, txid } = await sign(call, await plannedBy(call, transaction))
    return { psbtBase64, ...(txid !== undefined && { txid }) }
  },
  async signMessage(call, message, options) {
    const { network, address, signal } = call
    const { checkedSignature, defaultScheme } = await import('./message-signature.ts')
    throwIfAborted(signal)
    const parsed = parseAddress(address)
    if (!parsed) throw latchkeyError('adapter/account-error')
    const scheme = options.scheme ?? defaultScheme(parsed)
    // Some wallets ignore the requested scheme and use another scheme. Accept any scheme, unless the host chose one.
    const others = (['bip322', 'ecdsa'] as const).filter((one) => one !== scheme)
    const schemes: readonly MessageScheme[] = options.scheme ? [scheme] : [scheme, ...others]
    const { wallet, textOf } = await reach(call)
    const request = { address, message: textOf(message), scheme, network: network.caipNetworkId }
    const answer = await call.answer(wallet.signMessage(request, { signal }))
    return checkedSignature(answer, parsed, schemes, 'signMessage')
  },
}

export function bip122Adapter(
  context: AdapterContext,
  capabilities: ReadonlySet<Capability>,
  isProtected?: ProtectCoin,
): ChainAdapter<'bip122'> {
  const loadChain = async (own: AdapterContext) =>
    new (await import('./chain/chain.ts')).Bip122Chain(own, isProtected)
  return createAdapter({ ...family, loadChain }, context, capabilities).adapter
}

async function plannedBy(call: Call, transaction: Transaction<'bip122'>, maxFee?: bigint): Promise<Planned> {
  const { network, address, account, signal } = call
  const { accounts } = call.session
  checkPayment(account)
  const chain = await call.chain()
  if (!transaction.outputs) return chain.planned(network, transaction, accounts, maxFee)
  const wanted = { ...transaction, maxFee }
  return chain.planOutputs(network, address, wanted, account.publicKey, { signal, accounts })
}

/** Loads the code for wallet requests. It isn't needed for connecting. */
async function reach({ session, signal }: Call) {
  const { walletOf, textOf, psbtFrom } = await import('./wallet-of.ts')
  throwIfAborted(signal)
  return { wallet: walletOf(session), textOf, psbtFrom }
}

async function sign(call: Call, planned: Planned) {
  const { network, address, signal } = call
  const inputs = planned.inputs.map((index, at) => {
    const sighash = planned.sighashes?.[at]
    return { index, address, ...(sighash !== undefined && { sighash }) }
  })
  const request = { psbtBase64: planned.psbtBase64, inputs, network: network.caipNetworkId }
  const { wallet, psbtFrom } = await reach(call)
  const answer = await call.answer(wallet.signPsbt(request, { signal }))
  return (await call.chain()).signed(planned, psbtFrom(answer, 'signPsbt'), 'signPsbt')
}

async function submit(call: Call, planned: Planned): Promise<SentTransaction> {
  await call.confirmNetwork()
  const { hex, txid, reference } = await sign(call, planned)
  if (hex === undefined || txid === undefined)
    throw latchkeyError('wallet/invalid-answer', {
      values: { method: 'signPsbt', expected: 'a transaction with nothing left to sign' },
    })
  const chain = await call.chain()
  await chain.requireUnspent(call.network, planned, txid, { signal: call.signal })
  throwIfAborted(call.signal)
  // From here on, the network may have the transaction. So the caller's signal doesn't stop the broadcast.
  await call.onSigned?.({ hash: txid, reference })
  await referenced(reference, chain.broadcast(call.network, hex, txid))
  return { hash: txid, reference }
}
