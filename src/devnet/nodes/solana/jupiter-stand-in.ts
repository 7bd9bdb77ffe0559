import { createPublicKey, verify } from 'node:crypto'
import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  type CompiledTransactionMessage,
  compileTransaction,
  createTransactionMessage,
  type EncodedAccount,
  getAddressDecoder,
  getAddressEncoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  type Transaction,
} from '@solana/kit'
import type { LiteSVM } from 'litesvm'
import { type GenesisToken, token2022Program, tokenProgram } from './genesis-tokens.ts'
import { jupiterProgram, poolOf, poolTable, readOffer, wrappedMint } from './jupiter-format.ts'

const reserve = 10n ** 17n
const tableProgram = 'AddressLookupTab1e1111111111111111111111111' as Address
const decode = (bytes: Uint8Array) => getAddressDecoder().decode(bytes)
const encode = (address: Address) => getAddressEncoder().encode(address)

/**
 * Adds the accounts from which the stand-in for Jupiter's program pays: one for each token, and one for wrapped SOL. Also adds a
 * lookup table with these accounts.
 */
export function placeJupiter(svm: LiteSVM, tokens: readonly Pick<GenesisToken, 'mint' | 'program'>[]): void {
  const put = (address: Address, owner: Address, data: Uint8Array, lamports = 0n) =>
    svm.setAccount({
      ...{ address, programAddress: owner, data, executable: false, space: BigInt(data.length) },
      lamports: (lamports + svm.minimumBalanceForRentExemption(BigInt(data.length))) as never,
    })
  const mint = new Uint8Array(82)
  mint.set([9, 1], 44)
  if (!svm.getAccount(wrappedMint).exists) put(wrappedMint, tokenProgram, mint)
  for (const token of [...tokens, { mint: wrappedMint, program: tokenProgram }]) {
    const data = new Uint8Array(165)
    data.set(encode(token.mint))
    data.set(encode(jupiterProgram), 32)
    const view = new DataView(data.buffer)
    view.setBigUint64(64, reserve, true)
    data[108] = 1
    const isNative = token.mint === wrappedMint
    if (isNative) {
      view.setUint32(109, 1, true)
      view.setBigUint64(113, svm.minimumBalanceForRentExemption(165n), true)
    }
    put(poolOf(token.mint), token.program, data, isNative ? reserve : 0n)
  }
  const addresses = [wrappedMint, ...tokens.map((token) => token.mint)].map(poolOf)
  const table = new Uint8Array(56 + 32 * addresses.length)
  const view = new DataView(table.buffer)
  view.setUint32(0, 1, true)
  view.setBigUint64(4, 2n ** 64n - 1n, true)
  for (const [index, each] of addresses.entries()) table.set(encode(each), 56 + 32 * index)
  put(poolTable, tableProgram, table)
}

/**
 * Replaces the call of Jupiter's program with two transfers, because the devnet has no copy of this program. The user pays into
 * an account of the stand-in, and gets the other token from an account of the stand-in. Like Jupiter's program, the replacement
 * fails if less than the minimum would arrive. Returns undefined for other transactions.
 */
export function withStandIn(
  svm: LiteSVM,
  transaction: Transaction,
  message: CompiledTransactionMessage,
): Transaction | undefined {
  if (!('instructions' in message) || !message.staticAccounts.includes(jupiterProgram)) return undefined
  const accounts = resolved(svm, message)
  const payer = message.staticAccounts[0] as Address
  const instructions = message.instructions.flatMap(
    ({ programAddressIndex, accountIndices = [], data = new Uint8Array() }) => {
      const programAddress = accounts[programAddressIndex]?.address as Address
      const own = accountIndices.map((index) => accounts[index] as (typeof accounts)[number])
      if (programAddress !== jupiterProgram) return [{ programAddress, accounts: own, data }]
      const addresses = own.map(({ address }) => address)
      return swapped(svm, addresses, Uint8Array.from(data), payer)
    },
  )
  const replaced = pipe(
    createTransactionMessage({ version: 0 }),
    (made) => setTransactionMessageFeePayer(payer, made),
    (made) =>
      setTransactionMessageLifetimeUsingBlockhash(
        {
          blockhash: String('lifetimeToken' in message ? message.lifetimeToken : '') as Blockhash,
          lastValidBlockHeight: 0n,
        },
        made,
      ),
    (made) => appendTransactionMessageInstructions(instructions as Instruction[], made),
  )
  const { messageBytes } = compileTransaction(replaced)
  const [signature] = Object.values(transaction.signatures)
  return {
    messageBytes,
    signatures: { [payer]: signature ?? new Uint8Array(64).fill(1) },
  } as unknown as Transaction
}

