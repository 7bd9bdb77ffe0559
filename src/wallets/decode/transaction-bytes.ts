import { base64, hex } from '@scure/base'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { bytesIn, decodeProto } from '../../core/protobuf.ts'
import { isBitcoinTransaction } from './bitcoin-bytes.ts'
import { Bytes } from './bytes.ts'
import { refused } from './refused.ts'
import { rlpListLength } from './rlp.ts'
import { readSolanaMessage } from './solana-message.ts'

/**
 * Refuses to sign bytes as a message which a node, or a wallet of the family, could take for a transaction. It refuses more
 * than nodes accept rather than less: what the bytes would do is not looked at.
 *
 * @throws `validation/invalid-input`
 */
export function refuseTransaction(namespace: ChainNamespace, message: Uint8Array): void {
  if (readers[namespace].some((isTransaction) => isTransaction(message)))
    throw refused('message', 'is a transaction of the chain, which is not signed as a message')
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
  // What is signed as a message is always put between `<Bytes>` and `</Bytes>`, with which no transaction begins and ends.
  polkadot: [],
  bip122: [(bytes) => spellings(bytes).some(isBitcoinTransaction)],
  cosmos: [isCosmosTransaction, isAminoDoc],
}

/** True when the bytes are read to their end. */
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
 * A list of RLP, alone (the first form of transactions has 6 or 9 members) or after the byte of a type (EIP-2718; those
 * there are have 8 members or more), and the authorization of EIP-7702.
 */
function isEthereumTransaction(bytes: Uint8Array): boolean {
  const [type = 0xff] = bytes
  const typed = type < 0x80 ? rlpListLength(bytes.subarray(1)) : undefined
  const members = typed ?? rlpListLength(bytes)
  return members !== undefined && (members >= 6 || (typed === 3 && type === 5))
}

/** Bytes that some wallets take as a text in hex or base64. */
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
      // It is not of this form after all.
    }
  }
  return found
}

/** `SignDoc`, `TxRaw` or `Tx`: a body with a message, and the authentication info. */
function isCosmosTransaction(bytes: Uint8Array): boolean {
  const parts = decodeProto(bytes) ?? []
  if (bytesIn(parts, 2).length === 0) return false
  // Whatever the type of the message is called: some readers take for text what is none.
  return bytesIn(parts, 1).some((body) =>
    bytesIn(decodeProto(body) ?? [], 1).some((any) => bytesIn(decodeProto(any) ?? [], 1).length > 0),
  )
}

/** `StdSignDoc` as JSON. */
function isAminoDoc(bytes: Uint8Array): boolean {
  try {
    const doc: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return typeof doc === 'object' && doc !== null && 'msgs' in doc && 'fee' in doc && 'chain_id' in doc
  } catch {
    return false
  }
}
