import { afterEach, describe, expect, it } from 'vitest'
import { eip155 } from '../../src/adapters/eip155/index.ts'
import { accountOfName } from '../../src/adapters/solana/chain/names.ts'
import { solana } from '../../src/adapters/solana/index.ts'
import { createLatchkey } from '../../src/client/create-latchkey.ts'
import type { LatchkeyOptions } from '../../src/core/options/options.ts'
import { mainnet, solanaMainnet } from '../../src/networks/index.ts'
import { memoryPlatform } from '../../src/testing/memory-platform.ts'
import { keyOf, ownerless, type SnsName, snsNode } from '../support/sns-node.ts'

const [owner, wallet, holder, stranger] = [1, 2, 3, 4].map((seed) => keyOf(seed)) as [
  ReturnType<typeof keyOf>,
  ReturnType<typeof keyOf>,
  ReturnType<typeof keyOf>,
  ReturnType<typeof keyOf>,
]
const here = solanaMainnet.caipNetworkId

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Returns the names controller of a client whose node has these names. */
async function names(
  registered: Readonly<Record<string, SnsName>>,
  primary?: Readonly<Record<string, string>>,
  options: Partial<LatchkeyOptions> = {},
) {
  const node = await snsNode(registered, primary)
  closing.push(node.close)
  const latchkey = createLatchkey({
    networks: [{ ...solanaMainnet, rpcUrls: { default: { http: [node.url] } } }],
    adapters: [solana()],
    platform: memoryPlatform({ fetch: (input, init) => fetch(input, init) }),
    name: `sns-${Math.random()}`,
    ...options,
  } as LatchkeyOptions)
  closing.push(() => latchkey.dispose())
  return { own: latchkey.names, node }
}
const keys = { owner: owner.publicKey, wallet: wallet.publicKey, holder: holder.publicKey }
const first = { address: keys.wallet, signer: owner }
const second = { address: keys.wallet }

describe('the account of a .sol name', () => {
  // The vectors of `js/tests/derivation.test.ts` in https://github.com/Bonfida/sns-sdk.
  it.each([
    ['bonfida.sol', 'Crf8hzfthWGbGbLTVCiqRqV5MVnbpHB1L9KQMd6gsinb'],
    ['dex.bonfida.sol', 'HoFfFXqFHAC8RP3duuQNzag1ieUwJRBv1HtRNiWFq4Qu'],
  ])('has the address that SNS derives from the name %s', (name, account) => {
    expect(accountOfName(name).toBase58()).toBe(account)
  })
})

