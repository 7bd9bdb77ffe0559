import { bytesToHex } from '@noble/hashes/utils'
import { generalPrefix, writeSs58 } from '../../adapters/polkadot/ss58.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import type { NamedValue, ScaleCall, ScaleValue } from '../decode/polkadot/scale-value.ts'
import { nativeAmount, type Row } from './described.ts'

type Network = ChainNetwork | undefined

/** Returns the call's name in the spelling of Polkadot's JavaScript libraries, such as `balances.transferKeepAlive`. */
export function callName({ pallet, call }: Pick<ScaleCall, 'pallet' | 'call'>): string {
  const name = call.replace(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  return `${pallet.slice(0, 1).toLowerCase()}${pallet.slice(1)}.${name}`
}

/** Returns one row per argument of a call. Amounts of the native token are in its display unit. */
export function argumentRows(call: ScaleCall, network: Network): readonly Row[] {
  return call.args.map(([name = '', value]) => [name, argumentText(call, name, value, network)])
}

/** Returns a call in one line, such as `balances.transferKeepAlive(dest: 5F…, value: 9 UNIT)`. */
export function callText(call: ScaleCall, network: Network): string {
  const args = argumentRows(call, network).map(([name, value]) => `${name}: ${value}`)
  return `${callName(call)}(${args.join(', ')})`
}

/** Returns the amount of the native token that a call transfers, including the calls in a batch. */
export function nativeMoved({ pallet, call, args }: ScaleCall): bigint {
  const named = new Map(args)
  const value = named.get('value')
  if (pallet === 'Balances' && call.startsWith('transfer') && typeof value === 'bigint') return value
  const calls = named.get('calls')
  if (pallet !== 'Utility' || typeof calls !== 'object' || !('kind' in calls) || calls.kind !== 'list')
    return 0n
  return calls.items.reduce<bigint>(
    (sum, each) =>
      sum + (typeof each === 'object' && 'kind' in each && each.kind === 'call' ? nativeMoved(each) : 0n),
    0n,
  )
}

const coins: readonly string[] = ['value', 'amount', 'new_free', 'new_reserved']

function argumentText({ pallet }: ScaleCall, name: string, value: ScaleValue, network: Network): string {
  return pallet === 'Balances' && typeof value === 'bigint' && coins.includes(name)
    ? nativeAmount(value, network)
    : valueText(value, network)
}

/** Formats a value without ambiguity: texts in quotes, bytes in hex, accounts with the network's address prefix. */
export function valueText(value: ScaleValue, network: Network): string {
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  if (value instanceof Uint8Array) return `0x${bytesToHex(value)}`
  switch (value.kind) {
    case 'text':
      return JSON.stringify(value.text)
    case 'account':
      return writeSs58({ prefix: network?.ss58Prefix ?? generalPrefix, key: value.key })
    case 'call':
      return callText(value, network)
    case 'list':
      return `[${value.items.map((item) => valueText(item, network)).join(', ')}]`
    case 'bits':
      return `bits ${value.bits}`
    case 'fields':
      return fieldsText(value.fields, network)
    case 'variant': {
      const { name, fields } = value
      const [first] = fields
      // `Id` is the usual variant of `MultiAddress`. It contains an account.
      if (name === 'Id' && fields.length === 1 && isAccount(first?.[1])) return valueText(first[1], network)
      if (fields.length === 0) return name
      const alone = fields.length === 1 && first?.[0] === undefined
      return `${name} ${alone && first ? valueText(first[1], network) : fieldsText(fields, network)}`
    }
  }
}

function isAccount(value: ScaleValue | undefined): value is Extract<ScaleValue, { kind: 'account' }> {
  return typeof value === 'object' && 'kind' in value && value.kind === 'account'
}

/** Formats fields: in braces if they have names, otherwise in brackets. */
function fieldsText(fields: readonly NamedValue[], network: Network): string {
  if (fields.some(([name]) => name !== undefined))
    return `{${fields.map(([name, value]) => `${name}: ${valueText(value, network)}`).join(', ')}}`
  return `[${fields.map(([, value]) => valueText(value, network)).join(', ')}]`
}