/** Adds the accounts that only the original call contains. The replacement doesn't change these accounts. */
export function withOthers(
  svm: LiteSVM,
  message: CompiledTransactionMessage,
  changed: readonly EncodedAccount[],
): readonly EncodedAccount[] {
  const known = new Set(changed.map(({ address }) => address))
  const others = resolved(svm, message).flatMap(({ address }) => {
    const account = known.has(address) ? undefined : svm.getAccount(address)
    return account?.exists ? [account] : []
  })
  return [...changed, ...others]
}

/** Returns whether all signatures of a transaction are valid. LiteSVM can't check the signatures of a replaced transaction. */
export function isSigned({ messageBytes, signatures }: Transaction): boolean {
  return Object.entries(signatures).every(([signer, signature]) => {
    const der = [Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(encode(signer as Address))]
    const key = createPublicKey({ key: Buffer.concat(der), format: 'der', type: 'spki' })
    return signature !== null && verify(null, Buffer.from(messageBytes), key, Buffer.from(signature))
  })
}

/** Returns all accounts of a message, including the accounts from lookup tables, with the roles of `@solana/kit`. */
function resolved(svm: LiteSVM, message: CompiledTransactionMessage) {
  const { staticAccounts, header } = message
  const { numSignerAccounts: signers, numReadonlySignerAccounts: readers } = header
  const own = staticAccounts.map((address, index) => {
    const isSigner = index < signers
    const isWritable = isSigner
      ? index < signers - readers
      : index < staticAccounts.length - header.numReadonlyNonSignerAccounts
    return { address, role: (isSigner ? 2 : 0) + (isWritable ? 1 : 0) }
  })
  const lookups = 'addressTableLookups' in message ? (message.addressTableLookups ?? []) : []
  const behind = (role: 0 | 1) =>
    lookups.flatMap(({ lookupTableAddress, writableIndexes, readonlyIndexes }) => {
      const table = svm.getAccount(lookupTableAddress)
      const data = table.exists ? table.data : new Uint8Array()
      return (role === 1 ? writableIndexes : readonlyIndexes).map((index) => ({
        address: decode(Uint8Array.from(data.slice(56 + 32 * index, 88 + 32 * index))),
        role,
      }))
    })
  return [...own, ...behind(1), ...behind(0)]
}

function swapped(svm: LiteSVM, accounts: readonly Address[], data: Uint8Array, payer: Address) {
  const offer = readOffer(accounts, data)
  const account = (address: Address | undefined) => {
    const found = address === undefined ? undefined : svm.getAccount(address)
    return found?.exists ? found : undefined
  }
  // The same transaction may create the token accounts, so find the token program by the mint's owner.
  const programOf = (mint: Address) =>
    account(mint)?.programAddress === token2022Program ? token2022Program : tokenProgram
  const fails = [{ programAddress: tokenProgram, accounts: [], data: Uint8Array.of(255) }]
  if (!offer || offer.pays < offer.minimum) return fails
  const { source, destination, sourceMint, targetMint, amount, pays } = offer
  const pool = account(poolOf(targetMint))
  if (!pool || !account(poolOf(sourceMint))) return fails
  // Lets the payer's signature move the tokens out of the stand-in's account.
  const delegated = Uint8Array.from(pool.data)
  new DataView(delegated.buffer).setUint32(72, 1, true)
  delegated.set(encode(payer), 76)
  new DataView(delegated.buffer).setBigUint64(121, 2n ** 64n - 1n, true)
  svm.setAccount({ ...pool, data: delegated })
  return [
    transfer(source, sourceMint, poolOf(sourceMint), amount),
    transfer(poolOf(targetMint), targetMint, destination, pays),
  ]

  function transfer(from: Address, mint: Address, to: Address, value: bigint) {
    const bytes = new Uint8Array(10)
    bytes[0] = 12
    new DataView(bytes.buffer).setBigUint64(1, value, true)
    bytes[9] = account(mint)?.data[44] ?? 0
    return {
      programAddress: programOf(mint),
      accounts: [
        { address: from, role: 1 },
        { address: mint, role: 0 },
        { address: to, role: 1 },
        { address: payer, role: 2 },
      ],
      data: bytes,
    }
  }
}
