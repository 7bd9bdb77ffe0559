import { throwIfAborted } from '../../core/async/abort.ts'
import { loadOnce } from '../../core/async/load-once.ts'
import type { CaipAddress } from '../../core/chain/caip.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { AdapterContext, Capability, ChainAdapter } from '../../core/wallet/adapter.ts'
import type { Transaction } from '../../core/wallet/family.ts'
import type { SentTransaction } from '../../core/wallet/transaction.ts'
import type { CallOptions } from '../../ports.ts'
import type { AccountCall } from '../shared/calls.ts'
import { createAdapter } from '../shared/create-adapter.ts'
import type { Family } from '../shared/family.ts'
import { referenced } from '../shared/lost-answer.ts'
import { normalizeAddress } from './address.ts'
import { hexOf } from './bytes.ts'
import type { CosmosChain } from './chain/chain.ts'
import { checkedSend, invalid } from './checks.ts'
import type { SignedDocument } from './documents.ts'
import { nameNetworkOf } from './name-network.ts'
import type { AminoDoc, DirectDoc, Draft } from './sign-doc.ts'
import {
  approvals,
  confirmAccounts,
  enabledKeys,
  enableNetwork,
  keplrOf,
  type WalletKey,
  walletKeys,
} from './wallet.ts'

type Call = AccountCall<'cosmos', CosmosChain>

/** The family's code that loads at the first connect. It needs no chain library. */
const family: Family<'cosmos', CosmosChain> = {
  namespace: 'cosmos',
  normalize: normalizeAddress,
  approvals,
  peers: ['@cosmjs/stargate'],
  loadChain: async (context) => new (await import('./chain/chain.ts')).CosmosChain(context),
  numbered: true,
  checkSend: checkedSend,

  /**
   * Extension wallets approve one network at a time and have no current network. So the connection can switch to any network,
   * even to a network that the session doesn't list yet.
   */
  canMove: (session) => keplrOf(session) !== undefined,
  async move(session, _from, to, signal) {
    if (!session.networks.includes(to.caipNetworkId)) await enableNetwork(session, to, signal)
  },
  /**
   * Returns the accounts on a network. A Keplr-like wallet shows one account per network, because a key's address depends on the
   * network.
   */
  async accountsOn(session, network, known, signal) {
    if (session.channel('cosmos').kind === 'rpc') return session.accounts
    if (!network.cosmos) return known
    const keys = await enabledKeys(session, network, signal)
    return keys.map(({ address, publicKey }) => ({
      namespace: 'cosmos',
      address,
      type: 'eoa',
      publicKey: publicKey && hexOf(publicKey),
    }))
  },

  async prepareSend(call, params) {
    const draft = await (await call.chain()).transfer(call.network, call.address, params, call)
    return (now) => submit(now, draft, params.maxFee)
  },
  async sendTransaction(call, transaction, maxFee) {
    const draft = await build(call, transaction)
    if (maxFee !== undefined) (await call.chain()).checkFee(call.network, draft, maxFee)
    return submit(call, draft, maxFee)
  },
  /** Resolves with the whole signed transaction (`TxRaw`), ready to broadcast. */
  async signTransaction(call, transaction) {
    return sign(call, await build(call, transaction))
  },
  /** Signs a message by ADR-36, which doesn't allow empty messages. */
  async signMessage({ session, network, address, signal }, message) {
    if (message.length === 0) throw invalid('message', "ADR-36 doesn't allow empty messages")
    const { signMessage } = await import('./signing.ts')
    throwIfAborted(signal)
    await confirmAccounts(session)
    throwIfAborted(signal)
    return signMessage(session, network, address, message)
  },
}

/** The Cosmos adapter. Its additional methods are for libraries of the host that build and broadcast their own transactions. */
export interface CosmosAdapter extends ChainAdapter<'cosmos'> {
  /** Returns the compressed secp256k1 public key of an account, as the wallet reports it. @throws `adapter/public-key-error` */
  getPublicKey(account: CaipAddress<'cosmos'>, opts?: CallOptions): Promise<Uint8Array>
  /** Signs a document in sign mode Direct: see `documents.ts`. */
  signDirect(
    account: CaipAddress<'cosmos'>,
    doc: DirectDoc,
    opts?: CallOptions,
  ): Promise<SignedDocument<DirectDoc>>
  signAmino(
    account: CaipAddress<'cosmos'>,
    doc: AminoDoc,
    opts?: CallOptions,
  ): Promise<SignedDocument<AminoDoc>>
}

export function cosmosAdapter(context: AdapterContext, capabilities: ReadonlySet<Capability>): CosmosAdapter {
  const { adapter, calls, runExclusive } = createAdapter(family, context, capabilities)
  const documents = () => import('./documents.ts')
  const { load: names } = loadOnce(async () =>
    (await import('./chain/name-services.ts')).cosmosNames(context),
  )
  return {
    ...adapter,
    names: {
      suffixOn: (network) => nameNetworkOf(network, context) && `.${network.cosmos?.bech32Prefix}`,
      normalize: async (name) => (await names()).normalize(name),
      resolve: async (...args) => (await names()).resolve(...args),
      reverse: async (...args) => (await names()).reverse(...args),
    },
    getPublicKey: (account, opts) =>
      calls.run(opts, async (signal) => {
        const key = await keyFor(calls.scope(account, signal))
        return (await documents()).keyOf(key)
      }),
    signDirect: (account, doc, opts) =>
      runExclusive(account, 'sign.transaction', opts, async (call) =>
        (await documents()).signDirect({ ...call, key: () => signingKey(call) }, doc),
      ),
    signAmino: (account, doc, opts) =>
      runExclusive(account, 'sign.transaction', opts, async (call) =>
        (await documents()).signAmino({ ...call, key: () => signingKey(call) }, doc),
      ),
  }
}

async function build(call: Call, transaction: Transaction<'cosmos'>): Promise<Draft> {
  return (await call.chain()).draft(call.network, call.address, transaction, call)
}

async function keyFor({ session, network, address, signal }: Call): Promise<WalletKey> {
  const keys = await walletKeys(session, network, address)
  const key = keys.find((each) => each.address === address)
  throwIfAborted(signal)
  // If the account's key is missing, the visitor has selected another key, and the wallet didn't report this change.
  if (!key)
    throw latchkeyError('connection/account-not-connected', {
      values: { account: `${network.caipNetworkId}:${address}` },
    })
  return key
}

/**
 * Returns the key for a signature. First asks the wallet to confirm stored accounts, because they don't say whether the key
 * supports only Amino.
 */
async function signingKey(call: Call): Promise<WalletKey> {
  await confirmAccounts(call.session)
  throwIfAborted(call.signal)
  return keyFor(call)
}

async function sign(call: Call, draft: Draft): Promise<Uint8Array> {
  const { session, network, signal } = call
  throwIfAborted(signal)
  const [key, { signTransaction }] = await Promise.all([signingKey(call), import('./signing.ts')])
  throwIfAborted(signal)
  return signTransaction(session, network, key, draft)
}

async function submit(call: Call, draft: Draft, maxFee: bigint | undefined): Promise<SentTransaction> {
  const bytes = await sign(call, draft)
  throwIfAborted(call.signal)
  const chain = await call.chain()
  chain.checkFee(call.network, bytes, maxFee)
  const reference = chain.referenceOf(draft, call.address)
  const sent = { hash: chain.hashOf(bytes), reference }
  await call.onSigned?.(sent)
  await referenced(reference, chain.broadcast(call.network, bytes))
  return sent
}
