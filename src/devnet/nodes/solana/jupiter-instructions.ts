import { type Address, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit'
import { tokenProgram } from './genesis-tokens.ts'
import {
  discriminatorOf,
  jupiterProgram,
  planOf,
  poolOf,
  poolTable,
  type SwapKind,
  wrappedMint,
} from './jupiter-format.ts'

const associatedTokenProgram = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL' as Address
const systemProgram = '11111111111111111111111111111111' as Address
const computeBudget = 'ComputeBudget111111111111111111111111111111' as Address

/** A swap that the stand-in for Jupiter's program carries out. Amounts are in the smallest unit. */
export interface StandInSwap {
  readonly version: 'V1' | 'V2'
  readonly user: Address
  readonly sells: { readonly mint: Address; readonly program: Address }
  readonly buys: { readonly mint: Address; readonly program: Address }
  readonly amount: bigint
  readonly quoted: bigint
  readonly slippageBps: number
  /** Whether the transaction wraps sold SOL and unwraps bought SOL. */
  readonly wraps: boolean
}

type Meta = readonly [address: Address, role?: 'w' | 's' | 'ws']
const instruction = (programId: Address, accounts: readonly Meta[], data: readonly number[] | Buffer) => ({
  programId,
  accounts: accounts.map(([pubkey, role = '']) => ({
    ...{ pubkey, isSigner: role.includes('s'), isWritable: role.includes('w') },
  })),
  data: Buffer.from(data).toString('base64'),
})

/** Builds the answer of `swap-instructions`: https://dev.jup.ag/api-reference/swap/swap-instructions */
export async function swapInstructions(swap: StandInSwap) {
  const { version, user, sells, buys, amount, quoted, slippageBps, wraps } = swap
  const account = async ({ mint, program }: StandInSwap['sells']) =>
    (
      await getProgramDerivedAddress({
        programAddress: associatedTokenProgram,
        seeds: [user, program, mint].map((each) => getAddressEncoder().encode(each)),
      })
    )[0]
  const [source, destination] = [await account(sells), await account(buys)]
  const wrapped = [source, destination][[sells.mint, buys.mint].indexOf(wrappedMint)]
  const create = (at: Address, { mint, program }: StandInSwap['sells']) =>
    instruction(
      associatedTokenProgram,
      [[user, 'ws'], [at, 'w'], [user], [mint], [systemProgram], [program]],
      [1],
    )
  const fromCoin = wraps && sells.mint === wrappedMint
  const lamports = Buffer.alloc(12)
  lamports.writeUInt32LE(2)
  lamports.writeBigUInt64LE(amount, 4)
  const shared = !wraps
  const kind: SwapKind = `${shared ? 'shared_accounts_' : ''}route${version === 'V2' ? '_v2' : ''}`
  const numbers = Buffer.alloc(18)
  numbers.writeBigUInt64LE(amount)
  numbers.writeBigUInt64LE(quoted, 8)
  numbers.writeUInt16LE(slippageBps, 16)
  const id = Buffer.from(shared ? [0] : [])
  const data =
    version === 'V2'
      ? [id, numbers, Buffer.alloc(4), planOf(kind, quoted)]
      : [id, planOf(kind, quoted), numbers, Buffer.alloc(1)]
  const pools: readonly Meta[] = [
    [poolOf(sells.mint), 'w'],
    [poolOf(buys.mint), 'w'],
  ]
  const ends: readonly Meta[] = [
    [source, 'w'],
    [destination, 'w'],
  ]
  const mints: readonly Meta[] = [[sells.mint], [buys.mint]]
  const programs: readonly Meta[] = [[sells.program], [buys.program]]
  const [from, to] = ends as readonly [Meta, Meta]
  const authority: Meta = [poolTable]
  const none: Meta = [jupiterProgram]
  const layouts: Readonly<Record<SwapKind, readonly Meta[]>> = {
    route: [[tokenProgram], [user, 's'], from, to, none, [buys.mint], none],
    shared_accounts_route: [
      ...[[tokenProgram] as const, authority, [user, 's'] as const, from, ...pools, to, ...mints],
      ...[none, [buys.program] as const],
    ],
    route_v2: [[user, 's'], from, to, ...mints, ...programs, none],
    shared_accounts_route_v2: [authority, [user, 's'], from, ...pools, to, ...mints, ...programs],
  }
  const accounts = [...layouts[kind], authority, none, ...pools, [sells.mint] as const]
  return {
    tokenLedgerInstruction: null,
    computeBudgetInstructions: [instruction(computeBudget, [], [2, 0, 45, 49, 1])],
    otherInstructions: [],
    setupInstructions: [
      ...(fromCoin
        ? [
            create(source, sells),
            instruction(
              systemProgram,
              [
                [user, 'ws'],
                [source, 'w'],
              ],
              lamports,
            ),
            instruction(tokenProgram, [[source, 'w']], [17]),
          ]
        : []),
      create(destination, buys),
    ],
    swapInstruction: instruction(jupiterProgram, accounts, Buffer.concat([discriminatorOf(kind), ...data])),
    cleanupInstruction:
      wraps && wrapped
        ? instruction(
            tokenProgram,
            [
              [wrapped, 'w'],
              [user, 'w'],
              [user, 's'],
            ],
            [9],
          )
        : null,
    addressLookupTableAddresses: [poolTable],
  }
}
