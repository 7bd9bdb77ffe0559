import { base58, base64 } from '@scure/base'
import { formatUnits } from '../../core/amounts/units.ts'
import { messageText } from '../decode/message.ts'
import { refused } from '../decode/refused.ts'
import { decodeSolanaTransaction, type SolanaInstruction } from '../decode/solana.ts'
import type { SolanaAction, TokenAmount } from '../decode/solana-actions.ts'
import { refuseTransaction } from '../decode/transaction-bytes.ts'
import { type Draft, messageSummary, type Params, type Row } from './described.ts'
import { type Effect, messageEffects } from './effect.ts'
import { solanaEffects } from './solana-effects.ts'

export function describeSolana(method: string, params: Params): Draft | undefined {
  switch (method) {
    case 'solana_signMessage': {
      const bytes = base58.decode(String(params.message))
      refuseTransaction('solana', bytes)
      return {
        title: 'sign a message',
        summary: messageSummary(messageText(bytes), params.pubkey),
        rows: [['account', String(params.pubkey)]],
        body: messageText(bytes),
        effects: messageEffects(bytes),
      }
    }
    case 'solana_signTransaction':
      return transactions('sign a transaction', params, [params.transaction])
    case 'solana_signAndSendTransaction':
      return transactions('sign and send a transaction', params, [params.transaction])
    case 'solana_signAllTransactions': {
      if (!Array.isArray(params.transactions)) throw refused('transactions', 'must be an array')
      return transactions('sign transactions', params, params.transactions)
    }
    default:
      return undefined
  }
}

function transactions(title: string, { pubkey }: Params, all: readonly unknown[]): Draft {
  const rows: Row[] = [['account', String(pubkey)]]
  const does: string[] = []
  const effects: Effect[] = []
  let fee = 0n
  let amount = 0n
  all.forEach((text, at) => {
    const transaction = decodeSolanaTransaction(base64.decode(String(text)))
    const { feePayer, instructions, ...decoded } = transaction
    effects.push(...solanaEffects(transaction, pubkey))
    const prefix = all.length > 1 ? `${at + 1}. ` : ''
    rows.push([`${prefix}pays the fee`, feePayer])
    if (feePayer === pubkey) fee += decoded.fee
    amount += solMoved(instructions, pubkey)
    for (const instruction of instructions) {
      const [verb, rest] = verbFirst(instruction)
      rows.push([`${prefix}${verb}`, rest])
      if (!budget.includes(instruction.action?.kind ?? '')) does.push(`${verb} ${rest}`)
    }
  })
  const summary = `${title} that ${does.join('; ') || 'does nothing'}`
  return { title, summary, rows, effects, cost: { fee, amount } }
}

/** Returns the lamports that the known instructions of a transaction take from an account. */
export function solMoved(instructions: readonly SolanaInstruction[], account: unknown): bigint {
  return instructions.reduce((sum, { action }) => {
    const takes =
      action?.kind === 'transfer' ||
      action?.kind === 'create-account' ||
      action?.kind === 'create-account-with-seed'
    return takes && action.from === account ? sum + action.lamports : sum
  }, 0n)
}

/** The instructions that only set the network fee. */
const budget: readonly string[] = ['limit-units', 'price-units']

/** Returns an instruction as a row: its verb, then the rest. Shows an unknown instruction in full. */
function verbFirst({ action, program, data, accounts }: SolanaInstruction): Row {
  if (!action) return ['calls', `${program} with ${data || 'no data'} on ${accounts.join(', ')}`]
  const words = solanaActionText(action)
  const space = words.indexOf(' ')
  return [words.slice(0, space), words.slice(space + 1)]
}

/** Describes an instruction. The text starts with a verb. */
export function solanaActionText(action: SolanaAction): string {
  switch (action.kind) {
    case 'create-account':
    case 'create-account-with-seed':
      return `makes the account ${action.account} of the program ${action.program} with ${solText(action.lamports)} of ${action.from}`
    case 'assign-account':
      return `gives the account ${action.account} to the program ${action.program}`
    case 'transfer':
      return `sends ${solText(action.lamports)} from ${action.from} to ${action.to}`
    case 'advance-nonce':
      return `advances the nonce account ${action.account}`
    case 'withdraw-nonce':
      return `withdraws ${solText(action.lamports)} from the nonce account ${action.from} to ${action.to}`
    case 'authorize-nonce':
      return `gives the nonce account ${action.account} to ${action.to}`
    case 'limit-units':
      return `uses at most ${action.units} compute units`
    case 'price-units':
      return `pays ${action.microLamports} millionths of a lamport for each compute unit`
    case 'memo':
      return `says "${action.text}"`
    case 'create-token-account':
      return `makes the token account ${action.account} of ${action.owner} for the token ${action.mint}`
    default:
      return tokenText(action)
  }
}

function tokenText(action: Extract<SolanaAction, { kind: `token-${string}` }>): string {
  switch (action.kind) {
    case 'token-transfer':
      return `sends ${amountOf(action.token)} ${inOrFrom(action.token)} token account ${action.from} to ${action.to}`
    case 'token-approve':
      return `lets ${action.delegate} take ${amountOf(action.token)} ${inOrFrom(action.token)} token account ${action.account}`
    case 'token-revoke':
      return `revokes the delegate of token account ${action.account}`
    case 'token-set-authority':
      return action.to === undefined
        ? `removes the authority over ${action.account} for good`
        : `gives the authority over ${action.account} to ${action.to}`
    case 'token-mint':
      return action.token.mint === undefined
        ? `makes ${amountOf(action.token)} of token ${action.mint} in ${action.to}`
        : `makes ${amountOf(action.token)} in ${action.to}`
    case 'token-burn':
      return `destroys ${amountOf(action.token)} in token account ${action.account}`
    case 'token-close':
      return `closes token account ${action.account}, what is left goes to ${action.to}`
    case 'token-sync':
      return `counts the SOL in token account ${action.account}`
  }
}

function inOrFrom({ mint }: TokenAmount): string {
  return mint === undefined ? 'in' : 'from'
}

function amountOf({ amount, decimals, mint }: TokenAmount): string {
  return decimals === undefined
    ? `${amount} of the smallest units`
    : `${formatUnits(amount, decimals)} of token ${mint}`
}

/** Returns lamports in SOL as text. */
export function solText(lamports: bigint): string {
  return `${formatUnits(lamports, 9)} SOL`
}
