import type { ErrorCode } from './catalogue.ts'
import { type ErrorValues, isLatchkeyError, type LatchkeyError, latchkeyError } from './latchkey-error.ts'
import { nodeErrorCode } from './node-errors.ts'

/** JSON-RPC codes (S2.8). WalletConnect uses 5002 for a rejection by the user, and nodes use 3 for a revert. */
const codes: Readonly<Record<number, ErrorCode>> = {
  [-32700]: 'rpc/parse',
  [-32600]: 'rpc/invalid-request',
  [-32601]: 'rpc/method-unsupported',
  [-32602]: 'rpc/invalid-params',
  [-32603]: 'rpc/internal',
  [-32000]: 'rpc/invalid-input',
  [-32001]: 'rpc/not-found',
  [-32002]: 'rpc/unavailable',
  [-32003]: 'rpc/transaction-rejected',
  [-32004]: 'rpc/method-unsupported',
  [-32005]: 'rpc/limit-exceeded',
  [-32006]: 'rpc/version',
  429: 'rpc/limit-exceeded',
  3: 'node/execution-reverted',
  4001: 'wallet/user-rejected',
  4100: 'wallet/unauthorized',
  4200: 'rpc/method-unsupported',
  4900: 'wallet/disconnected',
  4901: 'wallet/chain-disconnected',
  4902: 'network/not-added',
  5000: 'wallet/user-rejected',
  5002: 'wallet/user-rejected',
  5700: 'calls/capability-unsupported',
  5710: 'calls/chain-unsupported',
  5720: 'calls/duplicate-id',
  5730: 'calls/unknown-id',
  5740: 'calls/too-large',
  5750: 'calls/upgrade-rejected',
  5760: 'calls/not-atomic',
  // WalletConnect: the wallet ended the session before it answered the request.
  6000: 'wallet/disconnected',
  // Some wallets report an unknown network with this positive number instead of -32603 (S3.8.4).
  32603: 'network/invalid-chain-id',
}

// Wallets and nodes use these codes for any error, so the message decides.
const vague: ReadonlySet<ErrorCode> = new Set([
  'rpc/internal',
  'rpc/invalid-input',
  'rpc/transaction-rejected',
  'rpc/unknown',
])
const rejection =
  /user (rejected|denied|declined|cancell?ed)|rejected by (the )?user|connection request reset/i
const sends: readonly string[] = ['eth_sendTransaction', 'wallet_sendCalls']
/** Matches the answer of an eip155 node that already has the transaction. Older nodes add the hash, sometimes without 0x. */
const known = /already ?known|already imported|\bknown transaction(?:: ?(?:0x)?([\da-f]{64})\b)?/i

export interface RpcErrorContext {
  readonly method: string
  readonly source: 'wallet' | 'endpoint'
  /** Additional values for the error's message. */
  readonly values?: ErrorValues | undefined
  /** Returns the meaning of the code and the text in this context. Returns undefined if the table above applies. */
  readonly meaning?: ((code: number | undefined, text: string) => ErrorCode | undefined) | undefined
}

/**
 * Converts the error of a JSON-RPC call: a value that a wallet threw, or the `error` of a response. The original error
 * becomes the cause. If the error is already a `LatchkeyError`, returns it unchanged.
 */
export function rpcErrorFrom(error: unknown, context: RpcErrorContext): LatchkeyError {
  if (isLatchkeyError(error)) return error
  if (member(error, 'name') === 'AbortError') return latchkeyError('flow/aborted', { cause: error })
  const data = member(error, 'data')
  if (context.source === 'wallet' && member(data, 'maybeSent') === true)
    return maybeSent(error, hashIn(data), detailsOf(member(error, 'message')))
  const layers = layersOf(error)
  // Substrate nodes put the reason into `data`. So search `data` too.
  const texts = layers
    .flatMap((layer) => [member(layer, 'message') ?? layer, member(layer, 'data')])
    .filter((text) => typeof text === 'string')
  const all = texts.join('\n')
  const rpcCode = rpcCodeOf(error)

  let code: ErrorCode =
    context.meaning?.(rpcCode, all) ?? ((rpcCode !== undefined && own(rpcCode)) || 'rpc/unknown')
  if (vague.has(code)) {
    const rejected = context.source === 'wallet' && rejection.test(all)
    code = nodeErrorCode(all) ?? (rejected ? 'wallet/user-rejected' : code)
    // The wallet repeated its broadcast, so an earlier attempt has arrived.
    const again = context.source === 'wallet' && sends.includes(context.method) && known.exec(all)
    if (again && code !== 'node/execution-reverted')
      return maybeSent(error, again[1] ? `0x${again[1]}` : hashIn(error), detailsOf(texts[0]))
  }
  // MetaMask uses this code for a failed node too.
  const ofNode = () =>
    /RPC endpoint/i.test(all) || layers.some((layer) => typeof member(layer, 'httpStatus') === 'number')
  if (code === 'rpc/unavailable' && context.source === 'wallet' && !ofNode()) code = 'wallet/request-pending'

  const reason = /execution reverted:? +(?!0x)(.{1,200})/i.exec(all)?.[1]
  return latchkeyError(code, {
    cause: error,
    details: detailsOf(texts[0]),
    values: { ...context.values, method: context.method, reason: reason ? `: ${reason}` : '' },
    rpcCode,
    data,
    hash: context.source === 'wallet' ? hashIn(error) : undefined,
  })
}

/**
 * Returns the error's code. If the code is -32603 or unknown, returns the known code of a nested error instead, such as 4902 in
 * `data.originalError`.
 */
export function rpcCodeOf(error: unknown): number | undefined {
  const numbers = layersOf(error).flatMap((layer) => {
    const code = member(layer, 'rpcCode') ?? member(layer, 'code')
    const number = typeof code === 'string' && /^-?\d+$/.test(code) ? Number(code) : code
    return typeof number === 'number' ? [number] : []
  })
  return numbers.find((number) => number !== -32603 && own(number)) ?? numbers[0]
}

/** Creates the error of a send whose answer was lost. */
export function maybeSent(cause: unknown, hash?: string, details?: string): LatchkeyError {
  return latchkeyError('rpc/maybe-sent', {
    cause,
    hash,
    details,
    values: { hash: hash === undefined ? '' : ` ${hash}` },
  })
}

function hashIn(value: unknown): string | undefined {
  const hash = member(value, 'hash')
  return typeof hash === 'string' && /^\w{32,100}$/.test(hash) ? hash : undefined
}

function own(code: number): ErrorCode | undefined {
  return Object.hasOwn(codes, code) ? codes[code] : undefined
}

/**
 * Returns the error and the errors inside it, the outermost first. Wallets nest errors in `data.originalError`, `data`, `error`
 * or `cause`.
 */
function layersOf(error: unknown): unknown[] {
  const layers = [error]
  for (let i = 0; i < layers.length && layers.length < 16; i++) {
    for (const key of ['data', 'originalError', 'error', 'cause']) {
      const inner = member(layers[i], key)
      if (typeof inner === 'object' && inner !== null) layers.push(inner)
    }
  }
  return layers
}

/** Reads a property of an untrusted object. Returns undefined if its getter throws. */
function member(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  try {
    return (value as Record<string, unknown>)[key]
  } catch {
    return undefined
  }
}

function detailsOf(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined
  if (/<(?!nil>)\/?[a-z!][^>]*>/i.test(text)) return 'an HTML page'
  return text.length > 500 ? `${text.slice(0, 500)}…` : text
}
