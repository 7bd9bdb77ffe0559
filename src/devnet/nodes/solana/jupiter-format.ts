import { createHash } from 'node:crypto'
import { type Address, address, getAddressDecoder } from '@solana/kit'

export const jupiterProgram = address('JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4')
export const wrappedMint = address('So11111111111111111111111111111111111111112')

const derived = (text: string) => getAddressDecoder().decode(createHash('sha256').update(text).digest())

/** The account from which the devnet's replacement for Jupiter's program (the stand-in) pays a token. */
export function poolOf(mint: Address): Address {
  return derived(`latchkey devnet jupiter pool ${mint}`)
}

/** The lookup table with the accounts of the stand-in. */
export const poolTable = derived('latchkey devnet jupiter table')

/** The instructions of Jupiter's IDL that sell an exact amount, with the indexes of their accounts. */
export const swapKinds = {
  route: { source: 2, destination: 3, other: 4, targetMint: 5, sourceMint: undefined },
  shared_accounts_route: { source: 3, destination: 6, other: undefined, targetMint: 8, sourceMint: 7 },
  route_v2: { source: 1, destination: 2, other: 7, targetMint: 4, sourceMint: 3 },
  shared_accounts_route_v2: { source: 2, destination: 5, other: undefined, targetMint: 7, sourceMint: 6 },
} as const
export type SwapKind = keyof typeof swapKinds

export function discriminatorOf(kind: SwapKind): Buffer {
  return createHash('sha256').update(`global:${kind}`).digest().subarray(0, 8)
}

/**
 * Creates the route plan of the stand-in: one step on the exchange `Symmetry`. A step on this exchange contains two numbers of 8
 * bytes. The first number is the amount that the stand-in pays.
 */
export function planOf(kind: SwapKind, pays: bigint): Buffer {
  const head = Buffer.alloc(5 + 16)
  head.writeUInt32LE(1, 0)
  head[4] = 29
  head.writeBigUInt64LE(pays, 5)
  const share = kind.endsWith('_v2') ? [16, 39] : [100]
  return Buffer.concat([head, Buffer.from([...share, 0, 1])])
}

/**
 * Decodes a call of Jupiter's program. Returns undefined if the stand-in doesn't support the call. `route` doesn't contain the
 * mint of the sold token, so the stand-in expects this mint as the last account.
 */
export function readOffer(accounts: readonly Address[], data: Uint8Array) {
  const bytes = Buffer.from(data)
  const kind = (Object.keys(swapKinds) as SwapKind[]).find((each) =>
    discriminatorOf(each).equals(bytes.subarray(0, 8)),
  )
  if (!kind) return undefined
  const at = swapKinds[kind]
  const start = kind.startsWith('shared') ? 9 : 8
  const isV2 = kind.endsWith('_v2')
  const plan = isV2 ? start + 22 : start
  const amounts = isV2 ? start : start + planOf(kind, 0n).length
  const other = at.other === undefined ? jupiterProgram : accounts[at.other]
  const destination = other === jupiterProgram ? accounts[at.destination] : other
  const [source, targetMint] = [accounts[at.source], accounts[at.targetMint]]
  if (!source || !destination || !targetMint) return undefined
  const amount = bytes.readBigUInt64LE(amounts)
  const quoted = bytes.readBigUInt64LE(amounts + 8)
  const slippage = BigInt(bytes.readUInt16LE(amounts + 16))
  return {
    ...{ source, destination, targetMint, amount },
    sourceMint: (at.sourceMint === undefined ? accounts.at(-1) : accounts[at.sourceMint]) as Address,
    pays: bytes.readBigUInt64LE(plan + 5),
    minimum: (quoted * (10_000n - slippage)) / 10_000n,
  }
}
