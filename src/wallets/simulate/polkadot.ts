import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import { readSs58 } from '../../adapters/polkadot/ss58.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { decodePolkadotPayload } from '../decode/polkadot/polkadot.ts'
import { type RuntimeMetadata, readMetadata } from '../decode/polkadot/runtime-metadata.ts'
import { littleEndian, ScaleReader } from '../decode/polkadot/scale.ts'
import {
  type NamedValue,
  readValue,
  type ScaleCall,
  type ScaleValue,
} from '../decode/polkadot/scale-value.ts'
import { nativeAmount, type Params } from '../describe/described.ts'
import { valueText } from '../describe/polkadot-call.ts'
import type { NodeCall } from '../node-pool.ts'
import { latestMetadata } from '../polkadot/runtime.ts'
import { Changes, listed, membersOf, native, readable, type Simulation } from './simulation.ts'

/** The id of `DryRunApi` in a runtime's list of APIs: the first 8 bytes of the name's BLAKE2b hash. */
const dryRunApi = '0x91b1c8b16328eb92'

/**
 * Simulates the call of a payload with the runtime's `DryRunApi`, which charges no fee:
 * https://paritytech.github.io/polkadot-sdk/master/xcm_runtime_apis/dry_run/trait.DryRunApi.html
 */
export async function simulatePolkadot(
  params: Params,
  network: ChainNetwork,
  node: NodeCall,
): Promise<Simulation> {
  const payload = decodePolkadotPayload(params.transactionPayload)
  const account = readSs58(payload.address)
  if (typeof account === 'string') throw new Error('the account has no address of this network')
  const { apis } = readable(membersOf(await node('state_getRuntimeVersion')))
  const offered = Array.isArray(apis) && apis.some((api) => Array.isArray(api) && api[0] === dryRunApi)
  if (!offered) throw new Error(`the runtime of ${network.name} has no DryRunApi`)
  const metadata = readMetadata(readable(await latestMetadata(node)))
  const run = readable(metadata.functions.get('DryRunApi.dry_run_call'))
  const call = hexToBytes(payload.method.slice(2))
  const input = [
    ...signedBy(account.key, metadata, readable(run.inputs[0])),
    ...call,
    ...(run.inputs.length > 2 ? littleEndian(xcmVersion(metadata), 4) : []),
  ]
  const answer = await node('state_call', [
    'DryRunApi_dry_run_call',
    `0x${bytesToHex(Uint8Array.from(input))}`,
  ])
  const hex = /^0x((?:[0-9a-f]{2})+)$/i.exec(String(answer))?.[1]
  const reader = new ScaleReader(hexToBytes(readable(hex)), 'answer')
  const outcome = variantIn(readValue(metadata, reader, run.output))
  reader.end()
  // The API itself failed, for example because it doesn't know this version of XCM.
  if (outcome.name !== 'Ok')
    throw new Error(`the runtime's DryRunApi refused the call: ${valueText(outcome, network)}`)
  const effects = fieldsIn(outcome.fields[0]?.[1])
  const result = variantIn(effects.get('execution_result'))
  if (result.name !== 'Ok') {
    const error = fieldsIn(result.fields[0]?.[1]).get('error')
    return { failure: `fails: ${error ? errorText(error, metadata, network) : 'for an unknown reason'}` }
  }
  const key = bytesToHex(account.key)
  const changes = new Changes()
  const uncounted = new Set<string>()
  for (const event of itemsIn(effects.get('emitted_events'))) {
    const moves = movesIn(event, network)
    for (const { asset, from, to, amount } of moves ?? []) {
      if (from === key) changes.add(asset, -amount)
      if (to === key) changes.add(asset, amount)
    }
    if (!moves && namesKeyAndMore(event, key)) uncounted.add(eventName(event))
  }
  const decoded = readValue(metadata, new ScaleReader(call, 'call'), metadata.extrinsic.call)
  return {
    ...{ changes, partial: uncounted.size > 0 },
    notes: [...uncounted]
      .slice(0, listed)
      .map((name) => ['note', `the runtime also reports ${name}, which isn't counted`]),
    expected: expectedOf(decoded as ScaleCall, key, network),
    amount: (asset, amount) =>
      asset === native ? nativeAmount(amount, network) : `${amount} of the smallest unit of ${asset}`,
  }
}

