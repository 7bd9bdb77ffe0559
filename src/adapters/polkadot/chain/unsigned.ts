import { type ApiPromise, Keyring } from '@polkadot/api'
import type { Hex } from '../../../core/chain/caip.ts'
import { isLatchkeyError, latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { typedSignatures } from '../key-types.ts'
import type { SignerPayload, WalletSignature } from '../wallet.ts'
import type { Call } from './call.ts'
import { referenceOf } from './reference.ts'
import type { Runtime } from './runtime.ts'
import type { Value } from './storage.ts'

/** An unsigned transaction. */
export interface Unsigned {
  /** The payload for the wallet to sign. */
  readonly payload: SignerPayload
  /** The tip in plancks. The payload and the signed transaction contain the same tip. */
  readonly tip: bigint
  /** The account's nonce when the transaction was built. */
  readonly nonce: number
  /** Creates the signed transaction from the wallet's signature. @throws `wallet/invalid-answer`, `wallet/transaction-altered` */
  sign(answer: WalletSignature): Signed
}

export interface Signed {
  readonly signed: Hex
  readonly hash: Hex
  /**
   * The block at which the transaction was built, its sender, its nonce, and a digest of its call. Only later blocks can include
   * the transaction.
   */
  readonly reference: string
}

/** The block at which a transaction is built, and the account's nonce. */
export interface BlockContext {
  readonly blockHash: Hex
  readonly blockNumber: number
  readonly nonce: number
}

/**
 * The number of blocks in which a transaction can be included. Must be a power of two. The number leaves the visitor enough time
 * to read the request, even on chains that make a block every two seconds.
 */
export const lifetime = 256

export function unsigned(
  runtime: Runtime,
  block: BlockContext,
  address: string,
  call: Call,
  tip: bigint,
): Unsigned {
  const { api } = runtime
  const { registry } = api
  const { blockNumber, nonce } = block
  const payload = payloadOf(runtime, block, address, call, tip)
  const assemble = (signature: Hex) =>
    api.tx(call as never).addSignature(address, signature, payload as never)
  const reference = referenceOf(blockNumber, address, nonce, call.toHex())
  return {
    payload,
    tip,
    nonce,
    sign({ signature, signedTransaction }) {
      try {
        const typed = typedSignatures(signature).map((each) => each.signature)
        if (signedTransaction) {
          const extrinsic = registry.createType('Extrinsic', signedTransaction) as unknown as Extrinsic
          // The comparison ignores the signature.
          const expected = assemble(typed[0] ?? signature) as unknown as Extrinsic
          if (differs(extrinsic, expected)) throw latchkeyError('wallet/transaction-altered')
          const metadataHashed = extrinsic.mode !== undefined && extrinsic.mode.toString() !== '0'
          // The wallet added data that this code doesn't know. So only the chain can verify the signature.
          if (metadataHashed) return { signed: extrinsic.toHex(), hash: extrinsic.hash.toHex(), reference }
        }
        // The last first: for 65 bytes, the library also accepts an ECDSA signature without its key type.
        const full = typed.findLast((each) => isValid(api, payload, each))
        if (!full) throw invalidSignature()
        const extrinsic = assemble(full) as unknown as Extrinsic
        return { signed: extrinsic.toHex(), hash: extrinsic.hash.toHex(), reference }
      } catch (cause) {
        throw isLatchkeyError(cause) ? cause : invalidSignature(cause)
      }
    },
  }
}

function payloadOf(
  { api, genesisHash }: Runtime,
  { blockHash, blockNumber, nonce }: BlockContext,
  address: string,
  call: Call,
  tip: bigint,
): SignerPayload {
  const { registry } = api
  return {
    ...(
      registry.createType('SignerPayload', {
        address,
        blockHash,
        blockNumber,
        era: registry.createType('ExtrinsicEra', { current: blockNumber, period: lifetime }),
        genesisHash,
        method: call,
        nonce,
        runtimeVersion: api.runtimeVersion,
        signedExtensions: registry.signedExtensions,
        tip,
        version: api.extrinsicVersion,
        // A wallet with hardware keys can add the metadata hash only if it may return the whole transaction.
        withSignedTransaction: true,
      }) as unknown as { toPayload(): SignerPayload }
    ).toPayload(),
    // Keep the address as it was given, because the library may change its SS58 prefix.
    address,
  }
}

/**
 * Returns a transaction with a placeholder as its signature. The fee depends only on the length of the signature. The placeholder
 * is an ECDSA signature, which is the longest, because an address doesn't tell its key type. For the other key types, the fee is too
 * high by the fee for one byte.
 */
export function withEmptySignature(
  runtime: Runtime,
  block: BlockContext,
  address: string,
  call: Call,
  tip: bigint,
): Hex {
  const payload = payloadOf(runtime, block, address, call, tip)
  const signature = `0x02${'01'.repeat(65)}` as const
  return runtime.api
    .tx(call as never)
    .addSignature(address, signature, payload as never)
    .toHex()
}

interface Extrinsic extends Value {
  readonly hash: Value
  readonly method: Value
  readonly signer: Value
  readonly nonce: Value
  readonly tip: Value
  readonly era: Value
  readonly assetId?: Value
  readonly mode?: Value
  readonly isSigned: boolean
}

const fields = ['method', 'signer', 'nonce', 'tip', 'era', 'assetId'] as const

function differs(actual: Extrinsic, expected: Extrinsic): boolean {
  return !actual.isSigned || fields.some((field) => actual[field]?.toHex() !== expected[field]?.toHex())
}

/**
 * Returns whether the signature is valid for the payload. A wallet may have signed something else.
 */
function isValid(api: ApiPromise, payload: SignerPayload, signature: Hex): boolean {
  const { registry } = api
  const bytes = registry
    .createType('ExtrinsicPayload', payload, { version: payload.version as number })
    .toU8a({ method: true } as never)
  const message = bytes.length > 256 ? registry.hash(bytes) : bytes
  const pair = new Keyring().addFromAddress(payload.address)
  return pair.verify(message, registry.createType('Raw', signature), pair.publicKey)
}

function invalidSignature(cause?: unknown) {
  return latchkeyError('wallet/invalid-answer', {
    values: { method: 'signPayload', expected: 'a signature of this transaction' },
    cause,
  })
}
