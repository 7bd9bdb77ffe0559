import { address, type Instruction } from '@solana/kit'
import { ComputeBudgetInstruction, TransactionInstruction, VersionedMessage } from '@solana/web3.js'
import { parseSystemInstruction, SYSTEM_PROGRAM_ADDRESS, SystemInstruction } from '@solana-program/system'
import {
  ASSOCIATED_TOKEN_PROGRAM_ADDRESS,
  AssociatedTokenInstruction,
  parseAssociatedTokenInstruction,
  parseTokenInstruction,
  TOKEN_PROGRAM_ADDRESS,
  TokenInstruction,
} from '@solana-program/token'
import { formatUnits } from 'ethers'

/**
 * Returns the rows and the sentences that the wallet must show, from the values that web3.js and the
 * programs' libraries read in the signed bytes.
 */
export function secondReading(signed: Uint8Array) {
  const message = VersionedMessage.deserialize(signed)
  const names = [
    ...message.staticAccountKeys.map((key) => key.toBase58()),
    ...message.addressTableLookups.flatMap(({ accountKey, writableIndexes }) =>
      writableIndexes.map((at) => `no. ${at} of table ${accountKey.toBase58()}`),
    ),
    ...message.addressTableLookups.flatMap(({ accountKey, readonlyIndexes }) =>
      readonlyIndexes.map((at) => `no. ${at} of table ${accountKey.toBase58()}`),
    ),
  ]
  const instructions = message.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
    programAddress: address(names[programIdIndex]!),
    // The transaction doesn't contain the addresses of accounts in a lookup table. So the libraries get a
    // name in place of the address.
    accounts: accountKeyIndexes.map((at) => ({ address: names[at] as never, role: 0 })),
    data,
  }))
  const { numRequiredSignatures } = message.header
  return {
    payer: names[0]!,
    rows: instructions.map(row),
    named: instructions.flatMap(namedBy),
    fee: fee(numRequiredSignatures, instructions),
  }
}

type Read = Instruction & {
  readonly accounts: readonly { readonly address: string }[]
  readonly data: Uint8Array
}

const sol = (lamports: bigint) => `${formatUnits(lamports, 9).replace(/\.0$/, '')} SOL`
const units = (amount: bigint) => `${amount} of the smallest units`
const of = (amount: bigint, decimals: number, mint: string) => {
  const text = decimals === 0 ? String(amount) : decimal(amount, decimals)
  return `${text} of token ${mint}`
}
/** Formats an amount. ethers accepts at most 80 decimals. */
function decimal(amount: bigint, decimals: number): string {
  const text = String(amount).padStart(decimals + 1, '0')
  return `${text.slice(0, -decimals)}.${text.slice(-decimals)}`.replace(/\.?0+$/, '')
}

function row(instruction: Read): string {
  try {
    const known = words(instruction)
    if (known !== undefined) return known
  } catch {
    // No library knows the instruction, so the wallet shows it in full.
  }
  const data = Buffer.from(instruction.data).toString('hex')
  const accounts = instruction.accounts.map(({ address }) => address).join(', ')
  return `calls ${instruction.programAddress} with ${data || 'no data'} on ${accounts}`
}

/**
 * Returns the names and amounts that the sentence about an instruction must contain. An instruction that only
 * sets the fee has no sentence.
 */
function namedBy(instruction: Read): readonly (readonly string[])[] {
  try {
    if (words(instruction) !== undefined) return namedByKnown(instruction)
  } catch {}
  return [[`Call the program ${instruction.programAddress}`]]
}

