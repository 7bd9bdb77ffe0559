import type { ChainNetwork } from '../../core/chain/network.ts'
import type { DecodedPayload } from '../decode/polkadot/polkadot-call.ts'
import type { ScaleCall, ScaleValue } from '../decode/polkadot/scale-value.ts'
import { nativeAmount } from './described.ts'
import { caution, danger, type Effect, plain, practicallyAll } from './effect.ts'
import { callText, valueText } from './polkadot-call.ts'

type Network = ChainNetwork | undefined

/** Returns the effects of a payload's call and of all calls inside it. */
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

/** The pallets whose calls have data that only a contract can read. */
const contracts: readonly string[] = ['Contracts', 'Revive', 'EVM', 'Ethereum']

/** The calls that give rights to an account, or start to take it over, with the name of the argument for that account. */
const rights: Readonly<Record<string, readonly [to: string, sentence: (to: string) => string]>> = {
  'Proxy.add_proxy': ['delegate', (to) => `Let ${to} act for this account as its proxy`],
  'Recovery.create_recovery': ['friends', (to) => `Let ${to} take over this account`],
  'Recovery.initiate_recovery': ['account', (to) => `Start to take over the account ${to}`],
  'Sudo.set_key': ['new', (to) => `Make ${to} the administrator of the network`],
  'Assets.transfer_ownership': ['owner', (to) => `Give the ownership of an asset to ${to}`],
  'Nfts.transfer_ownership': ['new_owner', (to) => `Give the ownership of an NFT collection to ${to}`],
}

/** The arguments of `set_team`: the accounts that can create, move and freeze units of the asset. */
const team = ['issuer', 'admin', 'freezer']

/** The calls that run an XCM program on this network or another. */
const programs: readonly string[] = ['send', 'execute'].flatMap((call) => [
  `PolkadotXcm.${call}`,
  `XcmPallet.${call}`,
])

/**
 * Returns the name under which this file lists a pallet's calls. Several pallets have the same calls as Assets, and Uniques has
 * the same calls as Nfts.
 */
function kindOf(pallet: string): string {
  if (pallet.endsWith('Assets')) return 'Assets'
  return pallet === 'Uniques' ? 'Nfts' : pallet
}

function callEffects(call: ScaleCall, network: Network): readonly Effect[] {
  const { pallet, args } = call
  const named = new Map(args)
  const text = (name: string) => {
    const value = named.get(name)
    return value === undefined ? 'an unknown account' : valueText(value, network)
  }
  const inner = args.flatMap(([, value]) => callsIn(value))
  const kind = kindOf(pallet)
  const name = `${kind}.${call.call}`
  const asset = () => `the asset ${text('id')}${pallet === 'Assets' ? '' : ` of ${pallet}`}`
  const nft = () => `NFT no. ${text('item')} of the collection ${text('collection')}`
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
    case 'Assets.transfer_all':
      return [danger('all', `Send all units of ${asset()} to ${text('dest')}`)]
    case 'Assets.set_team':
    case 'Nfts.set_team': {
      const who = team.map((role) => text(role).replace(/^Some /, '')).filter((one) => one !== 'None')
      const what = kind === 'Assets' ? 'an asset' : 'an NFT collection'
      return [danger('others', `Let ${[...new Set(who)].join(' and ') || 'no account'} manage ${what}`)]
    }
    case 'Nfts.approve_transfer':
      return [danger('others', `Let ${text('delegate')} take ${nft()}`)]
    case 'Nfts.transfer':
      return [plain(`Send ${nft()} to ${text('dest')}`)]
    case 'Proxy.kill_pure':
      return [
        danger(
          'all',
          `Close the account without a key that ${text('spawner')} created: what it holds is lost`,
        ),
      ]
    case 'Assets.transfer':
    case 'Assets.transfer_keep_alive':
      return [
        caution(
          `Send ${text('amount')} of the smallest unit of ${asset()} (WARNING: its decimals are unknown) to ${text('target')}`,
        ),
      ]
    case 'Assets.approve_transfer': {
      const amount = named.get('amount')
      const all = typeof amount === 'bigint' && amount >= practicallyAll
      const sentence = `Allow ${text('delegate')} to spend ${all ? 'unlimited' : `${text('amount')} of`} ${all ? 'units' : 'the smallest unit'} of ${asset()}`
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
  if (programs.includes(name))
    return [
      danger(
        'unknown',
        `Run a program of XCM: ${callText(call, network)}. This wallet doesn't know what it does`,
      ),
    ]
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

/** Returns the outermost calls in a value. Omits calls inside other calls. */
function callsIn(value: ScaleValue): readonly ScaleCall[] {
  if (typeof value !== 'object' || !('kind' in value)) return []
  if (value.kind === 'call') return [value]
  if (value.kind === 'list') return value.items.flatMap(callsIn)
  return value.kind === 'fields' || value.kind === 'variant'
    ? value.fields.flatMap(([, each]) => callsIn(each))
    : []
}
