import { parseCaipAddress } from '../../core/chain/caip-10.ts'
import { HttpError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import { isObject } from '../../core/json/is-object.ts'
import type { SolanaInstruction } from '../../core/wallet/family.ts'
import type {
  SwapProvider,
  SwapProviderContext,
  SwapQuote,
  SwapRequest,
  SwapToken,
} from '../../core/wallet/payments/swap-provider.ts'
import { field, readUnits, valueAt } from '../shared/answer-fields.ts'
import type { JupiterOptions } from './options.ts'

const program = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'
/** The API uses the mint of wrapped SOL for SOL. */
const wrapped = 'So11111111111111111111111111111111111111112'
/** In ms: how long a quote is valid. Prices can change with every block. */
const quoteLife = 30_000
/** In lamports: the estimated fee of a swap. The review has the exact fee. */
const usualFee = 10_000n
/** The HTTP statuses that mean that the API has no route for a request. */
const noRoute: readonly number[] = [400, 404, 422]
/**
 * The limits of an answer. They are higher than the values of real swaps, which have at most 12 instructions, 64 accounts in an
 * instruction, 300 bytes of data (400 characters in base64) and 6 tables.
 */
const most = { instructions: 24, accounts: 128, data: 2000, tables: 12 }
/** The maximum number of accounts of a route. With more accounts, a transaction could be too large: 1,232 bytes are allowed. */
const maxAccounts = 48

interface JupiterQuote extends SwapQuote {
  readonly quoteResponse: unknown
}

/**
 * Creates the swap provider. The API: https://dev.jup.ag/api-reference/swap, and its schema:
 * https://github.com/jup-ag/jupiter-quote-api-node/blob/6dbd33abfaa1f495f28ad122b3c06edf4ce28360/swagger.yaml
 * Without a key, the API allows one request per second: https://dev.jup.ag/portal/rate-limit
 */
export function jupiterSwaps(
  { url, key, tokens }: JupiterOptions,
  { json, clock }: SwapProviderContext,
): SwapProvider<'solana'> {
  const read = json(url)
  const headers = key === undefined ? undefined : { 'x-api-key': key }
  return {
    name: 'jupiter',
    namespace: 'solana',
    async tokens(network, { only } = {}) {
      const listed = tokens[network] ?? []
      if (listed.length === 0) return []
      // The client replaces this name and symbol with the ones in the network's definition.
      const coin: SwapToken = { symbol: 'SOL', name: 'Solana', decimals: 9 }
      const all = [coin, ...listed]
      return only ? all.filter(({ address }) => only.includes(address)) : all
    },
    async quote(request, opts) {
      const [sells, buys] = mintsOf(request)
      if (sells === buys) throw latchkeyError('swap/no-quote')
      const params = {
        ...{ inputMint: sells, outputMint: buys, amount: `${request.amount}`, swapMode: 'ExactIn' },
        slippageBps: Math.round(request.slippage * 100),
        // In version 2, the amounts come before the route plan, so Latchkey can read them without knowing each exchange.
        instructionVersion: 'V2',
        maxAccounts,
      }
      const answer = await read('quote', params, { ...opts, headers }).catch((cause: unknown) => {
        if (cause instanceof HttpError && noRoute.includes(cause.status ?? 0))
          throw latchkeyError('swap/no-quote', { cause })
        throw cause
      })
      const own = (path: string, mint: string, { address }: SwapToken) => {
        const found = field(answer, path, readAddress)
        return found === mint ? address : found
      }
      field(answer, 'swapMode', (value) => (value === 'ExactIn' ? value : undefined))
      const impact = Number(valueAt(answer, 'priceImpactPct') ?? Number.NaN) * 100
      const made: JupiterQuote = {
        from: own('inputMint', sells, request.from),
        to: own('outputMint', buys, request.to),
        amount: field(answer, 'inAmount', readUnits),
        toAmount: field(answer, 'outAmount', readUnits),
        priceImpact: Number.isFinite(impact) ? impact : undefined,
        spender: program,
        networkFee: usualFee,
        expiresAt: clock.now() + quoteLife,
        quoteResponse: answer,
      }
      return made
    },
    // Tokens need no approval on solana.
    async approval() {
      throw latchkeyError('swap/unsupported')
    },
    async build(request, quote, opts) {
      const { address: owner } = parseCaipAddress(request.account)
      const { from, to, amount, network } = request
      const body = {
        quoteResponse: (quote as JupiterQuote).quoteResponse,
        userPublicKey: owner,
        wrapAndUnwrapSol: from.address === undefined || to.address === undefined,
      }
      const answer = await read('swap-instructions', {}, { ...opts, headers, body })
      const list = (path: string) => field(answer, path, readInstructions)
      const optional = (path: string) =>
        valueAt(answer, path) == null ? [] : [field(answer, path, readInstruction)]
      return {
        ...{ network, from: owner, to: program },
        // The adapter sets the compute budget itself.
        instructions: [
          ...optional('tokenLedgerInstruction'),
          ...(valueAt(answer, 'otherInstructions') == null ? [] : list('otherInstructions')),
          ...list('setupInstructions'),
          field(answer, 'swapInstruction', readInstruction),
          ...optional('cleanupInstruction'),
        ],
        lookupTables: field(answer, 'addressLookupTableAddresses', readTables),
        value: from.address === undefined ? amount : 0n,
      }
    },
  }
}

function mintsOf({ from, to }: SwapRequest<'solana'>): readonly [string, string] {
  return [from.address ?? wrapped, to.address ?? wrapped]
}

function readAddress(value: unknown): string | undefined {
  return typeof value === 'string' && /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(value) ? value : undefined
}

function readTables(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length > most.tables) return undefined
  return allOf(value, readAddress)
}

function readInstructions(value: unknown): readonly SolanaInstruction[] | undefined {
  if (!Array.isArray(value) || value.length > most.instructions) return undefined
  return allOf(value, readInstruction)
}

function readInstruction(value: unknown): SolanaInstruction | undefined {
  const { programId, accounts: given, data: text } = isObject(value) ? value : {}
  const programAddress = readAddress(programId)
  const data = readData(text)
  if (!Array.isArray(given) || given.length > most.accounts) return undefined
  const accounts = allOf(given, readAccount)
  return programAddress !== undefined && accounts && data ? { programAddress, accounts, data } : undefined
}

function readAccount(value: unknown): { readonly address: string; readonly role: number } | undefined {
  const { pubkey, isSigner, isWritable } = isObject(value) ? value : {}
  const address = readAddress(pubkey)
  if (address === undefined || typeof isSigner !== 'boolean' || typeof isWritable !== 'boolean')
    return undefined
  return { address, role: (isSigner ? 2 : 0) + (isWritable ? 1 : 0) }
}

/** Reads bytes in base64. */
function readData(value: unknown): Uint8Array | undefined {
  if (typeof value !== 'string' || value.length > most.data) return undefined
  try {
    return Uint8Array.from(atob(value), (each) => each.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** Reads all entries of a list. Returns undefined if one of them is invalid. */
function allOf<T>(
  values: readonly unknown[],
  read: (value: unknown) => T | undefined,
): readonly T[] | undefined {
  const found = values.map(read).filter((each) => each !== undefined)
  return found.length === values.length ? found : undefined
}
