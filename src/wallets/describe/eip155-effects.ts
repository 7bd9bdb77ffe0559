import type { ChainNetwork } from '../../core/chain/network.ts'
import { isSameAddress } from '../../core/chain/same-address.ts'
import type { Eip155Action, OrderItem } from '../decode/eip155-action.ts'
import { controlEffect } from './control-effect.ts'
import { nativeAmount } from './described.ts'
import { caution, danger, type Effect, plain, practicallyAll, timeText } from './effect.ts'
import { type Tokens, tokenAmount, tokenName } from './token.ts'

/** What a description needs besides the decoded actions. */
export interface EffectContext {
  readonly network: ChainNetwork | undefined
  readonly tokens: Tokens
  /** The account that approves. Its hex digits can be in upper or lower case. */
  readonly account: string | undefined
  /** Whether the actions come from a signature that others can use later. */
  readonly signed?: boolean
}

/** Returns the contracts whose symbol and decimals are needed. */
export function tokensIn(actions: readonly Eip155Action[]): readonly string[] {
  return actions.flatMap((action) => {
    if ('token' in action) return action.token
    if (action.kind === 'order') return [...action.gives, ...action.gets].map(({ token }) => token)
    return []
  })
}

/** Describes an action, with its level. */
export function eip155Effect(action: Eip155Action, context: EffectContext): Effect {
  const effect = effectOf(action, context)
  return action.by === undefined
    ? effect
    : { ...effect, text: `Through the contract ${action.by}: ${effect.text}` }
}

function effectOf(action: Eip155Action, context: EffectContext): Effect {
  const { network, tokens, account } = context
  switch (action.kind) {
    case 'pay':
      return plain(`Send ${nativeAmount(action.amount, network)} to ${action.to}`)
    case 'deploy':
      return caution(
        `Create a contract from ${action.bytes} bytes, with ${nativeAmount(action.amount, network)}`,
      )
    case 'allow':
      return allowance(action, context)
    case 'allow-all':
      return action.approved
        ? danger('all', `Let ${action.operator} take all NFTs of ${action.collection}`)
        : plain(`Revoke: ${action.operator} may no longer take NFTs of ${action.collection}`)
    case 'transfer':
      return transfer(action, context)
    case 'transfer-nft': {
      const { collection, from, to, id, count } = action
      const what = `${count === undefined ? '' : `${count} of `}NFT no. ${id} of ${collection}`
      return isOwn(from, action, account)
        ? plain(`Send ${what} to ${to}`)
        : caution(`Take ${what} from ${from} and send it to ${to}`)
    }
    case 'burn':
      return caution(
        `Destroy ${tokenAmount(action.amount, action.token, tokens).text}${action.from === undefined ? '' : ` of ${action.from}`}`,
      )
    case 'control':
      return controlEffect(action, account)
    case 'order':
      return order(action, context)
    case 'unknown':
      return danger(
        'unknown',
        `Call ${action.selector} of ${action.contract} with ${action.bytes} bytes: this wallet doesn't know what it does`,
      )
    case 'unknown-signature':
      return danger(
        'unknown',
        `Sign a message of the type ${action.type}${action.contract === undefined ? '' : ` for the contract ${action.contract}`}: this wallet doesn't know what it allows`,
      )
    case 'unknown-contract':
      return danger(
        'unknown',
        `Sign for the contract ${action.contract}, which claims to be ${action.name} and has another address`,
      )
    case 'more-bytes':
      return caution(
        `Send ${action.bytes} more bytes with the call of ${action.contract}, which most contracts ignore`,
      )
    case 'too-many':
      return danger(
        'unknown',
        context.signed
          ? 'Sign more entries than this wallet can show'
          : 'Make more calls than this wallet can show',
      )
  }
}

/** The amounts that contracts read as "without a limit". */
const unlimited: readonly bigint[] = [256n, 160n, 128n, 96n].map((bits) => 2n ** bits - 1n)

function endText(until: bigint | undefined, signed: boolean | undefined): string {
  const end = until === undefined ? undefined : timeText(until)
  if (end !== undefined) return ` until ${end}`
  return until === undefined && !signed ? '' : ', without an end'
}