function namedByKnown(instruction: Read): readonly (readonly string[])[] {
  const { programAddress } = instruction
  if (programAddress === SYSTEM_PROGRAM_ADDRESS) {
    const parsed = parseSystemInstruction(instruction as never)
    switch (parsed.instructionType) {
      case SystemInstruction.CreateAccount:
        return [[parsed.accounts.newAccount.address, parsed.data.programAddress, sol(parsed.data.lamports)]]
      case SystemInstruction.CreateAccountWithSeed:
        return [[parsed.accounts.newAccount.address, parsed.data.programAddress, sol(parsed.data.amount)]]
      case SystemInstruction.Assign:
        return [[parsed.accounts.account.address, parsed.data.programAddress]]
      case SystemInstruction.TransferSol:
      case SystemInstruction.TransferSolWithSeed:
        return [['Send', parsed.accounts.destination.address, sol(parsed.data.amount)]]
      case SystemInstruction.WithdrawNonceAccount:
        return [[parsed.accounts.recipientAccount.address, sol(parsed.data.withdrawAmount)]]
      case SystemInstruction.AuthorizeNonceAccount:
        return [[parsed.accounts.nonceAccount.address, parsed.data.newNonceAuthority]]
      default:
        return []
    }
  }
  if (programAddress === TOKEN_PROGRAM_ADDRESS) return namedByToken(instruction)
  if (memos.includes(programAddress)) return [['public note']]
  if (programAddress !== ASSOCIATED_TOKEN_PROGRAM_ADDRESS) return []
  const parsed = parseAssociatedTokenInstruction({
    ...instruction,
    data: instruction.data.length === 0 ? Uint8Array.of(0) : instruction.data,
  } as never)
  const { owner, mint } = parsed.accounts as Record<'owner' | 'mint', { readonly address: string }>
  return [[owner.address, mint.address]]
}

function namedByToken(instruction: Read): readonly (readonly string[])[] {
  const parsed = parseTokenInstruction(instruction as never)
  const smallest = (amount: bigint) => `${amount} of the smallest unit (WARNING`
  const checked = ({ amount, decimals }: { amount: bigint; decimals: number }, mint: string) =>
    of(amount, decimals, mint).replace(' of token ', ' of the token ')
  const allowed = (delegate: string, amount: bigint, text: string) => [
    delegate,
    amount === 0n ? 'Revoke' : amount === 2n ** 64n - 1n ? 'unlimited tokens' : text,
  ]
  switch (parsed.instructionType) {
    case TokenInstruction.Transfer:
      return [['Send', parsed.accounts.destination.address, smallest(parsed.data.amount)]]
    case TokenInstruction.TransferChecked: {
      const { accounts, data } = parsed
      return [['Send', accounts.destination.address, checked(data, accounts.mint.address)]]
    }
    case TokenInstruction.Approve: {
      const { accounts, data } = parsed
      return [allowed(accounts.delegate.address, data.amount, smallest(data.amount))]
    }
    case TokenInstruction.ApproveChecked: {
      const { accounts, data } = parsed
      return [allowed(accounts.delegate.address, data.amount, checked(data, accounts.mint.address))]
    }
    case TokenInstruction.Revoke:
      return [['Revoke', parsed.accounts.source.address]]
    case TokenInstruction.SetAuthority: {
      const { newAuthority } = parsed.data
      const to = newAuthority.__option === 'Some' ? `to ${newAuthority.value}` : 'for good'
      return [[parsed.accounts.owned.address, to]]
    }
    case TokenInstruction.MintTo: {
      const { accounts, data } = parsed
      return [[accounts.token.address, accounts.mint.address, smallest(data.amount)]]
    }
    case TokenInstruction.MintToChecked: {
      const { accounts, data } = parsed
      return [[accounts.token.address, checked(data, accounts.mint.address)]]
    }
    case TokenInstruction.Burn:
      return [['Destroy', parsed.accounts.account.address, smallest(parsed.data.amount)]]
    case TokenInstruction.BurnChecked: {
      const { accounts, data } = parsed
      return [['Destroy', accounts.account.address, checked(data, accounts.mint.address)]]
    }
    case TokenInstruction.CloseAccount:
      return [[parsed.accounts.account.address, `goes to ${parsed.accounts.destination.address}`]]
    default:
      return []
  }
}

