import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { copiedParams } from '../../../src/wallets/copied-params.ts'

const copyOf = (param: unknown) => copiedParams([param])[0]

/** Returns two functions: `read` gives a new value at each call, and `reads` counts these calls. */
function changing() {
  let reads = 0
  return { read: () => `value ${++reads}`, reads: () => reads }
}

describe('a copy of the parameters', () => {
  it('reads each getter only once', () => {
    const own = changing()
    const inherited = changing()
    class Order {
      constructor() {
        Object.defineProperty(this, 'to', { enumerable: true, get: own.read })
      }
      get amount() {
        return inherited.read()
      }
    }
    const copied = copyOf({ order: new Order() }) as { order: { to: string; amount: string } }
    expect([copied.order.to, copied.order.to]).toEqual(['value 1', 'value 1'])
    expect([copied.order.amount, copied.order.amount]).toEqual(['value 1', 'value 1'])
    expect([own.reads(), inherited.reads()]).toEqual([1, 1])
    const foreign = runInNewContext(
      'let n = 0; ({ get to() { return "value " + ++n }, list: [1, { a: 2 }] })',
    )
    const there = copyOf(foreign) as { to: string; list: unknown }
    expect([there.to, there.to]).toEqual(['value 1', 'value 1'])
    foreign.list[1].a = 3
    expect(there.list).toEqual([1, { a: 2 }])
  })

  it('keeps its values when the original parameters change', () => {
    const bytes = Uint8Array.of(1, 2)
    const foreign = runInNewContext('Uint8Array.of(3, 4)') as Uint8Array
    const given = { bytes, buffer: Buffer.from([5]), foreign, list: [{ a: 1n }, null, undefined, 'x', true] }
    const copied = copyOf(given) as typeof given
    bytes[0] = 9
    foreign[0] = 9
    given.list[0] = { a: 2n }
    expect(copied).toEqual({
      bytes: Uint8Array.of(1, 2),
      buffer: Uint8Array.of(5),
      foreign: Uint8Array.of(3, 4),
      list: [{ a: 1n }, null, undefined, 'x', true],
    })
    expect(copied.foreign).toBeInstanceOf(Uint8Array)
  })

  it('reads the digits of a number object only once', () => {
    const digits = changing()
    class Long {
      low = 7
      toString() {
        return digits.read().slice('value '.length)
      }
    }
    const copied = copyOf({ accountNumber: new Long(), other: { toString: () => '5' } }) as Record<
      string,
      unknown
    >
    expect([String(copied.accountNumber), String(copied.accountNumber)]).toEqual(['1', '1'])
    expect(BigInt(String(copied.other))).toBe(5n)
    expect(digits.reads()).toBe(1)
  })

  it('leaves out functions', () => {
    const digits = changing()
    const copied = copyOf({ message: { toString: digits.read, toJSON: digits.read, text: 'hi' } })
    expect(copied).toEqual({ message: { text: 'hi' } })
    const list = [1, 2]
    Object.assign(list, { map: () => [digits.read()] })
    expect(copyOf(list)).toEqual([1, 2])
    const bytes = Object.assign(Uint8Array.of(1), { [Symbol.iterator]: () => [7][Symbol.iterator]() })
    expect(copyOf(bytes)).toEqual(Uint8Array.of(1))
  })

  it('keeps a field called __proto__ as an ordinary field', () => {
    const copied = copyOf(JSON.parse('{"__proto__":{"to":"x"}}')) as object
    expect(Object.getPrototypeOf(copied)).toBe(Object.prototype)
    expect(Object.hasOwn(copied, '__proto__')).toBe(true)
  })

  it('is refused if a parameter contains itself', () => {
    const round: { self?: unknown } = {}
    round.self = round
    expect(() => copyOf(round)).toThrow('nested too deeply')
  })
})