function allowance(
  action: Extract<Eip155Action, { kind: 'allow' }>,
  { tokens, account, signed }: EffectContext,
): Effect {
  const { token, spender, amount, change, owner, until, through, once, certain } = action
  const name = tokenName(token, tokens)
  const { text } = tokenAmount(amount, token, tokens)
  const of = owner === undefined || isOwn(owner, action, account) ? '' : ` of ${owner}`
  const by = through === undefined ? '' : `, through the contract ${through}`
  const time = until === 0n && !signed ? ' in the block of this call' : endText(until, signed)
  const may = once ? 'may take' : 'may spend'
  const isNft = certain || tokens[token] ? '' : `, or take NFT no. ${amount} if this is an NFT contract`
  if (change === 'less') return plain(`Let ${spender} spend ${text} less${of}`)
  if (amount === 0n && change === 'set') {
    const revoked = `Revoke: ${spender} may no longer spend ${name}${of}${by}`
    return isNft === '' ? plain(revoked) : caution(`${revoked}${isNft}`)
  }
  const isAll = amount >= practicallyAll
  const exact = unlimited.includes(amount)
  const what = isAll ? `${exact ? '' : 'practically '}unlimited ${name}${exact ? '' : ` (${text})`}` : text
  const rest = `${change === 'more' ? `${what} more` : what}${of}${time}${by}`
  const sentence = signed
    ? `Permit: ${spender} ${may} ${rest}`
    : `Allow ${spender} to spend ${rest}${isAll && exact ? '' : isNft}`
  return isAll ? danger('unlimited', sentence) : caution(sentence)
}

function transfer(
  action: Extract<Eip155Action, { kind: 'transfer' }>,
  { tokens, account, signed }: EffectContext,
): Effect {
  const { token, from, to, amount, until, certain } = action
  const { text, sure } = tokenAmount(amount, token, tokens)
  const what = certain || tokens[token] ? text : `${text}, or NFT no. ${amount} if this is an NFT contract,`
  const own = from === undefined || isOwn(from, action, account)
  const end = until === undefined ? undefined : timeText(until)
  if (signed)
    return caution(
      `Permit: anyone may send ${what}${own ? '' : ` of ${from}`} to ${to}${end === undefined ? ', without an end' : ` until ${end}`}`,
    )
  if (!own) return caution(`Take ${what} from ${from} and send it to ${to}`)
  const sentence = `Send ${what} to ${to}`
  return sure ? plain(sentence) : caution(sentence)
}

function order(
  { gives, gets, offerer, until }: Extract<Eip155Action, { kind: 'order' }>,
  context: EffectContext,
): Effect {
  const back = gets.filter(({ to, least }) => to === offerer && least > 0n)
  const words = (items: readonly OrderItem[], bound: 'least' | 'most') =>
    items.map((item) => itemText(item, item[bound], context)).join(' and ') || 'nothing'
  const others = gets
    .filter(({ to }) => to !== offerer)
    .map((item) => `, ${itemText(item, item.most, context)} goes to ${item.to}`)
  const mine = isSameAddress(offerer, context.account) ? 'you' : offerer
  const sentence = `Order: give ${words(gives, 'most')} for ${words(back, 'least')} to ${mine}${others.join('')}, until ${timeText(until) ?? 'it is cancelled'}`
  if (gives.some(({ item }) => item === 'any-nft'))
    return danger('all', `${sentence}; the buyer chooses which NFTs`)
  return gives.length > 0 && back.length === 0 ? danger('all', sentence) : caution(sentence)
}

function itemText(
  { item, token, id }: OrderItem,
  amount: bigint,
  { network, tokens }: EffectContext,
): string {
  switch (item) {
    case 'native':
      return nativeAmount(amount, network)
    case 'token':
      return tokenAmount(amount, token, tokens).text
    case 'nft':
      return `${amount === 1n ? '' : `${amount} of `}NFT no. ${id} of ${token}`
    case 'any-nft':
      return `${amount} NFTs of ${token}`
  }
}

/** Returns whether an address is the account, or the contract that acts for the account. */
function isOwn(address: string, { by }: Eip155Action, account: string | undefined): boolean {
  return isSameAddress(address, by ?? account)
}
