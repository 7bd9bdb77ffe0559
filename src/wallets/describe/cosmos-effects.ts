import type { ChainNetwork } from '../../core/chain/network.ts'
import { coinText } from '../decode/cosmos/cosmos-coins.ts'
import type { Coin, CosmosDoc } from '../decode/cosmos/cosmos-doc.ts'
import { type CosmosAction, cosmosActions, type GrantedRight } from '../decode/cosmos-actions.ts'
import { nativeAmount } from './described.ts'
import { caution, danger, type Effect, plain, timeText } from './effect.ts'

/** Returns the effects of a document for the account that signs it. */
export function cosmosEffects(
  { messages, extensions, unordered, timeoutTime }: CosmosDoc,
  account: unknown,
  network?: ChainNetwork,
): readonly Effect[] {
  return [
    ...messages.flatMap((message) =>
      cosmosActions(message).flatMap((action) => actionEffects(action, account, network)),
    ),
    ...extensions
      .filter(({ critical }) => critical)
      .map(({ type }) => danger('unknown', `Use the option ${type}: this wallet doesn't know what it does`)),
    ...(unordered && timeoutTime === undefined
      ? [caution('Stay valid without an end: the transaction can be sent at any later time')]
      : []),
  ]
}

function actionEffects(action: CosmosAction, account: unknown, network?: ChainNetwork): readonly Effect[] {
  const coins = (all: readonly Coin[]) => all.map((coin) => coinWords(coin, network)).join(', ') || 'nothing'
  switch (action.kind) {
    case 'send': {
      const own = action.from === account
      const sentence = `Send ${coins(action.coins)}${own ? '' : ` of ${action.from}`} to ${action.to}`
      return [plain(sentence)]
    }
    case 'ibc': {
      const note = action.memo === '' ? '' : `, with the note ${JSON.stringify(action.memo)}`
      const sentence = `Send ${coins([action.coin])}${action.from === account ? '' : ` of ${action.from}`} to ${action.to} on the network behind ${action.channel}${note}`
      return [caution(sentence)]
    }
    case 'grant': {
      const end = action.until === undefined ? undefined : timeText(action.until)
      const own = action.granter === account ? 'this account' : action.granter
      return [
        danger(
          'others',
          `Let ${action.grantee} act for ${own}: ${rightText(action.right, coins)}, ${end === undefined ? 'without an end' : `until ${end}`}`,
        ),
      ]
    }
    case 'revoke':
      return [plain(`Revoke: ${action.grantee} may no longer send ${action.type} for this account`)]
    case 'grant-fees':
      return [
        action.limit
          ? caution(`Pay network fees of ${action.grantee}, up to ${coins(action.limit)}`)
          : danger('unlimited', `Pay network fees of ${action.grantee}, unlimited`),
      ]
    case 'exec':
      return action.actions
        .flatMap((inner) => actionEffects(inner, account, network))
        .map((effect) => ({ ...effect, text: `With the rights that others granted: ${effect.text}` }))
    case 'stake': {
      const verbs = { delegate: 'Stake', undelegate: 'Unstake', redelegate: 'Move the stake of' }
      const to = { delegate: 'with', undelegate: 'from', redelegate: 'to' }[action.verb]
      return [plain(`${verbs[action.verb]} ${coins([action.coin])} ${to} the validator ${action.validator}`)]
    }
    case 'rewards':
      return [plain(`Collect the staking rewards of the validator ${action.validator}`)]
    case 'contract': {
      const funds = action.funds.length === 0 ? '' : `, with ${coins(action.funds)}`
      return [
        danger(
          'unknown',
          `Call the contract ${action.contract}${funds}: this wallet doesn't know what it does`,
        ),
      ]
    }
    case 'unknown':
      return [danger('unknown', `Send the message ${action.type}: this wallet doesn't know what it does`)]
  }
}

function rightText(right: GrantedRight, coins: (all: readonly Coin[]) => string): string {
  switch (right.kind) {
    case 'send': {
      const to = right.to.length === 0 ? 'to anyone' : `to ${right.to.join(', ')}`
      return right.limit.length === 0
        ? `send unlimited coins ${to}`
        : `send up to ${coins(right.limit)} ${to}`
    }
    case 'message':
      return `send every message of the type ${right.type}, without a limit`
    case 'stake':
      return right.limit ? `stake up to ${coins([right.limit])}` : 'stake everything'
    case 'unknown':
      return `as ${right.type} allows, which this wallet doesn't know`
  }
}

/** Returns a coin as the document writes it. Adds the amount in the display unit if it is the native token. */
export function coinWords(coin: Coin, network: ChainNetwork | undefined): string {
  const own = network?.cosmos?.denom === coin.denom
  return own ? `${coinText(coin)} (${nativeAmount(BigInt(coin.amount), network)})` : coinText(coin)
}
