import { TypedDataEncoder, verifyTypedData } from 'ethers'
import { describe, expect, it } from 'vitest'
import { typedDataText } from '../../../../src/adapters/shared/eip1193/typed-data.ts'
import { account, adapterWorld, alice } from '../../../support/eip155-adapter.ts'
import { mailDigest, mailTypedData } from '../../../support/mail-typed-data.ts'

const digestOf = (text: string) => {
  const { domain, types, message } = JSON.parse(text)
  const { EIP712Domain: _, ...rest } = types
  return TypedDataEncoder.hash(domain, rest, message)
}

const order = {
  domain: { name: 'Shop', chainId: 1n, salt: `0x${'11'.repeat(32)}` },
  types: {
    Order: [
      { name: 'total', type: 'uint256' },
      { name: 'parts', type: 'uint256[][]' },
      { name: 'note', type: 'bytes' },
    ],
  },
  primaryType: 'Order',
  message: {
    total: 2n ** 256n - 1n,
    parts: [[1n, 2n ** 64n], []],
    note: Uint8Array.of(0xde, 0xad),
  },
}

describe('typed data', () => {
  it("has the digest of EIP-712's own example", () => {
    expect(digestOf(typedDataText(account, mailTypedData(1)))).toBe(mailDigest)
  })

  it('keeps bigints in nested lists exact, and keeps bytes', () => {
    const text = typedDataText(account, order)
    expect(JSON.parse(text).message).toEqual({
      total: (2n ** 256n - 1n).toString(),
      parts: [['1', '18446744073709551616'], []],
      note: '0xdead',
    })
    expect(digestOf(text)).toBe(TypedDataEncoder.hash(order.domain, order.types, order.message))
  })

  it('gets the types of the domain if the caller omits these types', () => {
    expect(JSON.parse(typedDataText(account, order)).types.EIP712Domain).toEqual([
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'salt', type: 'bytes32' },
    ])
    const own = [{ name: 'name', type: 'string' }]
    const given = { ...order, types: { ...order.types, EIP712Domain: own } }
    expect(JSON.parse(typedDataText(account, given)).types.EIP712Domain).toEqual(own)
  })

  it.each([[1], [1n], ['1'], ['0x1']])('has its chain id %o converted to a number', (chainId) => {
    const text = typedDataText(account, { ...order, domain: { ...order.domain, chainId } })
    expect(JSON.parse(text).domain.chainId).toBe(1)
  })

  it('may omit the chain id', () => {
    const text = typedDataText(account, { ...order, domain: { name: 'Shop' } })
    expect(JSON.parse(text).domain).toEqual({ name: 'Shop' })
  })

  it.each([
    ['typedData.domain', { ...order, domain: undefined }],
    ['typedData.types', { ...order, types: [] }],
    ['typedData.primaryType', { ...order, primaryType: 'Missing' }],
    ['typedData.primaryType', { ...order, primaryType: undefined }],
    ['typedData.message', { ...order, message: 'hello' }],
    ['typedData.domain', 'text'],
    ['typedData.domain', null],
    ['typedData.domain.chainId', { ...order, domain: { chainId: 10 } }],
    ['typedData.domain.chainId', { ...order, domain: { chainId: 'mainnet' } }],
    ['typedData.total', { ...order, message: { ...order.message, total: 2 ** 60 } }],
  ])('is refused with an error that names the field %s', (field, data) => {
    expect(() => typedDataText(account, data)).toThrow(
      expect.objectContaining({
        code: 'validation/invalid-input',
        values: expect.objectContaining({ field }),
      }),
    )
  })

  it('gets a signature that ethers verifies', async () => {
    const { adapter, connect, wallet } = adapterWorld()
    await connect()
    const { signature, scheme, encoding } = await adapter.signTypedData(account, order)
    expect([scheme, encoding]).toEqual(['eip712', 'hex'])
    expect(verifyTypedData(order.domain, order.types, order.message, signature)).toBe(alice)
    expect(wallet.script.count('eth_signTypedData_v4')).toBe(1)
  })

  it('does not reach the wallet if it is for another network', async () => {
    const { adapter, connect, wallet } = adapterWorld()
    await connect()
    await expect(adapter.signTypedData(account, mailTypedData(10))).rejects.toMatchObject({
      code: 'validation/invalid-input',
    })
    expect(wallet.script.count('eth_signTypedData_v4')).toBe(0)
  })
})

describe('bytes in typed data', () => {
  const noteOf = (note: unknown) =>
    JSON.parse(typedDataText(account, { ...order, message: { ...order.message, note } })).message.note
  const bytes = Uint8Array.of(0xde, 0xad, 0xbe, 0xef)

  it.each([
    ['a Buffer', Buffer.from(bytes)],
    ['an ArrayBuffer', bytes.slice().buffer],
    ['a SharedArrayBuffer', shared(bytes)],
    ['a DataView', new DataView(bytes.slice().buffer)],
    ['a part of a longer buffer', Uint8Array.of(1, ...bytes, 2).subarray(1, 5)],
    ['a Uint16Array', new Uint16Array(bytes.slice().buffer)],
  ])('are converted to hex from %s', (_, note) => {
    expect(noteOf(note)).toBe('0xdeadbeef')
  })

  it.each([
    ['a Date', new Date(0)],
    ['a Map', new Map([[1, 2]])],
    ['an instance of a class', new (class Note {})()],
    ['a function', () => 1],
    ['a symbol', Symbol('x')],
    ['an infinite number', Number.POSITIVE_INFINITY],
  ])('are refused if they are %s, and the error names the path of the field', (_, note) => {
    expect(() => noteOf(note)).toThrow(
      expect.objectContaining({
        code: 'validation/invalid-input',
        message: expect.stringMatching(/^typedData\.note: /),
      }),
    )
  })

  it('may be in an object without a prototype', () => {
    const message = Object.assign(Object.create(null), order.message)
    expect(JSON.parse(typedDataText(account, { ...order, message })).message.note).toBe('0xdead')
  })
})

function shared(bytes: Uint8Array): SharedArrayBuffer {
  const buffer = new SharedArrayBuffer(bytes.length)
  new Uint8Array(buffer).set(bytes)
  return buffer
}
