import { describe, expect, it } from 'vitest'
import { walletOf } from '../../../../src/adapters/bip122/wallet-of.ts'
import type { AccountRecord } from '../../../../src/core/wallet/connection.ts'
import type { RpcRequest } from '../../../../src/ports.ts'

const network = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const elsewhere = 'bip122:000000000933ea01ad0ee984209779ba'
const account = (
  type: 'payment' | 'ordinal',
  address: string,
  path?: string,
  networks: AccountRecord['networks'] = [network],
): AccountRecord => ({ namespace: 'bip122', address, type, networks, ...(path && { path }) })

/**
 * Lets a wallet with these accounts sign a message with an address. Returns the parameters of the wallet's request.
 * `approved`: the addresses that the session contains as accounts. Absent if the channel doesn't tell them.
 */
async function asked(address: string, accounts: readonly AccountRecord[], approved?: readonly string[]) {
  const requests: RpcRequest[] = []
  const request = async (call: RpcRequest) => {
    requests.push(call)
    return { signature: 'ab' }
  }
  const approves = approved && ((one: string) => approved.includes(one))
  const channel = () => ({ kind: 'rpc', request, approves })
  const session = { accounts, networks: [network], methods: {}, channel }
  await walletOf(session as never).signMessage({ address, message: 'hello', scheme: 'bip322', network })
  expect(requests).toHaveLength(1)
  return requests[0]!.params
}

describe("a request to sign a message over WalletConnect names the session's account", () => {
  it('for a payment address', async () => {
    const accounts = [account('payment', 'first'), account('payment', 'second'), account('ordinal', 'third')]
    for (const address of ['first', 'second'])
      expect(await asked(address, accounts)).toMatchObject({ account: address, address })
  })

  it('for an ordinals address, which is part of the account', async () => {
    const accounts = [
      account('payment', 'other', undefined, [elsewhere]),
      account('payment', 'first'),
      account('ordinal', 'third'),
    ]
    expect(await asked('third', accounts)).toEqual({
      account: 'first',
      address: 'third',
      message: 'hello',
      protocol: 'bip322',
    })
  })

  it('with the same derivation path as the ordinals address', async () => {
    const accounts = [
      account('payment', 'first', "m/84'/1'/0'/0/0"),
      account('payment', 'second', "m/84'/1'/1'/0/0"),
      account('ordinal', 'third', "m/86'/1'/1'/0/0"),
    ]
    expect(await asked('third', accounts)).toMatchObject({ account: 'second', address: 'third' })
  })

  it('for an ordinals address that the session contains as an account', async () => {
    const accounts = [account('payment', 'first'), account('ordinal', 'third')]
    expect(await asked('third', accounts, ['first', 'third'])).toMatchObject({
      account: 'third',
      address: 'third',
    })
    expect(await asked('third', accounts, ['first'])).toMatchObject({ account: 'first', address: 'third' })
  })

  it('if the session has only an ordinals address', async () => {
    expect(await asked('third', [account('ordinal', 'third')])).toMatchObject({ account: 'third' })
    expect(await asked('third', [])).toMatchObject({ account: 'third' })
  })
})
