import { getDynamicBuilder, getLookupFn } from '@polkadot-api/metadata-builders'
import { AccountId, decAnyMetadata, Tuple, unifyMetadata } from '@polkadot-api/substrate-bindings'

/** The types of the second library that the tests use. */
export type Entry = ReturnType<ReturnType<typeof getLookupFn>>
export type Inner = Extract<Entry, { type: 'enum' }>['value'][string]

export interface Coin {
  readonly symbol: string
  readonly decimals: number
}

/** The rows of a payload that the second library reads in the signed bytes. */
export interface SecondReading {
  readonly call: string
  readonly args: readonly (readonly [string, string])[]
  readonly named: NamedCall
  readonly era: string
  readonly nonce: string
  readonly tip: bigint
  readonly feeAsset: string | undefined
  readonly mode: number
  readonly metadataHash: string | undefined
  readonly genesisHash: string
  readonly blockHash: string
}

export interface NamedCall {
  /** The name in the runtime's spelling, such as `Balances.transfer_all`. */
  readonly name: string
  /** The call in one line. */
  readonly text: string
  readonly args: ReadonlyMap<string, string>
  readonly inner: readonly NamedCall[]
}

/**
 * Decodes calls and payloads of a runtime with polkadot-api, which shares no code with `src/wallets/decode`.
 */
