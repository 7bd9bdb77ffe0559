import { base58 } from '@scure/base'
import { throwIfAborted } from '../../core/async/abort.ts'
import { loadOnce } from '../../core/async/load-once.ts'
import type { CaipAssetId } from '../../core/chain/caip.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { hasLocalNode } from '../../core/chain/solana-localnet.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { AdapterContext, Capability, ChainAdapter } from '../../core/wallet/adapter.ts'
import type { Transaction } from '../../core/wallet/family.ts'
import type { SentTransaction } from '../../core/wallet/transaction.ts'
import type { Clock } from '../../ports.ts'
import type { AccountCall } from '../shared/calls.ts'
import { createAdapter } from '../shared/create-adapter.ts'
import type { Family } from '../shared/family.ts'
import { referenced, soon, throwSendError } from '../shared/lost-answer.ts'
import { normalizeAddress } from './address.ts'
import type { SolanaChain } from './chain/chain.ts'
import { checkedSend, checkedSigned, checkSigner, invalid } from './checks.ts'
import type { SolanaOptions } from './options.ts'
import type { Signing, SolanaWallet } from './solana-wallet.ts'
import { approvals } from './wallet.ts'
import { readTransaction } from './wire.ts'

/** SNS stores its names on mainnet only. */
const snsNetwork = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

/**
 * The lamports that a swap of the whole balance leaves in the account. Enough for fees, and for the
 * rent-exempt minimums of the account, its wrapped SOL account and a new token account.
 */
const swapReserve = 7_000_000n

type Call = AccountCall<'solana', SolanaChain>
type Wire = { readonly wire: Uint8Array }
/** An unsigned transaction with its last valid block height, if known. */
interface Unsigned extends Wire {
  readonly reference?: string | undefined
}

/**
 * Creates the family's code that loads at the first connect. It needs no chain library. Each request names its network, so
 * wallets never switch. Only networks that the wallet approved can be used.
 */
export function solanaAdapter(
  context: AdapterContext,
  capabilities: ReadonlySet<Capability>,
  options: SolanaOptions = {},
): ChainAdapter<'solana'> {
  const family: Family<'solana', SolanaChain> = {
    namespace: 'solana',
    normalize: normalizeAddress,
    approvals,
    peers: ['@solana/web3.js'],
    traced: true,
    async loadChain(own) {
      const { SolanaChain } = await import('./chain/chain.ts')
      return new SolanaChain(own, options.maxMicroLamportsPerUnit)
    },
    checkSend: checkedSend,

    async prepareSend(call, params) {
      const { network, address } = call
      if (context.endpoints(network.caipNetworkId).length === 0)
        throw latchkeyError('solana/connection-not-set')
      const unsigned = await (await call.chain()).transfer(network, address, params, call)
      return (now) => submit(context.clock, now, unsigned)
    },
    async sendTransaction(call, transaction, maxFee) {
      return submit(context.clock, call, await unsignedOf(call, transaction, maxFee))
    },
    async signMessage(call, message, { signIn }) {
      const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message
      const wallet = await walletOf(call)
      const { signature, ...signed } = await call.answer(wallet.signMessage(bytes, by(call), signIn))
      return {
        ...signed,
        signature: base58.encode(signature),
        encoding: 'base58',
        scheme: 'ed25519',
        // A Solana address is a public key.
        publicKey: call.address,
      }
    },
    async signTransaction(call, transaction) {
      const unsigned = await unsignedOf(call, transaction)
      const ask = async (wallet: SolanaWallet) => [await wallet.signTransaction(unsigned.wire, by(call))]
      const [signed] = await signedBy(call, [unsigned], ask)
      return signed ?? unsigned.wire
    },
    async signAllTransactions(call, transactions) {
      const unsigned: Unsigned[] = []
      for (const transaction of transactions) unsigned.push(await unsignedOf(call, transaction))
      const wires = unsigned.map(({ wire }) => wire)
      return signedBy(call, unsigned, (wallet) => wallet.signAllTransactions(wires, by(call)))
    },
  }
  const { adapter, calls, chain } = createAdapter(family, context, capabilities)
  const { load: names } = loadOnce(async () => (await import('./chain/names.ts')).snsLookup(context))
  const { load: swaps } = loadOnce(async () =>
    (await import('./chain/swaps/swap-support.ts')).swapSupportOf(context, chain),
  )
  return {
    ...adapter,
    swapSupport: {
      reserve: swapReserve,
      compile: async (...args) => (await swaps()).compile(...args),
      read: async (...args) => (await swaps()).read(...args),
      fee: async (...args) => (await swaps()).fee(...args),
      simulate: async (...args) => (await swaps()).simulate(...args),
    },
    names: {
      suffixOn: ({ caipNetworkId }) => (caipNetworkId === snsNetwork ? '.sol' : undefined),
      normalize: async (name) => (await names()).normalize(name),
      resolve: async (...args) => (await names()).resolve(...args),
      reverse: async (...args) => (await names()).reverse(...args),
    },
    multipliers: (network, assets, opts) =>
      calls.run(opts, async (signal) => {
        const [{ readMultipliers }, { solanaNode }] = await Promise.all([
          import('./chain/multipliers.ts'),
          import('./chain/node.ts'),
        ])
        const mints = new Map(assets.map((asset) => [asset.slice(asset.lastIndexOf(':') + 1), asset]))
        const found = await readMultipliers(solanaNode(context.rpc(network), { signal }), [...mints.keys()])
        return new Map(
          [...found].map(([mint, multiplier]) => [mints.get(mint) as CaipAssetId<'solana'>, multiplier]),
        )
      }),
  }
}

