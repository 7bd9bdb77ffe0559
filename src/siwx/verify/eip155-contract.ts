import { throwIfAborted } from '../../core/async/abort.ts'
import { bytesPattern } from '../../core/chain/eip155.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { fromHex, isSameBytes, join } from './bytes.ts'
import { callProgram, type Deployment } from './eip155-program.ts'
import type { Nodes, Proof } from './proof.ts'

/**
 * The selector of `isValidSignature(bytes32,bytes)` (ERC-1271). For a valid signature, the function returns this selector, padded
 * to a word.
 */
const selector = [0x16, 0x26, 0xba, 0x7e]
const yes = join(selector, new Uint8Array(28))
/** The suffix that marks a signature with a deployment call (ERC-6492). */
const magicSuffix = Uint8Array.from({ length: 32 }, (_, at) => (at % 2 === 0 ? 0x64 : 0x92))

/**
 * Returns whether the contract at an address confirms the signature (ERC-1271). If the signature has the suffix of
 * ERC-6492, the contract may be undeployed: the check then also runs the deployment call in the signature. Asks only a node of
 * the message's network.
 * @throws `siwx/unverifiable` if no node is configured, or if the node fails, serves another network, or sends an invalid
 * response.
 */
export async function isSignedByContract(
  { chainId, address }: Proof,
  signature: Uint8Array,
  hash: Uint8Array,
  { call, signal }: Nodes,
): Promise<boolean> {
  const isWrapped = isSameBytes(signature.subarray(-32), magicSuffix)
  const { inner, deployment } = isWrapped ? unwrapped(signature) : { inner: signature, deployment: undefined }
  if (!inner) return false
  if (!call) throw unverifiable(`the signer may be a contract, and no node is set for ${chainId}`)
  const ask = async (method: string, params: readonly unknown[], form = bytesPattern): Promise<string> => {
    const answer = await call(chainId, method, params).catch((cause) => {
      throwIfAborted(signal)
      throw unverifiable(`the node of ${chainId} did not respond`, cause)
    })
    if (typeof answer === 'string' && form.test(answer)) return answer.toLowerCase()
    throw unverifiable(`the node of ${chainId} sent an invalid response`)
  }
  const chain = await ask('eth_chainId', [], /^0x[\da-f]+$/i)
  if (BigInt(chain) !== BigInt(chainId.slice('eip155:'.length)))
    throw unverifiable(`the node configured for ${chainId} serves another chain`)
  const question = join(selector, hash, word(64), word(inner.length), padded(inner))
  if (!deployment) {
    const params = [{ to: address, data: toHex(question) }, 'latest']
    // A revert also means that the signature is invalid, but nodes report reverts in different ways. So on an error, run the
    // program below, which always returns.
    const answer = await ask('eth_call', params).catch(() => undefined)
    if (answer !== undefined) return answer === toHex(yes)
    throwIfAborted(signal)
  }
  const program = callProgram(fromHex(address) ?? new Uint8Array(20), question, yes, deployment)
  const answer = await ask('eth_call', [{ data: toHex(program) }, 'latest'])
  if (answer !== toHex(word(0)) && answer !== toHex(word(1)))
    throw unverifiable(`the node of ${chainId} sent an invalid response`)
  return answer === toHex(word(1))
}

/**
 * Decodes the ABI tuple `(address factory, bytes call, bytes signature)` before the suffix. Returns neither part if the tuple is
 * malformed.
 */
function unwrapped(signature: Uint8Array): {
  readonly inner?: Uint8Array
  readonly deployment?: Deployment
} {
  const body = signature.subarray(0, -magicSuffix.length)
  const factory = body.subarray(12, 32)
  const call = bytesAt(body, 32)
  const inner = bytesAt(body, 64)
  const isAddress = body.subarray(0, 12).every((byte) => byte === 0)
  return isAddress && call && inner ? { inner, deployment: { factory, call } } : {}
}

/** Returns the bytes that the word at `place` points to. */
function bytesAt(body: Uint8Array, place: number): Uint8Array | undefined {
  const start = numberAt(body, place)
  const length = numberAt(body, start)
  const end = start + 32 + length
  return end <= body.length ? body.subarray(start + 32, end) : undefined
}

/** Returns the number in the word at `place`. Returns NaN if the word is out of range. */
function numberAt(body: Uint8Array, place: number): number {
  const bytes = place + 32 <= body.length ? body.subarray(place, place + 32) : undefined
  return bytes ? bytes.reduce((sum, byte) => sum * 256 + byte, 0) : Number.NaN
}

function word(value: number): Uint8Array {
  const bytes = new Uint8Array(32)
  new DataView(bytes.buffer).setUint32(28, value)
  return bytes
}

/** Pads bytes to whole words of 32 bytes. */
function padded(bytes: Uint8Array): Uint8Array {
  return join(bytes, new Uint8Array((32 - (bytes.length % 32)) % 32))
}

function toHex(bytes: Uint8Array): string {
  return `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

function unverifiable(reason: string, cause?: unknown) {
  return latchkeyError('siwx/unverifiable', { values: { reason }, cause })
}
