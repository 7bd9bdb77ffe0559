import { formatUnits } from '../../core/amounts/units.ts'
import type { SolanaInstruction, SolanaTransaction } from '../decode/solana.ts'
import type { SolanaAction, TokenAmount } from '../decode/solana-actions.ts'
import { caution, danger, type Effect, plain } from './effect.ts'

/** Returns the effects of a transaction for one of its signers. */
export function solanaEffects(
  { instructions, durable }: Pick<SolanaTransaction, 'instructions' | 'durable'>,
  account: unknown,
): readonly Effect[] {
  const effects = instructions.flatMap((instruction) => {
    const effect = instructionEffect(instruction, account)
    return effect ? [behindTable(effect, instruction)] : []
  })
  // With a recent block hash, a transaction expires after a minute. With a durable nonce, it doesn't expire.
  return durable
    ? [...effects, caution('Stay valid without an end: the transaction can be sent at any later time')]
    : effects
}

/** Returns the accounts that gain something by an action. */
function gainers(action: SolanaAction): readonly (string | undefined)[] {
  if ('to' in action) return [action.to]
  if (action.kind === 'token-approve') return [action.delegate]
  if (action.kind === 'create-token-account') return [action.owner]
  return 'program' in action ? [action.program] : []
}

/**
 * Marks an effect that benefits an account in a lookup table. Only a node can return the addresses in a table, because the
 * transaction doesn't contain them.
 */
function behindTable(effect: Effect, { action }: SolanaInstruction): Effect {
  const hidden = action && gainers(action).some((one) => one?.startsWith('no. '))
  if (!hidden || effect.level === 'danger') return effect
  return danger('unknown', `${effect.text}: its address is only in a lookup table`)
}

/**
 * Describes an instruction. Returns undefined for instructions without an effect for the user, such as an instruction that limits
 * the fee.
 */
function instructionEffect({ action, program, data, accounts }: SolanaInstruction, account: unknown) {
  if (!action)
    return danger(
      'unknown',
      `Call the program ${program} with ${accounts.length} accounts and ${data.length / 2} bytes: this wallet doesn't know what it does`,
    )
  return actionEffect(action, account)
}

function actionEffect(action: SolanaAction, account: unknown): Effect | undefined {
  switch (action.kind) {
    case 'limit-units':
    case 'price-units':
    case 'token-sync':
    case 'advance-nonce':
      return undefined
    case 'memo':
      return plain('Add a public note')
    case 'transfer':
      return plain(`Send ${sol(action.lamports)}${of(action.from, account)} to ${action.to}`)
    case 'create-account':
    case 'create-account-with-seed':
      return plain(
        `Create the account ${action.account} of the program ${action.program} with ${sol(action.lamports)}${of(action.from, account)}`,
      )
    case 'assign-account': {
      const sentence = `Give the account ${action.account} to the program ${action.program}`
      return action.account === account ? danger('others', sentence) : caution(sentence)
    }
    case 'withdraw-nonce':
      return caution(`Withdraw ${sol(action.lamports)} from the nonce account ${action.from} to ${action.to}`)
    case 'authorize-nonce':
      return gives(`Give the nonce account ${action.account} to ${action.to}`, action.to, account)
    case 'create-token-account':
      // The amount isn't shown, because the network sets it by the account's size.
      return plain(
        `Create a token account of ${action.owner} for the token ${action.mint}, with a small deposit of SOL${of(action.payer, account)}`,
      )
    default:
      return tokenEffect(action, account)
  }
}

function tokenEffect(action: Extract<SolanaAction, { kind: `token-${string}` }>, account: unknown) {
  switch (action.kind) {
    case 'token-transfer': {
      const fee =
        action.fee === undefined ? '' : `, less a fee of ${units({ ...action.token, amount: action.fee })}`
      const sentence = `Send ${units(action.token)} from the token account ${action.from} to the token account ${action.to}${fee}`
      return action.token.decimals === undefined ? caution(sentence) : plain(sentence)
    }
    case 'token-approve':
      return allowance(action)
    case 'token-revoke':
      return plain(`Revoke: no one else may spend from the token account ${action.account}`)
    case 'token-set-authority':
      return action.to === undefined
        ? caution(`Remove the authority over ${action.account} for good`)
        : gives(`Give the authority over ${action.account} to ${action.to}`, action.to, account)
    case 'token-mint':
      return caution(`Create ${units(action.token)} of the token ${action.mint} for ${action.to}`)
    case 'token-burn':
      return caution(`Destroy ${units(action.token)} in the token account ${action.account}`)
    case 'token-close':
      // If a token account has wrapped SOL, its whole balance is SOL.
      return action.to === account
        ? caution(`Close the token account ${action.account}; its SOL goes to ${action.to}`)
        : danger('all', `Close the token account ${action.account}; all SOL in it goes to ${action.to}`)
    case 'token-sync':
      return undefined
  }
}

/** An allowance of this amount or more counts as unlimited. Amounts have 64 bits. */
const practicallyAllOfU64 = 2n ** 63n

function allowance({ token, account, delegate }: Extract<SolanaAction, { kind: 'token-approve' }>): Effect {
  const from = `from the token account ${account}`
  if (token.amount === 0n) return plain(`Revoke: ${delegate} may no longer spend ${from}`)
  if (token.amount < practicallyAllOfU64) return caution(`Allow ${delegate} to spend ${units(token)} ${from}`)
  const exact = token.amount === 2n ** 64n - 1n
  const what = exact ? 'unlimited tokens' : `practically unlimited tokens (${units(token)})`
  return danger('unlimited', `Allow ${delegate} to spend ${what} ${from}`)
}

function gives(sentence: string, to: string, account: unknown): Effect {
  return to === account ? caution(sentence) : danger('others', sentence)
}

/** Names the payer of an amount, if it isn't the user's own account. */
function of(payer: string, account: unknown): string {
  return payer === account ? '' : ` of ${payer}`
}

function sol(lamports: bigint): string {
  return `${formatUnits(lamports, 9)} SOL`
}

/** Returns an amount of a token as text. Trusts the decimals in an instruction, because the network checks them. */
function units({ amount, decimals, mint }: TokenAmount): string {
  return decimals === undefined
    ? `${amount} of the smallest unit (WARNING: its decimals are unknown)`
    : `${formatUnits(amount, decimals)} of the token ${mint}`
}
