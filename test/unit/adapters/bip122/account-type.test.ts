import { createLatchkey, type LatchkeyOptions } from 'latchkey'
import { bip122 } from 'latchkey/adapters/bip122'
import { bitcoinConnector, standardConnector } from 'latchkey/connectors'
import { bitcoinRegtest } from 'latchkey/networks'
import { createBip122Wallet, memoryPlatform } from 'latchkey/testing'
import { describe, expect, it } from 'vitest'

type Types = LatchkeyOptions['defaultAccountTypes']

function client(defaultAccountTypes?: Types) {
  const kinds = ['p2tr', 'p2wpkh'] as const
  const networks = [bitcoinRegtest.caipNetworkId]
  const provider = createBip122Wallet({ secret: `0x${'7'.repeat(64)}`, networks, kinds }).satsConnect
  return createLatchkey({
    networks: [bitcoinRegtest],
    adapters: [bip122()],
    connectors: [bitcoinConnector({ id: 'w', name: 'W', dialect: 'sats-connect', provider })],
    platform: memoryPlatform(),
    ...(defaultAccountTypes && { defaultAccountTypes }),
  })
}

describe('the account type of a wallet with several accounts', () => {
  it.each([
    ['the payment account, by default', undefined, ['payment', 'ordinal']],
    ['the type that the host chooses', { bip122: 'ordinal' }, ['ordinal', 'payment']],
    [
      'a type that the wallet has, if the host chooses a type that the wallet lacks',
      { bip122: 'stx' },
      ['ordinal', 'payment'],
    ],
  ] as const)('is %s', async (_, types, expected) => {
    const latchkey = client(types as Types)
    const [connection] = await latchkey.connect({ connectorId: 'w' })
    expect(connection?.accounts.map(({ type }) => type)).toEqual(expected)
    expect(latchkey.account.state.bip122.address).toBe(connection?.accounts[0].address)
    await latchkey.dispose()
  })

  it("is the visitor's choice rather than the host's", async () => {
    const latchkey = client({ bip122: 'payment' })
    latchkey.account.setPreferredAccountType('bip122', 'ordinal')
    const [connection] = await latchkey.connect({ connectorId: 'w' })
    expect(connection?.accounts[0].type).toBe('ordinal')
    await latchkey.dispose()
  })
})

describe('a wallet-standard wallet', () => {
  type Kind = 'p2tr' | 'p2wpkh'
  /** Connects to a wallet with one account of each of these kinds. `purposes` are the purposes of the accounts. */
  async function connected(kinds: readonly Kind[], purposes: readonly (string | undefined)[]) {
    const networks = [bitcoinRegtest.caipNetworkId]
    const { standard } = createBip122Wallet({ secret: `0x${'7'.repeat(64)}`, networks, kinds })
    const honest = standard.features['bitcoin:connect'] as {
      connect(input: unknown): Promise<{ accounts: object[] }>
    }
    const connect = async (input: unknown) => {
      const { accounts } = await honest.connect(input)
      return { accounts: accounts.map((account, at) => ({ ...account, purpose: purposes[at] })) }
    }
    const features = { ...standard.features, 'bitcoin:connect': { ...honest, connect } }
    const latchkey = createLatchkey({
      // The network has no node, so a send that the adapter accepts fails too.
      networks: [{ ...bitcoinRegtest, rpcUrls: { default: { http: [] } } }],
      adapters: [bip122()],
      connectors: [standardConnector({ id: 's', name: 'S', wallet: { ...standard, features } as never })],
      platform: memoryPlatform(),
    })
    const [{ accounts, addresses }] = await latchkey.connect({ connectorId: 's', namespaces: ['bip122'] })
    const adapter = await latchkey.adapter('bip122')
    const taproot = addresses.find((address) => address.includes('bcrt1p'))!
    const to = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
    const sent = await adapter.send({ from: taproot, to, amount: 1000n }).catch((error) => error)
    await latchkey.dispose()
    return { type: accounts.find(({ address }) => address.startsWith('bcrt1p'))?.type, refused: String(sent) }
  }

  it.each([
    ['pays from its only account, a taproot account without a purpose', ['p2tr'], [undefined], 'payment'],
    [
      'pays from its taproot account if the wallet marks the account for payments',
      ['p2tr'],
      ['payment'],
      'payment',
    ],
    [
      'never pays from its only account if the wallet marks the account for ordinals',
      ['p2tr'],
      ['ordinals'],
      'ordinal',
    ],
    [
      'never pays from its taproot account if the wallet misspells the purpose ordinals',
      ['p2tr'],
      ['ordinal'],
      'ordinal',
    ],
    [
      'never pays from its taproot account if it shows two accounts without purposes',
      ['p2tr', 'p2wpkh'],
      [undefined, undefined],
      'ordinal',
    ],
    [
      'never pays from its taproot account if it marks only its segwit account for payments',
      ['p2tr', 'p2wpkh'],
      [undefined, 'payment'],
      'ordinal',
    ],
    [
      'pays from its taproot account if it marks its segwit account for ordinals',
      ['p2tr', 'p2wpkh'],
      [undefined, 'ordinals'],
      'payment',
    ],
  ] as const)('%s', async (_, kinds, purposes, expected) => {
    const { type, refused } = await connected(kinds, purposes)
    expect(type).toBe(expected)
    if (expected === 'ordinal') expect(refused).toMatch(/ordinal/i)
    else expect(refused).toMatch(/RPC URL not found/)
  })
})
