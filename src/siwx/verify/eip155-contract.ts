import { throwIfAborted } from '../../core/async/abort.ts'
import { bytesPattern } from '../../core/chain/eip155.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { fromHex, isSameBytes, join } from './bytes.ts'
import { askInEvm, type Preparation } from './eip155-program.ts'
import type { Nodes, Proof } from './proof.ts'

/** ERC-1271: the selector of `isValidSignature(bytes32,bytes)`, which is also what it returns for yes, padded to a word. */
const selector = [0x16, 0x26, 0xba, 0x7e]
const yes = join(selector, new Uint8Array(28))
/** ERC-6492: the last word of a signature with a preparation. */
const mark = Uint8Array.from({ length: 32 }, (_, at) => (at % 2 === 0 ? 0x64 : 0x92))

/**
 * Whether the contract at an address says that it signed: ERC-1271, and ERC-6492 for one that is not deployed yet. Only a node
 * of the chain that the message names is asked.
 * @throws `siwx/unverifiable` when no node was named, or the node fails, is of another chain, or answers with nonsense.
 */
export async function isSignedByContract(
  { chainId, address }: Proof,
  signature: Uint8Array,
  hash: Uint8Array,
  { call, signal }: Nodes,
): Promise<boolean> {
  const isWrapped = isSameBytes(signature.subarray(-32), mark)
  const { inner, preparation } = isWrapped
    ? unwrapped(signature)
    : { inner: signature, preparation: undefined }
  if (!inner) return false
  if (!call) throw unverifiable(`no node of ${chainId} was named, and it may be a contract that signed`)
  const ask = async (method: string, params: readonly unknown[], form = bytesPattern): Promise<string> => {
    const answer = await call(chainId, method, params).catch((cause) => {
      throwIfAborted(signal)
      throw unverifiable(`the node of ${chainId} did not answer`, cause)
    })
    if (typeof answer === 'string' && form.test(answer)) return answer.toLowerCase()
    throw unverifiable(`the node of ${chainId} answered with nonsense`)
  }
  const chain = await ask('eth_chainId', [], /^0x[\da-f]+$/i)
  if (BigInt(chain) !== BigInt(chainId.slice('eip155:'.length)))
    throw unverifiable(`the node named for ${chainId} is of another chain`)
  const question = join(selector, hash, word(64), word(inner.length), padded(inner))
  if (!preparation) {
    const params = [{ to: address, data: toHex(question) }, 'latest']
    // A contract that fails says no too, for which every node has other words: then the program asks, where it is an answer.
    const answer = await ask('eth_call', params).catch(() => undefined)
    if (answer !== undefined) return answer === toHex(yes)
    throwIfAborted(signal)
  }
  const program = askInEvm(fromHex(address) ?? new Uint8Array(20), question, yes, preparation)
  const answer = await ask('eth_call', [{ data: toHex(program) }, 'latest'])
  if (answer !== toHex(word(0)) && answer !== toHex(word(1)))
    throw unverifiable(`the node of ${chainId} answered with nonsense`)
  return answer === toHex(word(1))
}

/** ABI: `(address factory, bytes call, bytes signature)`, before the mark. Nothing when it is not that. */
function unwrapped(signature: Uint8Array): {
  readonly inner?: Uint8Array
  readonly preparation?: Preparation
} {
  const body = signature.subarray(0, -mark.length)
  const factory = body.subarray(12, 32)
  const call = bytesAt(body, 32)
  const inner = bytesAt(body, 64)
  const isAddress = body.subarray(0, 12).every((byte) => byte === 0)
  return isAddress && call && inner ? { inner, preparation: { factory, call } } : {}
}

/** The bytes to which the word at a place points. */
function bytesAt(body: Uint8Array, place: number): Uint8Array | undefined {
  const start = numberAt(body, place)
  const length = numberAt(body, start)
  const end = start + 32 + length
  return end <= body.length ? body.subarray(start + 32, end) : undefined
}

/** The number in a word; not a number where the word is not there. */
function numberAt(body: Uint8Array, place: number): number {
  const bytes = place + 32 <= body.length ? body.subarray(place, place + 32) : undefined
  return bytes ? bytes.reduce((sum, byte) => sum * 256 + byte, 0) : Number.NaN
}

function word(value: number): Uint8Array {
  const bytes = new Uint8Array(32)
  new DataView(bytes.buffer).setUint32(28, value)
  return bytes
}

/** Up to the end of a word. */
function padded(bytes: Uint8Array): Uint8Array {
  return join(bytes, new Uint8Array((32 - (bytes.length % 32)) % 32))
}

function toHex(bytes: Uint8Array): string {
  return `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

function unverifiable(reason: string, cause?: unknown) {
  return latchkeyError('siwx/unverifiable', { values: { reason }, cause })
}
