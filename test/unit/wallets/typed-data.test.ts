import { getBytes, TypedDataEncoder, verifyTypedData } from 'ethers'
import { decodeTypedData, describeRequest, eip155Keys } from 'latchkey/wallets'
import { describe, expect, it } from 'vitest'
import { devAccounts } from '../../../src/devnet/index.ts'
import { runCli } from '../../cli/support/run-cli.ts'

const { address, secret } = devAccounts.alice!.eip155!
const order = {
  domain: { name: 'Market', chainId: 1, verifyingContract: address },
  types: {
    Order: [
      { name: 'amount', type: 'uint256' },
      { name: 'items', type: 'Item[]' },
    ],
    Item: [{ name: 'id', type: 'uint8' }],
  },
  primaryType: 'Order',
  message: { amount: '9', items: [{ id: 1 }, { id: 2 }] },
}
const words = async (data: object) => {
  const { rows, body } = await describeRequest(
    { method: 'eth_signTypedData_v4', params: [address, JSON.stringify(data)] },
    undefined,
  )
  return [...rows.map((row) => row.join(' ')), body].join('\n')
}

describe('typed data', () => {
  it('is signed with the hash that a second library computes', async () => {
    const more = {
      ...order,
      domain: { ...order.domain, note: 'x' },
      message: { ...order.message, discount: 'all', items: [{ id: 1, price: 0 }, { id: 2 }] },
    }
    const keys = await eip155Keys([secret])
    const signature = await keys.signTypedData(address, more, 1)
    expect(verifyTypedData(order.domain, order.types, order.message, signature)).toBe(address)
    const { EIP712Domain: _, ...types } = decodeTypedData(JSON.stringify(more)).types
    expect(TypedDataEncoder.hash(order.domain, types as never, order.message)).toBe(
      TypedDataEncoder.hash(order.domain, order.types, order.message),
    )
    expect(getBytes(signature)).toHaveLength(65)
  })

  it('is shown with a mark at each field that its types do not cover', async () => {
    const said = await words({
      ...order,
      note: 'beside everything',
      domain: { ...order.domain, expires: 'never' },
      message: { ...order.message, discount: 'all of it', items: [{ id: 1, price: 'nothing' }, { id: 2 }] },
    })
    for (const path of ['note', 'domain.expires', 'message.discount', 'message.items[0].price'])
      expect(said).toContain(`NOT signed ${path}`)
    for (const value of ['beside everything', 'never', 'all of it', 'nothing'])
      expect(said).not.toContain(value)
    expect(said).toContain('"amount": "9"')
  })

  it('is shown with a mark at each domain field that EIP712Domain does not cover', async () => {
    const types = { ...order.types, EIP712Domain: [{ name: 'name', type: 'string' }] }
    const said = await words({ ...order, types })
    expect(said).toContain('for name Market\n')
    expect(said).toContain('NOT signed domain.chainId')
    expect(said).toContain('NOT signed domain.verifyingContract')
    expect(await words({ ...order, types: { ...order.types, EIP712Domain: [] } })).toContain(
      'it has no domain',
    )
    const alone = await words({
      ...order,
      primaryType: 'EIP712Domain',
      types: { EIP712Domain: [{ name: 'name', type: 'string' }] },
    })
    expect(alone).toContain('NOT signed message.amount')
  })

  it('is shown on the command line with a mark at each unsigned field', async () => {
    const typedData = { ...order, domain: { name: 'Market' }, message: { ...order.message, discount: 'all' } }
    const ran = await runCli(
      [
        ...['sign', 'typed-data', JSON.stringify(typedData), '-w', 'dev:alice'],
        ...['-n', 'eip155:31337', '--rpc', 'http://127.0.0.1:1'],
      ],
      { env: { LATCHKEY_HOME: '/nonexistent/home' } },
    )
    expect(ran.stderr).toContain('NOT signed, since no type covers it:\n  message.discount')
    expect(ran.stderr).not.toContain('"all"')
  })

  it.each<[string, object]>([
    ['a missing value', { ...order, message: { amount: '9' } }],
    ['a text in place of a number', { ...order, message: { ...order.message, amount: 'nine' } }],
    ['an invalid list', { ...order, message: { ...order.message, items: { id: 1 } } }],
    ['an unknown type', { ...order, types: { Order: [{ name: 'a', type: 'Nothing' }] } }],
    ['a type named like a primitive type', { ...order, types: { ...order.types, uint256: [] } }],
    [
      'a field name that contains a second field',
      { ...order, types: { ...order.types, Order: [{ name: 'a,uint256 b', type: 'uint8' }] } },
    ],
    [
      'a repeated field',
      { ...order, types: { ...order.types, Item: [...order.types.Item, ...order.types.Item] } },
    ],
  ])('is refused if it has %s', async (_, data) => {
    await expect(words(data)).rejects.toMatchObject({ code: 'validation/invalid-input' })
  })
})