function by({ address, network }: Call): Signing {
  return { address, network: network.caipNetworkId, hasLocalNode: hasLocalNode(network) }
}

/**
 * Returns the host's own transaction, or builds a transaction from the host's instructions. @throws the errors of
 * `SolanaChain.build`
 */
async function unsignedOf(
  call: Call,
  transaction: Transaction<'solana'>,
  maxFee?: bigint,
): Promise<Unsigned> {
  const { network, address, signal } = call
  if (transaction.instructions)
    return (await call.chain()).build(network, address, transaction, maxFee, { signal })
  const { wire } = transaction
  checkSigner(wire, address)
  if (maxFee !== undefined) (await call.chain()).checkFee(network, wire, maxFee)
  return { wire }
}

/** Loads the code for wallet requests. It isn't needed for connecting. */
async function walletOf({ session, signal }: Call): Promise<SolanaWallet> {
  const { walletOf } = await import('./wallet-of.ts')
  throwIfAborted(signal)
  return walletOf(session)
}

/** Asks the wallet to sign. Checks that each signed transaction is the requested transaction. */
async function signedBy(
  call: Call,
  transactions: readonly Wire[],
  ask: (wallet: SolanaWallet) => Promise<readonly Uint8Array[]>,
): Promise<readonly Uint8Array[]> {
  if (transactions.length === 0) throw invalid('transactions', 'expected at least one')
  for (const { wire } of transactions) checkSigner(wire, call.address)
  const wallet = await walletOf(call)
  const signed = await call.answer(ask(wallet))
  return transactions.map(({ wire }, index) => checkedSigned(wire, signed[index] ?? wire, call.address))
}

/**
 * Sends the transaction through the wallet if the wallet can send. Otherwise the wallet signs, and the adapter checks the signed
 * transaction and broadcasts it.
 */
async function submit(clock: Clock, call: Call, unsigned: Unsigned): Promise<SentTransaction> {
  const { network, address, signal } = call
  throwIfAborted(signal)
  const { wire } = unsigned
  const { signTransaction, signAndSend } = await walletOf(call)
  if (signAndSend) {
    const start = clock.now()
    const passed = () => clock.now() - start
    const trace = async () =>
      (await call.chain()).requestTrace(network, address, unsigned, passed, { signal })
    call.onAsk?.()
    const asked = call.answer(signAndSend(wire, by(call)))
    // The wallet may have set a newer blockhash or a durable nonce. So assume the newest blockhash.
    const newest = () => soon(clock, newestReference(call, network))
    const signature = await referenced(newest, asked.catch(throwSendError), { clock, trace })
    return { hash: base58.encode(signature), reference: await newest() }
  }
  const signed = await call.answer(signTransaction(wire, by(call)))
  checkedSigned(wire, signed, address)
  throwIfAborted(signal)
  const [id = new Uint8Array()] = readTransaction(signed).signatures
  const hash = base58.encode(id)
  const chain = await call.chain()
  const reading = unsigned.reference ?? newestReference(call, network, signed).catch(() => undefined)
  // The reading runs during the broadcast. Its time limit starts after the broadcast.
  const reference = () => soon(clock, reading)
  await call.onSigned?.({ hash, reference: unsigned.reference })
  await referenced(reference, chain.broadcast(network, signed, hash))
  return { hash, reference: await reference() }
}

async function newestReference(
  call: Call,
  network: ChainNetwork<'solana'>,
  wire?: Uint8Array,
): Promise<string | undefined> {
  return (await call.chain()).newestReference(network, wire)
}
