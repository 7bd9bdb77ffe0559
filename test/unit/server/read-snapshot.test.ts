import { readSnapshot } from 'latchkey/server'
import { describe, expect, it } from 'vitest'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const read = (cookie: string, name?: string) => readSnapshot(new Headers({ cookie }), { name })

describe('readSnapshot', () => {
  it.each([
    ['eip155', address],
    ['solana', 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'],
    ['bip122', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['polkadot', '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'],
    ['cosmos', 'cosmos1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5lzv7xu'],
  ])('reads an account of %s', (namespace, account) => {
    expect(read(`theme=dark; latchkey-app=${namespace}:${account}; other=1`)).toEqual({
      namespace,
      address: account,
    })
  })

  it("finds the cookie of a client by the client's name", () => {
    expect(read(`latchkey-app=eip155:${address}`, 'shop')).toBeNull()
    expect(read(`latchkey-my%20shop=eip155:${address}`, 'my shop')?.address).toBe(address)
  })

  it.each([
    ['no cookie of Latchkey', 'theme=dark'],
    ['an empty value', 'latchkey-app='],
    ['a cookie whose longer name ends with the expected name', `xlatchkey-app=eip155:${address}`],
    ['JSON', `latchkey-app={"namespace":"eip155","address":"${address}"}`],
    ['broken JSON', 'latchkey-app={"namespace":"eip155"'],
    ['broken escapes', 'latchkey-app=%E0%A4%A'],
    ['markup', 'latchkey-app=eip155:<img src=x onerror=alert(1)>'],
    ['markup after an address', `latchkey-app=eip155:${address}<b>`],
    ['a line break after an address', `latchkey-app=eip155:${address}%0A`],
    ['an address of another family', `latchkey-app=solana:${address}`],
    ['a family that does not exist', `latchkey-app=tron:${address}`],
    ['a key of the prototype', `latchkey-app=__proto__:${address}`],
    ['a method of the prototype', `latchkey-app=constructor:${address}`],
    ['a CAIP-10 id', `latchkey-app=eip155:1:${address}`],
    ['a long value', `latchkey-app=cosmos:${'a'.repeat(5000)}`],
    ['too many characters', `x=${'y'.repeat(70_000)}; latchkey-app=eip155:${address}`],
  ])('returns null if the cookie header has %s', (_, cookie) => {
    expect(read(cookie)).toBeNull()
  })
})
