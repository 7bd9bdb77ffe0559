import { base64, hex } from '@scure/base'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { isOffchainMessage } from '../../core/chain/solana-offchain.ts'
import { bytesIn, decodeProto } from '../../core/protobuf.ts'
import { isBitcoinTransaction } from './bitcoin-bytes.ts'
import { Bytes } from './bytes.ts'
import { refused } from './refused.ts'
import { rlpListLength } from './rlp.ts'
import { readSolanaMessage } from './solana-message.ts'

/**
 * Refuses to sign bytes as a message if a node, or another wallet of the family, could read them as a transaction. Also refuses
 * some bytes that no node would accept, because it checks only the form of a transaction. On Solana, also refuses bytes that
 * already are an off-chain message: verifiers read the text inside them, which the wallet's approval doesn't show.
 *
 * @throws `validation/invalid-input`
 */
export function refuseTransaction(namespace: ChainNamespace, message: Uint8Array): void {
  if (readers[namespace].some((isTransaction) => isTransaction(message)))
    throw refused('message', "is a transaction, which can't be signed as a message")
  if (namespace === 'solana' && isOffchainMessage(message))
    throw refused('message', 'already is an off-chain message of Solana. Sign its text instead')
}

type Reader = (bytes: Uint8Array) => boolean

const readers: Readonly<Record<ChainNamespace, readonly Reader[]>> = {
  eip155: [isEthereumTransaction],
  solana: [
    (bytes) => reads(bytes, readSolanaMessage),
    (bytes) =>
      reads(bytes, (at) => {
        at.list('signatures', () => at.take(64, 'signatures'))
        readSolanaMessage(at)
      }),
  ],
  // Polkadot wallets sign a message only between `<Bytes>` and `</Bytes>`. No transaction starts and ends like this.
  polkadot: [],
  bip122: [(bytes) => spellings(bytes).some(isBitcoinTransaction)],
  cosmos: [isCosmosTransaction, isAminoDoc],
}

/** Returns whether `read` reads the bytes to their end. */
function reads(bytes: Uint8Array, read: (at: Bytes) => unknown): boolean {
  try {
    const at = new Bytes(bytes, 'message')
    read(at)
    at.end()
    return true
  } catch {
    return false
  }
}

/**
 * Returns whether the bytes are an Ethereum transaction or an authorization of EIP-7702. A legacy transaction is an RLP list of
 * 6 or 9 items. Other transactions are a type byte and a list (EIP-2718) of 8 or more items. An authorization is the byte 5 and
 * a list of 3 items.
 */
function isEthereumTransaction(bytes: Uint8Array): boolean {
  const [type = 0xff] = bytes
  const typed = type < 0x80 ? rlpListLength(bytes.subarray(1)) : undefined
  const members = typed ?? rlpListLength(bytes)
  return members !== undefined && (members >= 6 || (typed === 3 && type === 5))
}

/** Returns the bytes, and their decoded form if they are a text in hex or base64: some wallets decode such a text. */
function spellings(bytes: Uint8Array): readonly Uint8Array[] {
  const text = new TextDecoder().decode(bytes).trim()
  const found = [bytes]
  for (const [form, decode] of [
    [/^(?:[0-9a-f]{2})+$/i, () => hex.decode(text.toLowerCase())],
    [/^[A-Za-z0-9+/]+={0,2}$/, () => base64.decode(text)],
  ] as const) {
    try {
      if (form.test(text)) found.push(decode())
    } catch {
      // The text isn't valid in this encoding.
    }
  }
  return found
}

/** Returns whether the bytes are a `SignDoc`, `TxRaw` or `Tx`: a body with a message, and the auth info. */
function isCosmosTransaction(bytes: Uint8Array): boolean {
  const parts = decodeProto(bytes) ?? []
  if (bytesIn(parts, 2).length === 0) return false
  // Accept any type URL, because some decoders don't require valid text.
  return bytesIn(parts, 1).some((body) =>
    bytesIn(decodeProto(body) ?? [], 1).some((any) => bytesIn(decodeProto(any) ?? [], 1).length > 0),
  )
}

/** Returns whether the bytes are a `StdSignDoc` in JSON. */
function isAminoDoc(bytes: Uint8Array): boolean {
  try {
    const doc: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return typeof doc === 'object' && doc !== null && 'msgs' in doc && 'fee' in doc && 'chain_id' in doc
  } catch {
    return false
  }
}