/** Encodes the origin `system.Signed` of an account. */
function signedBy(key: Uint8Array, { types }: RuntimeMetadata, origin: number): readonly number[] {
  const variant = (type: number | undefined, name: string) => {
    const shape = type === undefined ? undefined : types.get(type)?.shape
    return readable(
      shape?.kind === 'variant' ? shape.variants.find((variant) => variant.name === name) : undefined,
    )
  }
  const system = variant(origin, 'system')
  return [system.index, variant(system.fields[0]?.type, 'Signed').index, ...key]
}

/** Returns the newest version of XCM that the runtime knows. */
function xcmVersion({ types }: RuntimeMetadata): number {
  const versions = [...types.values()].flatMap(({ path, shape }) =>
    path.join('.') === 'xcm.VersionedXcm' && shape.kind === 'variant' ? shape.variants : [],
  )
  return Math.max(0, ...versions.map(({ name }) => Number(/^V(\d+)$/.exec(name)?.[1] ?? 0)))
}

/** Returns the name of a module's error, or the runtime's text of another error. */
function errorText(error: ScaleValue, metadata: RuntimeMetadata, network: ChainNetwork): string {
  const { name, fields } = variantIn(error)
  if (name !== 'Module' || metadata.error === undefined) return valueText(error, network)
  const module = fieldsIn(fields[0]?.[1])
  const [index, bytes] = [module.get('index'), module.get('error')]
  if (typeof index !== 'bigint' || !(bytes instanceof Uint8Array)) return valueText(error, network)
  const reader = new ScaleReader(Uint8Array.of(Number(index), ...bytes), 'error')
  return valueText(readValue(metadata, reader, metadata.error), network)
}