const memos = ['MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo']

function words(instruction: Read): string | undefined {
  const { programAddress, data } = instruction
  if (programAddress === SYSTEM_PROGRAM_ADDRESS) return systemWords(instruction)
  if (programAddress === TOKEN_PROGRAM_ADDRESS) return tokenWords(instruction)
  if (memos.includes(programAddress)) return `says "${memoText(data)}"`
  if (programAddress === ASSOCIATED_TOKEN_PROGRAM_ADDRESS) {
    if (data.length > 1) return undefined
    const parsed = parseAssociatedTokenInstruction(
      (data.length === 0 ? { ...instruction, data: Uint8Array.of(0) } : instruction) as never,
    )
    if (parsed.instructionType === AssociatedTokenInstruction.RecoverNestedAssociatedToken) return undefined
    const { ata, owner, mint } = parsed.accounts
    return `makes the token account ${ata.address} of ${owner.address} for the token ${mint.address}`
  }
  const budget = budgetOf(instruction)
  if (budget?.units !== undefined) return `uses at most ${budget.units} compute units`
  if (budget?.price !== undefined) return `pays ${budget.price} millionths of a lamport for each compute unit`
  return undefined
}

function budgetOf({ programAddress, data }: Read): { units?: number; price?: bigint } | undefined {
  if (programAddress !== 'ComputeBudget111111111111111111111111111111') return undefined
  const raw = new TransactionInstruction({
    programId: { equals: () => true } as never,
    keys: [],
    data: Buffer.from(data),
  })
  const kind = ComputeBudgetInstruction.decodeInstructionType(raw)
  if (kind === 'SetComputeUnitLimit')
    return { units: ComputeBudgetInstruction.decodeSetComputeUnitLimit(raw).units }
  if (kind === 'SetComputeUnitPrice')
    return { price: BigInt(ComputeBudgetInstruction.decodeSetComputeUnitPrice(raw).microLamports) }
  return undefined
}

function systemWords(instruction: Read): string | undefined {
  const parsed = parseSystemInstruction(instruction as never)
  switch (parsed.instructionType) {
    case SystemInstruction.CreateAccount: {
      const { accounts, data } = parsed
      return `makes the account ${accounts.newAccount.address} of the program ${data.programAddress} with ${sol(data.lamports)} of ${accounts.payer.address}`
    }
    case SystemInstruction.CreateAccountWithSeed: {
      const { accounts, data } = parsed
      return `makes the account ${accounts.newAccount.address} of the program ${data.programAddress} with ${sol(data.amount)} of ${accounts.payer.address}`
    }
    case SystemInstruction.Assign:
      return `gives the account ${parsed.accounts.account.address} to the program ${parsed.data.programAddress}`
    case SystemInstruction.TransferSol:
    case SystemInstruction.TransferSolWithSeed: {
      const { source, destination } = parsed.accounts
      return `sends ${sol(parsed.data.amount)} from ${source.address} to ${destination.address}`
    }
    case SystemInstruction.AdvanceNonceAccount:
      return `advances the nonce account ${parsed.accounts.nonceAccount.address}`
    case SystemInstruction.WithdrawNonceAccount: {
      const { nonceAccount, recipientAccount } = parsed.accounts
      return `withdraws ${sol(parsed.data.withdrawAmount)} from the nonce account ${nonceAccount.address} to ${recipientAccount.address}`
    }
    case SystemInstruction.AuthorizeNonceAccount:
      return `gives the nonce account ${parsed.accounts.nonceAccount.address} to ${parsed.data.newNonceAuthority}`
    default:
      return undefined
  }
}