export function secondRuntime(metadataHex: string, coin: Coin) {
  const metadata = unifyMetadata(decAnyMetadata(metadataHex))
  const lookup = getLookupFn(metadata)
  const builder = getDynamicBuilder(lookup)
  const extrinsic = metadata.extrinsic as typeof metadata.extrinsic & { type?: number; call?: number }
  const extensions = extrinsic.extensionsByVersion[0]!
  // In metadata of version 14, the type parameters name the types of an extrinsic.
  const params = metadata.lookup[extrinsic.type ?? -1]?.params
  const callType = params?.find(({ name }) => name === 'Call')?.type ?? extrinsic.call!
  const signed = Tuple(
    builder.buildDefinition(callType),
    ...extensions.map(({ type }) => builder.buildDefinition(type)),
    ...extensions.map(({ additionalSigned }) => builder.buildDefinition(additionalSigned)),
  )
  const definitionOf = (entry: Entry) => metadata.lookup[(entry as { id: number }).id]?.def.tag

  function text(entry: Entry, value: unknown): string {
    if ((entry as { id?: number }).id === callType) return callText(value)
    switch (entry.type) {
      case 'AccountId32':
        return String(value)
      case 'primitive':
        // polkadot-api decodes an option of an empty type as a boolean.
        if (entry.value === 'bool' && definitionOf(entry) === 'variant') return value ? 'Some' : 'None'
        return entry.value === 'str' || entry.value === 'char' ? JSON.stringify(value) : String(value)
      case 'compact':
        return String(value)
      case 'sequence':
      case 'array':
        if (entry.value.type === 'primitive' && entry.value.value === 'u8' && definitionOf(entry) !== 'tuple')
          return bytes(value)
        return `[${[...(value as Iterable<unknown>)].map((each) => text(entry.value, each)).join(', ')}]`
      case 'tuple':
        return `[${entry.value
          .map((each, at) => [each, (value as readonly unknown[])[at]] as const)
          .filter(([each]) => each.type !== 'void')
          .map(([each, part]) => text(each, part))
          .join(', ')}]`
      case 'struct':
        return structText(entry.value, value as Record<string, unknown>)
      case 'option':
        return value === undefined ? 'None' : `Some ${text(entry.value, value)}`
      case 'result': {
        const { success, value: inside } = value as { success: boolean; value: unknown }
        return success ? `Ok ${text(entry.value.ok, inside)}` : `Err ${text(entry.value.ko, inside)}`
      }
      case 'enum': {
        const { type, value: inside } = value as { type: string; value: unknown }
        return enumText(type, entry.value[type]!, inside)
      }
      case 'bitSequence':
        return `bits ${(value as readonly number[]).join('')}`
      default:
        throw new Error(`not expected in a call: ${entry.type}`)
    }
  }

  function enumText(name: string, inner: Inner, value: unknown): string {
    if (inner.type === 'void') return name
    if (inner.type === 'lookupEntry') {
      if (inner.value.type === 'void') return name
      const shown = text(inner.value, value)
      return name === 'Id' && inner.value.type === 'AccountId32' ? shown : `${name} ${shown}`
    }
    // If there is a single field with bytes, this field is the value.
    const only =
      (inner.type === 'array' && inner.len === 1) || (inner.type === 'tuple' && inner.value.length === 1)
    return `${name} ${only ? text(inner as unknown as Entry, value).slice(1, -1) : text(inner as unknown as Entry, value)}`
  }

  function structText(fields: Readonly<Record<string, Entry>>, value: Record<string, unknown>): string {
    const parts = Object.entries(fields).map(([name, entry]) => `${name}: ${text(entry, value[name])}`)
    return `{${parts.join(', ')}}`
  }

  function callRows(value: unknown): { name: string; args: [string, string][] } {
    const { type: pallet, value: inside } = value as { type: string; value: { type: string; value: unknown } }
    const calls = enumOf(lookup(callType))[pallet]!
    const inner = enumOf((calls as { value: Entry }).value)[inside.type]!
    const name = `${pallet[0]!.toLowerCase()}${pallet.slice(1)}.${inside.type
      .split('_')
      .filter((word) => word !== '')
      .map((word, at) => (at === 0 ? word : word[0]!.toUpperCase() + word.slice(1)))
      .join('')}`
    if (inner.type === 'void') return { name, args: [] }
    if (inner.type !== 'struct') throw new Error(`${name} has arguments without names`)
    const args = Object.entries(inner.value).map(([field, entry]): [string, string] => {
      const argument = (inside.value as Record<string, unknown>)[field]
      const isCoins =
        pallet === 'Balances' &&
        typeof argument === 'bigint' &&
        /^(value|amount|new_(free|reserved))$/.test(field)
      return [field, isCoins ? inCoins(argument, coin) : text(entry, argument)]
    })
    return { name, args }
  }

  /** Returns the calls directly inside a value, but not the calls inside them. */
  function callsIn(entry: Entry, value: unknown): readonly unknown[] {
    if ((entry as { id?: number }).id === callType) return [value]
    switch (entry.type) {
      case 'sequence':
      case 'array':
        return entry.value.type === 'primitive'
          ? []
          : [...(value as Iterable<unknown>)].flatMap((each) => callsIn(entry.value, each))
      case 'tuple':
        return entry.value.flatMap((each, at) => callsIn(each, (value as readonly unknown[])[at]))
      case 'struct':
        return Object.entries(entry.value).flatMap(([name, each]) =>
          callsIn(each, (value as Record<string, unknown>)[name]),
        )
      case 'option':
        return value === undefined ? [] : callsIn(entry.value, value)
      case 'enum': {
        const { type, value: inside } = value as { type: string; value: unknown }
        const inner = entry.value[type]!
        return callsIn(inner.type === 'lookupEntry' ? inner.value : (inner as unknown as Entry), inside)
      }
      default:
        return []
    }
  }

  /** Returns a call with the runtime's names, the arguments as texts, and the calls inside it. */
  function namedCall(value: unknown): NamedCall {
    const { type: pallet, value: inside } = value as { type: string; value: { type: string; value: unknown } }
    const calls = enumOf(lookup(callType))[pallet]!
    const inner = enumOf((calls as { value: Entry }).value)[inside.type]!
    const fields = inner.type === 'struct' ? Object.entries(inner.value) : []
    return {
      name: `${pallet}.${inside.type}`,
      text: callText(value),
      args: new Map(callRows(value).args),
      inner: fields.flatMap(([field, entry]) =>
        callsIn(entry, (inside.value as Record<string, unknown>)[field]).map(namedCall),
      ),
    }
  }

  function callText(value: unknown): string {
    const { name, args } = callRows(value)
    return `${name}(${args.map(([field, shown]) => `${field}: ${shown}`).join(', ')})`
  }

  return {
    metadata,
    lookup,
    callType,
    prefix: builder.ss58Prefix ?? 42,
    address: AccountId(builder.ss58Prefix ?? 42).dec,
    extensions: extensions.map(({ identifier }) => identifier),
    /**
     * Returns the type of the option that names the fee's asset, or undefined if the runtime has no such
     * option.
     */
    feeAssetType(): (Entry & { readonly id: number }) | undefined {
      const found = extensions.find(({ identifier }) => identifier === 'ChargeAssetTxPayment')
      return found && (enumOrStruct(lookup(found.type)).asset_id as Entry & { readonly id: number })
    },
    encode: (entry: Entry | number, value: unknown): Uint8Array =>
      builder.buildDefinition(typeof entry === 'number' ? entry : (entry as { id: number }).id).enc(value),
    /**
     * Decodes signed bytes.
     * @throws If the library itself would encode them differently.
     */
    read(message: Uint8Array): SecondReading {
      const values = signed.dec(message) as readonly unknown[]
      const again = signed.enc(values as never)
      if (Buffer.compare(again, message) !== 0)
        throw new Error('the second library encodes the message differently')
      const [call, ...rest] = values
      const extra = new Map(extensions.map(({ identifier }, at) => [identifier, rest[at]]))
      const beside = new Map(
        extensions.map(({ identifier }, at) => [identifier, rest[extensions.length + at]]),
      )
      const payment = extra.get('ChargeAssetTxPayment') as { tip: bigint; asset_id: unknown } | undefined
      const assetType = payment && enumOrStruct(lookup(typeOf('ChargeAssetTxPayment'))).asset_id
      const era = extra.get('CheckMortality') as { type: string; value: unknown }
      const mode = extra.get('CheckMetadataHash') as { type: string } | undefined
      const hash = beside.get('CheckMetadataHash')
      const { name, args } = callRows(call)
      return {
        call: name,
        args,
        named: namedCall(call),
        era: eraText(era),
        nonce: String(extra.get('CheckNonce')),
        tip: BigInt((payment ? payment.tip : extra.get('ChargeTransactionPayment')) as bigint),
        feeAsset:
          payment?.asset_id === undefined
            ? undefined
            : text((assetType as { value: Entry }).value, payment.asset_id),
        mode: mode?.type === 'Enabled' ? 1 : 0,
        metadataHash: hash === undefined ? undefined : bytes(hash),
        genesisHash: bytes(beside.get('CheckGenesis')),
        blockHash: bytes(beside.get('CheckMortality')),
      }
    },
  }

  function typeOf(name: string): number {
    return extensions.find(({ identifier }) => identifier === name)!.type
  }
}