interface Move {
  readonly asset: string
  readonly amount: bigint
  /** The sender's key in hex. Undefined if the amount comes from no account. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** The events that move balances, with the names of the fields for the sender, the receiver and the amount. */
const moving: Readonly<Record<string, readonly [from: string, to: string, amount: string]>> = {
  'Balances.Transfer': ['from', 'to', 'amount'],
  'Balances.ReserveRepatriated': ['from', 'to', 'amount'],
  'Balances.TransferOnHold': ['source', 'dest', 'amount'],
  'Balances.TransferAndHold': ['source', 'dest', 'transferred'],
  'Balances.Withdraw': ['who', '', 'amount'],
  'Balances.Burned': ['who', '', 'amount'],
  'Balances.BurnedHeld': ['who', '', 'amount'],
  'Balances.Suspended': ['who', '', 'amount'],
  'Balances.Slashed': ['who', '', 'amount'],
  'Balances.DustLost': ['account', '', 'amount'],
  'Balances.Deposit': ['', 'who', 'amount'],
  'Balances.Minted': ['', 'who', 'amount'],
  'Balances.Restored': ['', 'who', 'amount'],
  'Assets.Transferred': ['from', 'to', 'amount'],
  'Assets.Issued': ['', 'owner', 'amount'],
  'Assets.Burned': ['owner', '', 'balance'],
  'Assets.Withdrawn': ['who', '', 'amount'],
  'Assets.Deposited': ['', 'who', 'amount'],
}

/** The ignored events. They don't change the account's balance, or another event reports the change too. */
const staying: ReadonlySet<string> = new Set([
  ...['Endowed', 'Reserved', 'Unreserved', 'Locked', 'Unlocked', 'Frozen', 'Thawed'].map(
    (name) => `Balances.${name}`,
  ),
  ...['Held', 'Released', 'Upgraded', 'MintedCredit', 'BurnedDebt'].map((name) => `Balances.${name}`),
  'AssetConversion.SwapExecuted',
  'TransactionPayment.TransactionFeePaid',
])

/**
 * The calls that move exactly the amount in their arguments. For each call: the names of its arguments for the receiver and the
 * amount.
 */
const paying: Readonly<Record<string, readonly [to: string, amount: string]>> = {
  'Balances.transfer': ['dest', 'value'],
  'Balances.transfer_allow_death': ['dest', 'value'],
  'Balances.transfer_keep_alive': ['dest', 'value'],
  'Assets.transfer': ['target', 'amount'],
  'Assets.transfer_keep_alive': ['target', 'amount'],
}

/** Returns the balance moves of an event. Returns undefined for an unknown event, which may move balances too. */
function movesIn(event: ScaleValue, network: ChainNetwork): readonly Move[] | undefined {
  const { name: pallet, fields } = variantIn(event)
  const inner = fields[0]?.[1]
  if (typeof inner !== 'object' || !('kind' in inner) || inner.kind !== 'variant') return undefined
  if (staying.has(`${pallet}.${inner.name}`)) return []
  const names = named(moving, pallet, inner.name)
  if (!names) return undefined
  const values = new Map(inner.fields)
  const amount = values.get(names[2])
  if (typeof amount !== 'bigint') return undefined
  const asset = assetOf(pallet, values.get('asset_id'), network)
  return [{ asset, amount, from: keyOf(values.get(names[0])), to: keyOf(values.get(names[1])) }]
}

/** Returns whether an event names the account together with an amount or an item, such as an NFT. */
function namesKeyAndMore(event: ScaleValue, key: string): boolean {
  const inner = variantIn(event).fields[0]?.[1]
  if (typeof inner !== 'object' || !('kind' in inner) || inner.kind !== 'variant') return false
  const values = inner.fields.map(([, value]) => value)
  return (
    values.some((value) => keyOf(value) === key) &&
    values.some((value) => keyOf(value) !== key && isCount(value))
  )
}

/** Returns whether a value is or contains a number. */
function isCount(value: ScaleValue): boolean {
  if (typeof value === 'bigint') return true
  if (typeof value !== 'object' || !('kind' in value)) return false
  if (value.kind === 'list') return value.items.some(isCount)
  if (value.kind === 'variant' || value.kind === 'fields')
    return value.fields.some(([, field]) => isCount(field))
  return false
}

function eventName(event: ScaleValue): string {
  const { name, fields } = variantIn(event)
  return `${name} ${variantIn(fields[0]?.[1]).name}`
}

/**
 * Returns the balance changes that the call causes for the account. Returns undefined if the changes of the call, or of a call
 * in its batch, aren't known in advance.
 */
function expectedOf(call: ScaleCall, key: string, network: ChainNetwork): Changes | undefined {
  const expected = new Changes()
  const known = ({ pallet, call, args }: ScaleCall): boolean => {
    const values = new Map(args)
    if (pallet === 'System' && call.startsWith('remark')) return true
    if (pallet === 'Utility' && ['batch', 'batch_all', 'force_batch'].includes(call))
      return itemsIn(values.get('calls')).every((inner) => known(inner as ScaleCall))
    const names = named(paying, pallet, call)
    const amount = names && values.get(names[1])
    const to = names && keyOf(values.get(names[0]))
    if (typeof amount !== 'bigint' || to === undefined) return false
    const asset = assetOf(pallet, values.get('id'), network)
    expected.add(asset, -amount)
    if (to === key) expected.add(asset, amount)
    return true
  }
  return known(call) ? expected : undefined
}

/** Looks up a call or event of a pallet. Several pallets have the same calls and events as Assets. */
function named<T>(table: Readonly<Record<string, T>>, pallet: string, name: string): T | undefined {
  const path = `${pallet.endsWith('Assets') ? 'Assets' : pallet}.${name}`
  return Object.hasOwn(table, path) ? table[path] : undefined
}

function assetOf(pallet: string, id: ScaleValue | undefined, network: ChainNetwork): string {
  if (!pallet.endsWith('Assets')) return native
  const of = pallet === 'Assets' ? '' : ` of ${pallet}`
  return `the asset ${id === undefined ? 'without a number' : valueText(id, network)}${of}`
}

/** Returns the key of an account, which may be inside a `MultiAddress`. */
function keyOf(value: ScaleValue | undefined): string | undefined {
  if (typeof value !== 'object' || !('kind' in value)) return undefined
  if (value.kind === 'account') return bytesToHex(value.key)
  return value.kind === 'variant' && value.name === 'Id' ? keyOf(value.fields[0]?.[1]) : undefined
}

function variantIn(value: ScaleValue | undefined): Extract<ScaleValue, { kind: 'variant' }> {
  return readable(
    typeof value === 'object' && 'kind' in value && value.kind === 'variant' ? value : undefined,
  )
}

function fieldsIn(value: ScaleValue | undefined): ReadonlyMap<string | undefined, ScaleValue> {
  const found: readonly NamedValue[] | undefined =
    typeof value === 'object' && 'kind' in value && value.kind === 'fields' ? value.fields : undefined
  return new Map(readable(found))
}

function itemsIn(value: ScaleValue | undefined): readonly ScaleValue[] {
  return readable(
    typeof value === 'object' && 'kind' in value && value.kind === 'list' ? value.items : undefined,
  )
}