function tokenWords(instruction: Read): string | undefined {
  const parsed = parseTokenInstruction(instruction as never)
  switch (parsed.instructionType) {
    case TokenInstruction.Transfer: {
      const { source, destination } = parsed.accounts
      return `sends ${units(parsed.data.amount)} in token account ${source.address} to ${destination.address}`
    }
    case TokenInstruction.TransferChecked: {
      const { accounts, data } = parsed
      return `sends ${of(data.amount, data.decimals, accounts.mint.address)} from token account ${accounts.source.address} to ${accounts.destination.address}`
    }
    case TokenInstruction.Approve: {
      const { source, delegate } = parsed.accounts
      return `lets ${delegate.address} take ${units(parsed.data.amount)} in token account ${source.address}`
    }
    case TokenInstruction.ApproveChecked: {
      const { accounts, data } = parsed
      return `lets ${accounts.delegate.address} take ${of(data.amount, data.decimals, accounts.mint.address)} from token account ${accounts.source.address}`
    }
    case TokenInstruction.Revoke:
      return `revokes the delegate of token account ${parsed.accounts.source.address}`
    case TokenInstruction.SetAuthority: {
      // The program accepts only 0 and 1, while the library accepts any value.
      if (instruction.data[2]! > 1) return undefined
      const { newAuthority } = parsed.data
      const over = `the authority over ${parsed.accounts.owned.address}`
      return newAuthority.__option === 'Some'
        ? `gives ${over} to ${newAuthority.value}`
        : `removes ${over} for good`
    }
    case TokenInstruction.MintTo: {
      const { mint, token } = parsed.accounts
      return `makes ${units(parsed.data.amount)} of token ${mint.address} in ${token.address}`
    }
    case TokenInstruction.MintToChecked: {
      const { accounts, data } = parsed
      return `makes ${of(data.amount, data.decimals, accounts.mint.address)} in ${accounts.token.address}`
    }
    case TokenInstruction.Burn:
      return `destroys ${units(parsed.data.amount)} in token account ${parsed.accounts.account.address}`
    case TokenInstruction.BurnChecked: {
      const { accounts, data } = parsed
      return `destroys ${of(data.amount, data.decimals, accounts.mint.address)} in token account ${accounts.account.address}`
    }
    case TokenInstruction.CloseAccount: {
      const { account, destination } = parsed.accounts
      return `closes token account ${account.address}, what is left goes to ${destination.address}`
    }
    case TokenInstruction.SyncNative:
      return `counts the SOL in token account ${parsed.accounts.account.address}`
    default:
      return undefined
  }
}

const precompiles = [
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'Secp256r1SigVerify1111111111111111111111111',
]

/** Returns the maximum cost of a transaction, in lamports: https://solana.com/docs/core/fees */
function fee(signatures: number, instructions: readonly Read[]): bigint {
  const checked = instructions
    .filter(({ programAddress }) => precompiles.includes(programAddress))
    .reduce((sum, { data }) => sum + (data[0] ?? 0), 0)
  const budgets = instructions.map((one) => {
    try {
      return budgetOf(one)
    } catch {
      return undefined
    }
  })
  // SIMD-0170 counts 3,000 compute units for an instruction of a built-in program, such as ComputeBudget. Whether
  // another program is built in depends on the network, so its instructions count in full.
  const usual = instructions.map(({ programAddress }) =>
    programAddress === 'ComputeBudget111111111111111111111111111111' ? 3_000 : 200_000,
  )
  const limit =
    budgets.findLast((one) => one?.units !== undefined)?.units ?? usual.reduce((sum, one) => sum + one, 0)
  const price = budgets.findLast((one) => one?.price !== undefined)?.price ?? 0n
  const priority = price * BigInt(Math.min(limit, 1_400_000))
  return 5000n * BigInt(signatures + checked) + (priority + 999_999n) / 1_000_000n
}

function memoText(data: Uint8Array): string {
  const text = Buffer.from(data).toString('utf8')
  return Buffer.from(text).equals(Buffer.from(data))
    ? text
    : `0x${Buffer.from(data).toString('hex')} (bytes that aren't text)`
}
