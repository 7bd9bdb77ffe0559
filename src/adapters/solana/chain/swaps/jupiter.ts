import { refused } from './refused.ts'
import { endOfPlan } from './route-plan.ts'

/** Jupiter's program, version 6: https://dev.jup.ag/docs/swap-api */
export const jupiterProgram = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'

/** The accounts and limits that Jupiter's program enforces for a swap. */
export interface JupiterRoute {
  /** The account that pays from `source`. */
  readonly authority: string
  /** The token account that pays. */
  readonly source: string
  /** The token account that receives. */
  readonly destination: string
  /** Undefined if the instruction doesn't name the mint of `source`. */
  readonly sourceMint: string | undefined
  readonly targetMint: string
  /** The maximum amount that `source` pays, in the smallest unit. */
  readonly amount: bigint
  /** The minimum amount that `destination` receives, in the smallest unit. */
  readonly minimum: bigint
}

interface Layout {
  readonly version: 1 | 2
  readonly shared: boolean
  readonly exactOut: boolean
  /** Indexes of the instruction's accounts. `other`: a token account that receives instead of `destination`. */
  readonly at: Readonly<Record<'authority' | 'source' | 'destination' | 'targetMint', number>> &
    Readonly<Partial<Record<'sourceMint' | 'other' | 'feeAccount', number>>>
}

const ownV2 = { authority: 0, source: 1, destination: 2, sourceMint: 3, targetMint: 4, other: 7 }
const sharedV1 = { authority: 2, source: 3, destination: 6, sourceMint: 7, targetMint: 8, feeAccount: 9 }
const sharedV2 = { authority: 1, source: 2, destination: 5, sourceMint: 6, targetMint: 7 }
const own = { authority: 1, source: 2, destination: 3, other: 4 }

/**
 * The layouts by discriminator: the first 8 bytes of SHA-256 of `global:` and the instruction's name. Sources: `src/idl` of
 * https://github.com/jup-ag/instruction-parser, and `decoders/jupiter-swap-decoder` of https://github.com/sevenlabs-hq/carbon
 */
export const jupiterLayouts: Readonly<Record<string, Layout>> = {
  // route
  e517cb977ae3ad2a: {
    ...{ version: 1, shared: false, exactOut: false },
    at: { ...own, targetMint: 5, feeAccount: 6 },
  },
  // exact_out_route
  d033ef977b2bed5c: {
    ...{ version: 1, shared: false, exactOut: true },
    at: { ...own, sourceMint: 5, targetMint: 6, feeAccount: 7 },
  },
  // shared_accounts_route
  c1209b3341d69c81: { version: 1, shared: true, exactOut: false, at: sharedV1 },
  // shared_accounts_exact_out_route
  b0d169a89a7d453e: { version: 1, shared: true, exactOut: true, at: sharedV1 },
  // route_v2
  bb64facc31c4af14: { version: 2, shared: false, exactOut: false, at: ownV2 },
  // exact_out_route_v2
  '9d8ab85215f4f324': { version: 2, shared: false, exactOut: true, at: ownV2 },
  // shared_accounts_route_v2
  d19853937cfed8e9: { version: 2, shared: true, exactOut: false, at: sharedV2 },
  // shared_accounts_exact_out_route_v2
  '3560e5cad8bbfa18': { version: 2, shared: true, exactOut: true, at: sharedV2 },
}

function layoutOf(data: Uint8Array): Layout | undefined {
  return jupiterLayouts[[...data.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')]
}

/** Returns the indexes of the accounts that must be in the transaction itself. In a lookup table, they would prove nothing. */
export function provenIndexes(data: Uint8Array): readonly number[] {
  return Object.values(layoutOf(data)?.at ?? {})
}

/**
 * Decodes an instruction of Jupiter's program.
 * @param accounts The instruction's accounts. An account from a lookup table is undefined.
 * @throws `swap/mismatch`
 */
export function readJupiter(accounts: readonly (string | undefined)[], data: Uint8Array): JupiterRoute {
  const layout = layoutOf(data)
  if (!layout) throw refused('data', "the call of Jupiter's program isn't a supported swap")
  const { at } = layout
  const named = (name: keyof Layout['at']) => {
    const index = at[name]
    if (index === undefined) return undefined
    const address = accounts[index]
    if (address !== undefined) return address
    const reason = index < accounts.length ? 'is behind a lookup table' : 'is missing'
    throw refused('lookup table', `the account "${name}" of the swap ${reason}`)
  }
  // The address of the program itself means that an optional account is absent.
  const other = named('other')
  const destination = named('destination') ?? ''
  if (other !== undefined && other !== jupiterProgram && other !== destination)
    throw refused('receiver', `the swap pays the token account ${other}`)
  const feeAccount = named('feeAccount')
  if (feeAccount !== undefined && feeAccount !== jupiterProgram)
    throw refused('platform fee', `a fee goes to ${feeAccount}`)
  return {
    authority: named('authority') ?? '',
    source: named('source') ?? '',
    destination,
    sourceMint: named('sourceMint'),
    targetMint: named('targetMint') ?? '',
    ...amountsOf(data, layout),
  }
}

function amountsOf(bytes: Uint8Array, layout: Layout): Pick<JupiterRoute, 'amount' | 'minimum'> {
  try {
    return readAmounts(new DataView(bytes.buffer, bytes.byteOffset, bytes.length), layout)
  } catch (error) {
    if (error instanceof RangeError) throw refused('data', 'the call is truncated')
    throw error
  }
}

function readAmounts(data: DataView, { version, shared, exactOut }: Layout) {
  const start = shared ? 9 : 8
  const at = version === 1 ? endOfPlan(data, start) : start
  const [first, second] = [data.getBigUint64(at, true), data.getBigUint64(at + 8, true)]
  const slippage = BigInt(data.getUint16(at + 16, true))
  const fee = version === 1 ? data.getUint8(at + 18) : data.getUint16(at + 18, true)
  const surplus = version === 1 ? 0 : data.getUint16(at + 20, true)
  if (version === 1 && data.byteLength !== at + 19)
    throw refused('data', 'the call contains more than its arguments')
  if (fee > 0) throw refused('platform fee', `it is ${fee} basis points`)
  if (surplus > 0) throw refused('platform fee', `it takes ${surplus} basis points of a better price`)
  if (slippage > whole) throw refused('minimum', `the slippage is ${slippage} basis points`)
  if (first === 0n || second === 0n) throw refused('amount', 'an amount is 0')
  return exactOut
    ? { amount: (second * (whole + slippage) + whole - 1n) / whole, minimum: first }
    : { amount: first, minimum: (second * (whole - slippage)) / whole }
}

/** 100 %, in basis points. */
const whole = 10_000n
