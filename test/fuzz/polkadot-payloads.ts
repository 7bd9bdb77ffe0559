import type { Seeded } from '../support/seeded.ts'
import type { Entry, Inner, SecondRuntime } from './polkadot-second-reader.ts'

/** The maximum nesting of calls and of other values. */
const deepest = { calls: 3, values: 14 }

/**
 * Draws a value of any type of a runtime, in the form of polkadot-api. A call that contains calls is as
 * likely as any other call.
 */
export function randomValues({ lookup, callType, ...runtime }: SecondRuntime, random: Seeded) {
  const calls = () => lookup(callType) as Extract<Entry, { type: 'enum' }>
  const nesting = /^(Utility|Proxy|Multisig|Sudo)$/
  const size = (depth: number) => (depth > 8 ? 0 : random.below(random.chance(0.1) ? 12 : 4))

  function number(kind: string): number | bigint {
    const bits = Number(kind.slice(1))
    const used = BigInt(random.below(bits + 1))
    const any = random.bytes(32).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
    const signed = kind.startsWith('i')
    const value = signed ? BigInt.asIntN(bits, any) : any & ((1n << used) - 1n)
    return bits <= 32 ? Number(value) : value
  }

  function value(entry: Entry, depth = 0, nested = 0): unknown {
    if ((entry as { id?: number }).id === callType) return call(depth, nested)
    switch (entry.type) {
      case 'void':
        return undefined
      case 'AccountId32':
        return address()
      case 'primitive':
        if (entry.value === 'bool') return random.chance(0.5)
        if (entry.value === 'str')
          return String.fromCodePoint(...random.bytes(size(depth)).map((byte) => byte % 128))
        if (entry.value === 'char') return 'x'
        return number(entry.value)
      case 'compact': {
        const any = number(entry.size)
        return entry.isBig ? BigInt(any) : Number(any)
      }
      case 'sequence':
        if (isByte(entry.value)) return random.bytes(size(depth) * 5)
        return Array.from({ length: size(depth) }, () => value(entry.value, depth + 1, nested))
      case 'array':
        if (isByte(entry.value)) return `0x${Buffer.from(random.bytes(entry.len)).toString('hex')}`
        return Array.from({ length: entry.len }, () => value(entry.value, depth + 1, nested))
      case 'tuple':
        return entry.value.map((each) => value(each, depth + 1, nested))
      case 'struct':
        return struct(entry.value, depth, nested)
      case 'option':
        return depth > 10 || random.chance(0.5) ? undefined : value(entry.value, depth + 1, nested)
      case 'result': {
        const success = random.chance(0.5)
        return { success, value: value(success ? entry.value.ok : entry.value.ko, depth + 1, nested) }
      }
      case 'enum': {
        const names = Object.keys(entry.value)
        const plain = names.filter((name) => entry.value[name]!.type === 'void')
        const name = random.pick(depth > deepest.values && plain.length > 0 ? plain : names)
        return { type: name, value: inner(entry.value[name]!, depth, nested) }
      }
      case 'bitSequence':
        return Array.from({ length: random.below(20) }, () => random.below(2))
      default:
        throw new Error('not expected in a call')
    }
  }

  function inner(of: Inner, depth: number, nested: number): unknown {
    return of.type === 'lookupEntry'
      ? value(of.value, depth + 1, nested)
      : value(of as unknown as Entry, depth + 1, nested)
  }

  function struct(fields: Readonly<Record<string, Entry>>, depth: number, nested: number) {
    return Object.fromEntries(
      Object.entries(fields).map(([name, entry]) => [name, value(entry, depth + 1, nested)]),
    )
  }

  function call(depth = 0, nested = 0): unknown {
    const pallets = calls().value
    const all = Object.keys(pallets).filter((name) => {
      const { type, value: of } = pallets[name] as unknown as { type: string; value?: Entry }
      return type === 'lookupEntry' && of?.type !== 'void'
    })
    const leafs = all.filter((name) => /^(System|Balances)$/.test(name))
    const nests = all.filter((name) => nesting.test(name))
    const tokens = all.filter((name) => /(Assets|Nfts|Uniques)$/.test(name))
    const pick = random.below(4)
    const usual = [leafs, nests, tokens, all][pick]!
    const pallet = random.pick(nested >= deepest.calls ? leafs : usual.length > 0 ? usual : all)
    return { type: pallet, value: inner(pallets[pallet]!, depth, nested + 1) }
  }

  const address = () => runtime.address(random.bytes(32))
  return { value, call }
}

function isByte(entry: Entry): boolean {
  return entry.type === 'primitive' && entry.value === 'u8'
}

/** The payload of a page. Libraries of the family built it, or a test put a fault into it. */
export type LoosePayload = Record<string, unknown>

/** Puts a fault into a payload, or makes its fields contradict each other. */
export function withFault(payload: LoosePayload, random: Seeded): LoosePayload {
  const method = Buffer.from(String(payload.method).slice(2), 'hex')
  const extensions = payload.signedExtensions as readonly string[]
  const other = [...extensions]
  const at = random.below(other.length)
  const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`
  const faults: readonly (() => LoosePayload)[] = [
    () => ({ method: hex(spliced(method, random)) }),
    () => ({ method: hex(spliced(method, random)) }),
    () => ({ era: hex(random.bytes(random.below(4))) }),
    () => ({ assetId: hex([...random.bytes(random.below(6))].fill(random.below(3), 0, 1) as never) }),
    () => ({ tip: hex(random.bytes(1 + random.below(17))) }),
    () => ({ nonce: hex(random.bytes(1 + random.below(9))) }),
    () => ({ specVersion: hex(random.bytes(4)) }),
    () => ({ mode: random.below(3) }),
    () => ({ metadataHash: random.chance(0.5) ? hex(random.bytes(32)) : null }),
    () => ({ signedExtensions: other.filter((_, place) => place !== at) }),
    () => ({ signedExtensions: other.toSpliced(at, 1).toSpliced(random.below(other.length), 0, other[at]!) }),
    () => ({
      signedExtensions: [...other, random.pick([other[at]!, 'WeightReclaim', 'ChargeFromElsewhere'])],
    }),
    () => ({ version: 3 + random.below(3) }),
  ]
  return { ...payload, ...random.pick(faults)() }
}

function spliced(bytes: Uint8Array, random: Seeded): Uint8Array {
  const at = random.below(bytes.length)
  const put = random.bytes(random.below(4))
  return Uint8Array.from([...bytes.subarray(0, at), ...put, ...bytes.subarray(at + random.below(4))])
}
