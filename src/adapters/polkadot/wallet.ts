import type { CaipNetworkId, Hex } from '../../core/chain/caip.ts'
import { bytesPattern } from '../../core/chain/eip155.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { ApprovalTable } from '../../core/wallet/approvals.ts'
import type { ConnectorSession } from '../../core/wallet/connector.ts'
import type { MessageSignature } from '../../core/wallet/transaction.ts'
import { wrapBytes } from './bytes.ts'
import { typedSignatures } from './key-types.ts'

const transactions = ['signPayload', 'polkadot_signTransaction']

/**
 * For each capability: the wallet must have approved at least one of these methods. `network.switch` needs no method, because
 * the connection can switch without the wallet.
 */
export const approvals: ApprovalTable = {
  'send.native': transactions,
  'send.token': transactions,
  'send.transaction': transactions,
  'sign.transaction': transactions,
  'sign.message': ['signRaw', 'polkadot_signMessage'],
}

/** The payload that wallets sign: `SignerPayloadJSON` of @polkadot/types. */
export interface SignerPayload {
  readonly address: string
  readonly method: Hex
  readonly [field: string]: unknown
}

/** A wallet's answer: the signature, and the whole transaction if the wallet changed the payload. */
export interface WalletSignature {
  readonly signature: Hex
  readonly signedTransaction?: Hex | undefined
}

export async function askSignature(
  session: ConnectorSession,
  on: CaipNetworkId<'polkadot'>,
  payload: SignerPayload,
): Promise<WalletSignature> {
  const { method, answer } = await ask(session, on, {
    signer: ['signPayload', payload],
    rpc: ['polkadot_signTransaction', { address: payload.address, transactionPayload: payload }],
  })
  const signature = hexAt(answer, 'signature')
  // The signature has 64 or 65 bytes. Some wallets put one more byte before it, for the key type.
  if (!signature || signature.length < 130 || signature.length > 134) throw invalid(method, 'a signature')
  return { signature, signedTransaction: hexAt(answer, 'signedTransaction') }
}

/** Asks the wallet to sign a message. `wrapBytes` wraps the message first. */
export async function askMessage(
  session: ConnectorSession,
  on: CaipNetworkId<'polkadot'>,
  address: string,
  message: string | Uint8Array,
): Promise<MessageSignature> {
  const bytes = wrapBytes(message)
  const data = hexOf(bytes)
  const { method, answer } = await ask(session, on, {
    signer: ['signRaw', { address, data, type: 'bytes' }],
    rpc: ['polkadot_signMessage', { address, message: textOf(bytes) ?? data }],
  })
  const signature = hexAt(answer, 'signature')
  const [typed] = signature ? typedSignatures(signature) : []
  if (!signature || !typed) throw invalid(method, 'a signature')
  return { signature, encoding: 'hex', scheme: typed.type }
}

interface SigningDeps {
  readonly signer: readonly [method: string, input: object]
  readonly rpc: readonly [method: string, params: object]
}

async function ask(session: ConnectorSession, on: CaipNetworkId<'polkadot'>, { signer, rpc }: SigningDeps) {
  const channel = session.channel('polkadot')
  if (channel.kind === 'rpc') {
    const [method, params] = rpc
    return { method, answer: await channel.request({ method, params }, on) }
  }
  if (channel.kind !== 'injected-web3')
    throw latchkeyError('adapter/unsupported', {
      values: { capability: 'polkadot', subject: `a ${channel.kind} wallet` },
    })
  const [method, input] = signer
  const { signer: its } = (channel.extension ?? {}) as { signer?: Record<string, unknown> }
  const sign = its?.[method]
  if (typeof sign !== 'function') throw latchkeyError('wallet/method-unsupported', { values: { method } })
  try {
    return { method, answer: (await sign.call(its, input)) as unknown }
  } catch (error) {
    const { extensionErrorFrom } = await import('../../core/errors/extension-errors.ts')
    throw extensionErrorFrom(error, method)
  }
}

/** Returns a member of the answer as hex. `SignerResult` of @polkadot/types allows bytes for `signedTransaction`. */
function hexAt(answer: unknown, name: string): Hex | undefined {
  const value = (answer as Record<string, unknown> | null | undefined)?.[name]
  // Bytes of a frame aren't an instance of this page's class.
  if (ArrayBuffer.isView(value))
    return hexOf(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))
  return typeof value === 'string' && bytesPattern.test(value) ? (value as Hex) : undefined
}

function hexOf(bytes: Uint8Array): Hex {
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Decodes UTF-8. Returns undefined for other bytes. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function invalid(method: string, expected: string) {
  return latchkeyError('wallet/invalid-answer', { values: { method, expected } })
}
