import { createPublicKey, verify } from 'node:crypto'
import { base58 } from '@scure/base'
import type { Hex } from '../../../core/chain/caip.ts'
import type { NodeCalls } from '../node-calls.ts'
import { addressBytes, isEip155CoinType } from './coin-types.ts'

export interface SignedMessage {
  readonly coinType: number
  readonly address: string
  readonly message: string
  readonly signature: string
}

const ecrecover = `0x${'1'.padStart(40, '0')}`
/** Half the order of secp256k1. A signature with a higher `s` is invalid (EIP-2). */
const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n
/** The SPKI header of an Ed25519 public key (RFC 8410). */
const ed25519Prefix = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * Returns whether the address's key signed the message. The signature follows EIP-191 for eip155, and is an Ed25519 signature for
 * other families. Contract accounts (EIP-1271) aren't supported. For EIP-191, a node recovers the signer with its ecrecover
 * precompile.
 * @throws NodeFailure
 */
export async function isSigned(
  signed: SignedMessage,
  node: NodeCalls,
  signal?: AbortSignal,
): Promise<boolean> {
  return isEip155CoinType(signed.coinType)
    ? isSignedByEip191(signed, node, signal)
    : isSignedByEd25519(signed)
}

async function isSignedByEip191(
  { address, message, signature }: SignedMessage,
  node: NodeCalls,
  signal?: AbortSignal,
): Promise<boolean> {
  const [, r = '', s = '', v = ''] = /^0x([0-9a-f]{64})([0-9a-f]{64})([0-9a-f]{2})$/i.exec(signature) ?? []
  const recovery = { '00': 27, '01': 28, '1b': 27, '1c': 28 }[v.toLowerCase()]
  if (recovery === undefined || BigInt(`0x${s}`) > halfOrder) return false
  const bytes = Buffer.from(message, 'utf8')
  const prefix = `\x19Ethereum Signed Message:\n${bytes.length}`
  const text = Buffer.concat([Buffer.from(prefix, 'latin1'), bytes]).toString('hex')
  const hash = await node.call<Hex>('web3_sha3', [`0x${text}`], signal)
  const data = `${hash}${recovery.toString(16).padStart(64, '0')}${r}${s}`
  const signer = await node.call<Hex>('eth_call', [{ to: ecrecover, data }, 'latest'], signal)
  return signer.length === 66 && signer.slice(-40).toLowerCase() === address.slice(2).toLowerCase()
}

function isSignedByEd25519({ coinType, address, message, signature }: SignedMessage): boolean {
  const raw = addressBytes(coinType, address)
  if (!raw || !/^[1-9A-HJ-NP-Za-km-z]{64,90}$/.test(signature)) return false
  const key = createPublicKey({ key: Buffer.concat([ed25519Prefix, raw]), format: 'der', type: 'spki' })
  return verify(null, Buffer.from(message, 'utf8'), key, base58.decode(signature))
}
