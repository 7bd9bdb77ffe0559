import { base58 } from '@scure/base'
import { standardChain } from '../../core/chain/solana.ts'
import { offchainMessages } from '../../core/chain/solana-offchain.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { isObject } from '../../core/json/is-object.ts'
import { normalizeAddress } from './address.ts'
import { type SignInInput, signInInput } from './sign-in-input.ts'
import type { Signing, SolanaWallet } from './solana-wallet.ts'
import type { Asked } from './wallet-errors.ts'
import { readTransaction, sameBytes } from './wire.ts'

/**
 * The part of a wallet-standard wallet that this file uses. A wallet may not follow these types, so
 * the code checks its answers.
 */
interface StandardWallet {
  readonly accounts: unknown
  readonly chains: readonly string[]
  readonly features: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>
}

const sendFeature = 'solana:signAndSendTransaction'
const signInFeature = 'solana:signIn'

/** Creates the wallet for wallet-standard features (S3.5.5). */
export function standardWallet(value: unknown, approves: (feature: string) => boolean): SolanaWallet {
  if (typeof value !== 'object' || value === null) throw latchkeyError('connection/provider-not-found')
  const wallet = value as StandardWallet

  /** Calls a feature's method, which by default has the feature's name. The answers have the order of the inputs. */
  async function ask(
    feature: string,
    inputs: readonly object[],
    asked: Asked,
    method = feature.slice('solana:'.length),
  ): Promise<readonly unknown[]> {
    const offered = wallet.features[feature]
    const run = offered?.[method]
    if (typeof run !== 'function') throw latchkeyError('wallet/feature-unsupported', { values: { feature } })
    let answers: unknown
    try {
      answers = await (run as (...inputs: readonly object[]) => unknown).apply(offered, [...inputs])
    } catch (error) {
      throw (await import('./wallet-errors.ts')).walletError(error, feature, asked)
    }
    if (!Array.isArray(answers)) throw notFrom(feature, 'a list')
    if (answers.length === 0) throw latchkeyError('solana/empty-result')
    if (answers.length !== inputs.length) throw notFrom(feature, `${inputs.length} answers`)
    return answers
  }

  const accountOf = (address: string, code: 'solana/account-not-found' | 'solana/no-public-key') => {
    const accounts = Array.isArray(wallet.accounts) ? wallet.accounts.filter(isObject) : []
    if (accounts.length === 0) throw latchkeyError('solana/wallet-not-connected')
    const account = accounts.find((each) => each.address === address)
    if (account) return account
    // Write the codes as literals, so that the build can find their messages.
    throw code === 'solana/no-public-key'
      ? latchkeyError('solana/no-public-key')
      : latchkeyError('solana/account-not-found')
  }
  const chainOf = ({ network, hasLocalNode }: Signing) => {
    const chain = standardChain(network, wallet.chains, { hasLocalNode })
    if (!chain) throw latchkeyError('solana/invalid-chain-id')
    return chain
  }
  /** Checks the transaction versions, because some wallets sign only certain versions. */
  const checkVersions = (feature: string, wires: readonly Uint8Array[]) => {
    const supported = wallet.features[feature]?.supportedTransactionVersions
    if (!Array.isArray(supported)) return
    for (const wire of wires) {
      const { version } = readTransaction(wire)
      if (!supported.includes(version))
        throw latchkeyError('solana/version-unsupported', { values: { version } })
    }
  }
  const inputs = (wires: readonly Uint8Array[], by: Signing) => {
    const account = accountOf(by.address, 'solana/no-public-key')
    const chain = chainOf(by)
    return wires.map((transaction) => ({ account, chain, transaction }))
  }

  /** Asks a provider that is older than the wallet standard. Such a provider signs objects of @solana/web3.js. */
  const signObjects = async (feature: string, wires: readonly Uint8Array[]) => {
    const { objectOf, answerOf } = await import('./chain/transaction-objects.ts')
    const signed = await ask(feature, wires.map(objectOf), 'sign-transaction', 'signObjects')
    return signed.map(answerOf)
  }

  const signAll: SolanaWallet['signAllTransactions'] = async (wires, by) => {
    const feature = 'solana:signTransaction'
    checkVersions(feature, wires)
    const standard = inputs(wires, by)
    const answers = wallet.features[feature]?.signObjects
      ? await signObjects(feature, wires)
      : await ask(feature, standard, 'sign-transaction')
    return answers.map((answer) => {
      const signed = bytesAt(answer, 'signedTransaction')
      if (!signed) throw notFrom(feature, 'a signed transaction')
      return signed
    })
  }

  /** Signs in with a wallet that builds the text, shows it in its own way, and signs it. */
  async function signIn(input: SignInInput, message: Uint8Array): Promise<Uint8Array> {
    const [answer] = await ask(signInFeature, [input], 'sign-message')
    const address = addressIn(answer)
    const signed = bytesAt(answer, 'signedMessage')
    const signature = bytesAt(answer, 'signature')
    if (address === undefined) throw notFrom(signInFeature, 'an account')
    if (!signed) throw notFrom(signInFeature, 'the message that was signed')
    if (signature?.length !== 64) throw notFrom(signInFeature, 'a signature')
    if (address !== input.address)
      throw latchkeyError('siwx/wrong-address', { values: { value: address, expected: input.address } })
    // The server verifies our text. If the wallet signed another text, the visitor may have agreed to something else.
    if (!sameBytes(signed, message)) throw latchkeyError('siwx/changed-message')
    return signature
  }

  return {
    async signMessage(message, { address }, fields) {
      const feature = 'solana:signMessage'
      const account = accountOf(address, 'solana/account-not-found')
      const input = fields && approves(signInFeature) ? signInInput(fields, message, address) : undefined
      // Ask only once: if the wallet refuses, don't ask again with `signMessage`.
      if (input) return { signature: await signIn(input, message) }
      const [answer] = await ask(feature, [{ account, message }], 'sign-message')
      const signed = bytesAt(answer, 'signedMessage') ?? message
      const signature = bytesAt(answer, 'signature')
      if (signature?.length !== 64) throw notFrom(feature, 'a signature')
      // The wallet must have signed the message that the visitor saw in the page.
      if (sameBytes(signed, message)) return { signature }
      const forms = offchainMessages(message, base58.decode(address))
      if (!forms.some((form) => sameBytes(signed, form)))
        throw notFrom(feature, 'a signature of this message')
      return { signature, signedMessage: signed }
    },
    async signTransaction(wire, by) {
      const [signed = wire] = await signAll([wire], by)
      return signed
    },
    signAllTransactions: signAll,
    signAndSend: approves(sendFeature)
      ? async (wire, by) => {
          checkVersions(sendFeature, [wire])
          const options = { commitment: 'confirmed', preflightCommitment: 'confirmed' }
          const input = inputs([wire], by).map((each) => ({ ...each, options }))
          const [answer] = await ask(sendFeature, input, 'send-transaction')
          const signature = bytesAt(answer, 'signature')
          if (signature?.length !== 64) throw notFrom(sendFeature, 'a transaction signature')
          return signature
        }
      : undefined,
  }
}

function bytesAt(answer: unknown, name: string): Uint8Array | undefined {
  const value = (answer as Record<string, unknown> | null | undefined)?.[name]
  // Don't use `instanceof`, because it is false for a Uint8Array of another frame.
  return Object.prototype.toString.call(value) === '[object Uint8Array]'
    ? Uint8Array.from(value as Uint8Array)
    : undefined
}

/** Returns the account that signed in. Returns undefined for an invalid address. */
function addressIn(answer: unknown): string | undefined {
  const { account } = (answer ?? {}) as { readonly account?: { readonly address?: unknown } | null }
  const address = account?.address
  return typeof address === 'string' ? normalizeAddress(address) : undefined
}

function notFrom(method: string, expected: string) {
  return latchkeyError('wallet/invalid-answer', { values: { method, expected } })
}