describe('a .sol name', () => {
  // The case numbers are those of SNS-IP 5. If the owner is the address of a program, SNS-IP 5 requires an error.
  it.each<[string, SnsName, 'owner' | 'wallet' | 'holder']>([
    [
      'whose token has a holder (SNS-IP 5, case 1)',
      { owner: keys.owner, token: { holder: keys.holder }, second },
      'holder',
    ],
    ['with a record (SNS-IP 5, case 2)', { owner: keys.owner, second }, 'wallet'],
    [
      'with a record from before the last change of the owner (SNS-IP 5, case 4)',
      { owner: keys.owner, second: { ...second, staleness: stranger.publicKey } },
      'owner',
    ],
    ['with a record of version 1 (SNS-IP 5, case 7)', { owner: keys.owner, first }, 'wallet'],
    [
      'with a record of version 1 that another key signed (SNS-IP 5, case 8)',
      { owner: keys.owner, first: { ...first, signer: stranger } },
      'owner',
    ],
    ['without a record (SNS-IP 5, case 9)', { owner: keys.owner }, 'owner'],
    ['whose token was redeemed', { owner: keys.owner, token: { holder: keys.holder, tag: 3 } }, 'owner'],
  ])('%s resolves to the correct address', async (_, name, expected) => {
    const { own } = await names({ 'ada.sol': name })
    expect(await own.resolve('ada.sol')).toEqual({
      name: 'ada.sol',
      address: keys[expected].toBase58(),
      network: here,
    })
  })

  it.each<[string, SnsName]>([
    [
      'whose record contains an address that did not agree to the record (SNS-IP 5, case 3)',
      { owner: keys.owner, second: { ...second, agreed: stranger.publicKey } },
    ],
    [
      'of a program, with a stale record (SNS-IP 5, case 6)',
      { owner: ownerless, second: { ...second, staleness: keys.owner } },
    ],
    ['of a program (SNS-IP 5, case 11)', { owner: ownerless }],
    [
      'whose record contains an address that agreed only to the record of version 1 (SNS-IP 5, case 12)',
      { owner: keys.owner, first, second: { ...second, agreed: stranger.publicKey } },
    ],
    [
      'with a record whose agreement is not proven',
      { owner: keys.owner, second: { ...second, kinds: [1, 0] } },
    ],
    ['with a record whose age is not proven', { owner: keys.owner, second: { ...second, kinds: [0, 1] } }],
    [
      'with a record that an Ethereum key proves',
      { owner: keys.owner, second: { ...second, kinds: [2, 2] } },
    ],
    ['whose token no account holds', { owner: keys.owner, token: { holder: keys.holder, amount: 0n } }],
    ['whose token a program holds', { owner: keys.owner, token: { holder: ownerless } }],
  ])('%s is refused', async (_, name) => {
    const { own } = await names({ 'ada.sol': name, 'eve.sol': { owner: keys.owner } })
    await expect(own.resolve('ada.sol')).rejects.toMatchObject({ code: 'name/resolve-failed' })
    // The same client resolves a second name, which has no record.
    expect((await own.resolve('eve.sol')).address).toBe(keys.owner.toBase58())
  })

  it('can have capital letters, spaces around it, or a subdomain', async () => {
    const { own } = await names({
      'ada.sol': { owner: keys.owner },
      'pay.ada.sol': { owner: keys.holder, second: { address: keys.wallet } },
    })
    expect(await own.resolve(' Ada.SOL ')).toMatchObject({ name: 'ada.sol', address: keys.owner.toBase58() })
    expect((await own.resolve('pay.ada.sol')).address).toBe(keys.wallet.toBase58())
    await expect(own.resolve('none.sol')).rejects.toMatchObject({ code: 'name/resolve-failed' })
  })

  it.each(['аda.sol', 'ada .sol', 'a.b.ada.sol', '.sol', 'ada..sol', '😀.sol', 'ada\u200b.sol'])(
    'such as %j is invalid, and is refused without a request',
    async (text) => {
      const { own, node } = await names({ 'ada.sol': { owner: keys.owner } })
      await expect(own.resolve(text)).rejects.toMatchObject({ code: 'name/resolve-failed' })
      expect(node.methods).toEqual([])
    },
  )

  it('is not looked up for an Ethereum account', async () => {
    const { own, node } = await names({ 'ada.sol': { owner: keys.owner } }, undefined, {
      adapters: [solana(), eip155()],
    })
    const on = { network: mainnet.caipNetworkId }
    await expect(own.resolve('ada.sol', on)).rejects.toMatchObject({ code: 'network/not-requested' })
    expect(node.methods).toEqual([])
  })

  it('is the only kind of name that the solana adapter resolves', async () => {
    const { own } = await names({})
    await expect(own.resolve('ada.eth')).rejects.toMatchObject({ code: 'adapter/unsupported' })
  })
})

describe('the name of a solana account', () => {
  const registered = {
    'ada.sol': { owner: keys.owner },
    'pay.ada.sol': { owner: keys.wallet },
    'Ada.sol': { owner: keys.holder },
  }
  it.each([
    ['its primary name', keys.owner, 'ada.sol', ['ada.sol']],
    ['its primary name, even if this is a subdomain', keys.wallet, 'pay.ada.sol', ['pay.ada.sol']],
    ['missing if the name belongs to another account', keys.wallet, 'ada.sol', []],
    ['missing if the name is not in lower case', keys.holder, 'Ada.sol', []],
    ['missing if the name is not registered', keys.owner, 'eve.sol', []],
  ] as const)('is %s', async (_, account, name, expected) => {
    const { own } = await names(registered, { [account.toBase58()]: name })
    expect(await own.reverse(account.toBase58())).toEqual(expected)
  })

  it('is missing if the account has no primary name', async () => {
    const { own } = await names(registered)
    expect(await own.reverse(keys.owner.toBase58())).toEqual([])
  })
})
