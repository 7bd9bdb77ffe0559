import { base58, base64 } from '@scure/base'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { WalletChannel } from '../../core/wallet/connector.ts'
import { legacyFields } from './legacy-fields.ts'
import type { Network, Signing, SolanaWallet } from './solana-wallet.ts'
import type { Asked } from './wallet-errors.ts'
import { readTransaction, withSignature } from './wire.ts'

type Request = Extract<WalletChannel, { kind: 'rpc' }>['request']

/**
 * Creates the wallet for a JSON-RPC channel, such as WalletConnect. Messages are in base58, transactions in base64 (S3.5.5).
 * `held` returns the session's current addresses, because the wallet may have removed some addresses after connecting.
 */
export function rpcWallet(
  request: Request,
  approves: (method: string) => boolean,
  held: () => readonly string[],
): SolanaWallet {
  interface Params {
    readonly pubkey: string
  }
  async function ask(method: string, params: Params, on: Network, asked: Asked): Promise<unknown> {
    const addresses = held()
    if (addresses.length === 0) throw latchkeyError('solana/account-not-found')
    if (!addresses.includes(params.pubkey)) throw latchkeyError('solana/address-not-found')
    if (!approves(method)) throw latchkeyError('wallet/method-unsupported', { values: { method } })
    try {
      return await request({ method, params }, on)
    } catch (error) {
      throw (await import('./wallet-errors.ts')).walletError(error, method, asked)
    }
  }

  async function signOne(wire: Uint8Array, { address: pubkey, network }: Signing): Promise<Uint8Array> {
    const method = 'solana_signTransaction'
    const params = { transaction: base64.encode(wire), pubkey, ...legacyFields(wire) }
    const answer = await ask(method, params, network, 'sign-transaction')
    const signed = decoded(answer, 'transaction', base64)
    if (signed) return signed
    // Older wallets return only the signature. So add the signature to the transaction.
    return withSignature(wire, pubkey, signatureFrom(answer, method))
  }

  return {
    async signMessage(message, { address: pubkey, network }) {
      const method = 'solana_signMessage'
      const params = { message: base58.encode(message), pubkey }
      return { signature: signatureFrom(await ask(method, params, network, 'sign-message'), method) }
    },
    signTransaction: signOne,
    async signAllTransactions(wires, by) {
      const method = 'solana_signAllTransactions'
      if (!approves(method)) {
        const signed: Uint8Array[] = []
        for (const wire of wires) signed.push(await signOne(wire, by))
        return signed
      }
      const params = { transactions: wires.map((wire) => base64.encode(wire)), pubkey: by.address }
      const answer = await ask(method, params, by.network, 'sign-transaction')
      const list = (answer as { transactions?: unknown } | null | undefined)?.transactions
      if (!Array.isArray(list)) throw latchkeyError('solana/invalid-transactions')
      const signed = list.map((each) => decoded({ each }, 'each', base64))
      const all = signed.filter((each) => each !== undefined)
      if (all.length !== wires.length)
        throw latchkeyError('wallet/invalid-answer', {
          values: { method, expected: `${wires.length} transactions` },
        })
      return all
    },
    signAndSend: approves('solana_signAndSendTransaction')
      ? async (wire, { address: pubkey, network }) => {
          const method = 'solana_signAndSendTransaction'
          readTransaction(wire)
          const sendOptions = { preflightCommitment: 'confirmed' }
          const params = { transaction: base64.encode(wire), pubkey, sendOptions }
          return signatureFrom(await ask(method, params, network, 'send-transaction'), method)
        }
      : undefined,
  }
}

/** @throws `wallet/invalid-answer` */
function signatureFrom(answer: unknown, method: string): Uint8Array {
  const signature = decoded(answer, 'signature', base58)
  if (signature?.length === 64) return signature
  throw latchkeyError('wallet/invalid-answer', { values: { method, expected: 'a signature' } })
}

function decoded(
  answer: unknown,
  name: string,
  coder: { decode(text: string): Uint8Array },
): Uint8Array | undefined {
  const text = (answer as Record<string, unknown> | null | undefined)?.[name]
  // Signatures and transactions are short. Decoding a megabyte of base58 would take minutes. So refuse longer texts.
  if (typeof text !== 'string' || text.length > 4096) return undefined
  try {
    return coder.decode(text)
  } catch {
    return undefined
  }
}
