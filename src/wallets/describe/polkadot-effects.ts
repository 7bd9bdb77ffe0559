import type { ChainNetwork } from '../../core/chain/network.ts'
import type { DecodedPayload } from '../decode/polkadot/polkadot-call.ts'
import type { ScaleCall, ScaleValue } from '../decode/polkadot/scale-value.ts'
import { nativeAmount } from './described.ts'
import { caution, danger, type Effect, plain } from './effect.ts'
import { callText, valueText } from './polkadot-call.ts'

type Network = ChainNetwork | undefined

/** The effects of a payload: of its call, and of every call inside it. */
export function polkadotEffects(decoded: DecodedPayload | undefined, network: Network): readonly Effect[] {
  if (!decoded)
    return [
      danger('unknown', "Send a call that this wallet can't decode: it may do anything for this account"),
    ]
  const effects = callEffects(decoded.call, network)
  return decoded.verified
    ? effects
    : [...effects, caution('Trust the node: the signature does not commit to what the call means')]
}

/** Calls whose data only a contract understands. */
const contracts: readonly string[] = ['Contracts', 'Revive', 'EVM', 'Ethereum']

/** Calls that let another account act for this one, with what their argument `to` is called. */
const rights: Readonly<Record<string, readonly [to: string, sentence: (to: string) => string]>> = {
  'Proxy.add_proxy': ['delegate', (to) => `Let ${to} act for this account as its proxy`],
  'Recovery.create_recovery': ['friends', (to) => `Let ${to} take over this account`],
  'Recovery.initiate_recovery': ['account', (to) => `Start to take over the account ${to}`],
  'Sudo.set_key': ['new', (to) => `Make ${to} the administrator of the network`],
  'Assets.transfer_ownership': ['owner', (to) => `Give the ownership of an asset to ${to}`],
  'Assets.set_team': ['admin', (to) => `Let ${to} manage an asset`],
}

function callEffects(call: ScaleCall, network: Network): readonly Effect[] {
  const { pallet, args } = call
  const named = new Map(args)
  const text = (name: string) => {
    const value = named.get(name)
    return value === undefined ? 'an unknown account' : valueText(value, network)
  }
  const inner = args.flatMap(([, value]) => callsIn(value))
  const name = `${pallet}.${call.call}`
  const right = Object.hasOwn(rights, name) ? rights[name] : undefined
  if (right) return [danger('others', right[1](text(right[0])))]
  switch (name) {
    case 'Balances.transfer':
    case 'Balances.transfer_allow_death':
    case 'Balances.transfer_keep_alive':
    case 'Balances.force_transfer': {
      const value = named.get('value')
      const from = name === 'Balances.force_transfer' ? ` of ${text('source')}` : ''
      const amount = typeof value === 'bigint' ? nativeAmount(value, network) : 'an unknown amount'
      return [plain(`Send ${amount}${from} to ${text('dest')}`)]
    }
    case 'Balances.transfer_all':
      return [danger('all', `Send all coins to ${text('dest')}`)]
    case 'Assets.transfer':
    case 'Assets.transfer_keep_alive':
      return [
        caution(
          `Send ${text('amount')} of the smallest unit of the asset ${text('id')} (WARNING: its decimals are unknown) to ${text('target')}`,
        ),
      ]
    case 'Assets.approve_transfer': {
      const amount = named.get('amount')
      const all = typeof amount === 'bigint' && amount >= 2n ** 96n - 1n
      const sentence = `Allow ${text('delegate')} to spend ${all ? 'unlimited' : `${text('amount')} of`} ${all ? 'units' : 'the smallest unit'} of the asset ${text('id')}`
      return [all ? danger('unlimited', sentence) : caution(sentence)]
    }
    case 'System.remark':
    case 'System.remark_with_event':
      return [plain('Write a remark into the chain')]
    case 'Multisig.approve_as_multi':
      return [
        danger(
          'unknown',
          `Approve a call that only its hash names, ${text('call_hash')}, for a multisig account`,
        ),
      ]
    case 'Multisig.as_multi':
    case 'Multisig.as_multi_threshold_1':
      return through(`For the multisig account with ${text('other_signatories')}`, inner, network)
    case 'Proxy.proxy':
    case 'Proxy.proxy_announced':
      return through(`For the account ${text('real')}`, inner, network)
    case 'Sudo.sudo':
    case 'Sudo.sudo_unchecked_weight':
      return through('As the administrator of the network', inner, network)
    case 'Sudo.sudo_as':
      return through(`As the account ${text('who')}`, inner, network)
    case 'Utility.batch':
    case 'Utility.batch_all':
    case 'Utility.force_batch':
      return inner.flatMap((each) => callEffects(each, network))
  }
  if (contracts.includes(pallet))
    return [
      danger('unknown', `Call a contract: ${callText(call, network)}. This wallet doesn't know what it does`),
    ]
  const own = caution(`Call ${inner.length > 0 ? name : callText(call, network)}`)
  return [own, ...through(`In ${name}`, inner, network)]
}

function through(who: string, inner: readonly ScaleCall[], network: Network): readonly Effect[] {
  return inner
    .flatMap((each) => callEffects(each, network))
    .map((effect) => ({ ...effect, text: `${who}: ${effect.text}` }))
}

/** The calls in a value, not those inside these. */
function callsIn(value: ScaleValue): readonly ScaleCall[] {
  if (typeof value !== 'object' || !('kind' in value)) return []
  if (value.kind === 'call') return [value]
  if (value.kind === 'list') return value.items.flatMap(callsIn)
  return value.kind === 'fields' || value.kind === 'variant'
    ? value.fields.flatMap(([, each]) => callsIn(each))
    : []
}
