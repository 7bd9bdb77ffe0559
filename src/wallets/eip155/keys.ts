import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import type { Hex } from '../../core/chain/caip.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { broadcastSigned } from '../broadcast.ts'
import { decodeEip155Call } from '../decode/eip155.ts'
import { messageBytes } from '../decode/message.ts'
import { refuseTransaction } from '../decode/transaction-bytes.ts'
import { decodeTypedData, type TypedData } from '../decode/typed-data.ts'
import type { NodeCall } from '../node-pool.ts'
import { ProviderError } from '../provider-error.ts'
import { priceOf, type TransactionRequest, withFee } from './fee.ts'
import { isKnown, Nonces } from './nonces.ts'

/** The wallet's private keys, which never leave this object, and the methods that sign with them. */
export interface Eip155Keys {
  /** The checksummed addresses, in the order of the keys. */
  readonly addresses: readonly Hex[]
  /**
   * Signs a text, or bytes in hex.
   * @throws `validation/invalid-input` if the message is a transaction.
   */
  signMessage(address: string, data: string): Promise<Hex>
  signTypedData(address: string, typedData: unknown, chainId: number): Promise<Hex>
  /**
   * Completes a transaction, signs it and broadcasts it. Resolves with the hash of the signed
   * bytes, and ignores the hash in the node's answer. If the broadcast fails, looks up the hash.
   * @throws the node's error. If the transaction was already signed, the error has `hash`. If the transaction may have been sent,
   * the error has the code -32603, and its `data` has `maybeSent: true` and `hash`.
   */
  sendTransaction(request: TransactionRequest, chainId: number, node: NodeCall): Promise<Hex>
}

/** A signer for one account: an account of viem, or a device. */
export interface Eip155Signer {
  readonly address: Hex
  signMessage(input: { readonly message: { readonly raw: Uint8Array } }): Promise<Hex>
  signTypedData(data: TypedData): Promise<Hex>
  /** Returns the signed transaction. */
  signTransaction(transaction: Eip155Transaction): Promise<Hex>
}

/** A complete transaction, in viem's form. */
export type Eip155Transaction = Awaited<ReturnType<typeof fill>>

/**
 * Creates keys that sign with viem.
 * @throws `config/peer-missing` if viem isn't installed.
 */
export async function eip155Keys(privateKeys: readonly string[]): Promise<Eip155Keys> {
  const { privateKeyToAccount } = await import('./account-of-key.ts').catch((cause) => {
    throw latchkeyError('config/peer-missing', {
      values: { feature: 'A wallet with eip155 keys', install: 'npm install viem' },
      cause,
    })
  })
  return keysOf(privateKeys.map((key) => privateKeyToAccount(key as Hex) as Eip155Signer))
}

/** Creates keys from signers. `sendTransaction` completes the request, has the account's signer sign it, and broadcasts it. */
export function keysOf(accounts: readonly Eip155Signer[]): Eip155Keys {
  const accountOf = (address: unknown) => {
    const found = accounts.find((account) => account.address.toLowerCase() === String(address).toLowerCase())
    if (!found) throw new ProviderError(4100, `The account ${String(address)} is not in this wallet.`)
    return found
  }
  // Send one transaction at a time, so that each gets the next nonce.
  let last: Promise<unknown> = Promise.resolve()
  const nonces = new Nonces()

  return {
    addresses: accounts.map((account) => account.address),
    async signMessage(address, data) {
      const raw = messageBytes(data)
      refuseTransaction('eip155', raw)
      return accountOf(address).signMessage({ message: { raw } })
    },
    async signTypedData(address, typedData, chainId) {
      const text = typeof typedData === 'string' ? typedData : JSON.stringify(typedData, bigintAsText)
      const { notSigned: _, ...decoded } = decodeTypedData(text)
      const { chainId: signedFor } = decoded.domain
      if (signedFor !== undefined && BigInt(String(signedFor)) !== BigInt(chainId))
        throw new ProviderError(
          -32602,
          `The typed data is for chain ${signedFor}, but the wallet is on ${chainId}.`,
        )
      return accountOf(address).signTypedData(decoded)
    },
    sendTransaction(request, chainId, node) {
      const account = accountOf(request.from)
      const sent = last.then(async () => {
        const filled = await fill({ ...request, from: account.address }, chainId, node, nonces)
        const signed = await account.signTransaction(filled)
        // Compute the hash here, because the node may return the hash of another transaction. Callers would then read the wrong
        // receipt.
        const hash = `0x${bytesToHex(keccak_256(hexToBytes(signed.slice(2))))}` as const
        nonces.keep(account.address, chainId, { nonce: filled.nonce, hash })
        await broadcastSigned(hash, ['eth_sendRawTransaction', [signed]], node, () => isKnown(hash, node))
        return hash
      })
      last = sent.catch(() => {})
      return sent
    },
  }
}

function bigintAsText(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

async function fill(
  request: TransactionRequest & { from: string },
  chainId: number,
  node: NodeCall,
  nonces: Nonces,
) {
  if (request.chainId !== undefined && Number(request.chainId) !== chainId)
    throw new ProviderError(
      -32602,
      `The transaction is for chain ${Number(request.chainId)}, but the wallet is on ${chainId}.`,
    )
  const [nonce, whole] = await Promise.all([
    request.nonce ?? nonces.next(request.from, chainId, node),
    withFee(request, node),
  ])
  // The description for the user uses `decodeEip155Call` too. So the wallet signs what the user saw.
  const { to, value, data } = decodeEip155Call({ ...whole })
  return {
    chainId,
    nonce: Number(nonce),
    gas: BigInt(whole.gas),
    ...priceOf(whole),
    value,
    ...(to && { to: to as Hex }),
    ...(data && { data: data.hex as Hex }),
  }
}