export type SecondRuntime = ReturnType<typeof secondRuntime>

function enumOf(entry: Entry): Readonly<Record<string, Inner>> {
  if (entry.type !== 'enum') throw new Error(`no enum: ${entry.type}`)
  return entry.value
}

function enumOrStruct(entry: Entry): Readonly<Record<string, Entry>> {
  if (entry.type !== 'struct') throw new Error(`no struct: ${entry.type}`)
  return entry.value
}

/** Returns bytes as hex. Some versions of the library already return hex. */
function bytes(value: unknown): string {
  return typeof value === 'string' ? value : `0x${Buffer.from(value as Uint8Array).toString('hex')}`
}

export function inCoins(value: bigint, { symbol, decimals }: Coin): string {
  const digits = value.toString().padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  return `${digits.slice(0, -decimals)}${fraction && `.${fraction}`} ${symbol}`
}

/**
 * Returns how long the signature is valid, according to https://spec.polkadot.network. An era is `Immortal`,
 * or the two bytes of `Mortal<first>(second)`.
 */
function eraText({ type, value }: { type: string; value: unknown }): string {
  if (type === 'Immortal') return 'for ever'
  const first = Number(type.slice('Mortal'.length))
  const period = 2 ** ((first % 16) + 1)
  if (typeof value !== 'number') throw new Error('an era without its second byte')
  return `for ${period} blocks`
}
