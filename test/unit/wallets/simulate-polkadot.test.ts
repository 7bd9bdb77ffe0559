import { expandMetadata, Metadata, TypeRegistry } from '@polkadot/types'
import { compactAddLength, hexToU8a, stringToU8a, u8aConcat, u8aToHex } from '@polkadot/util'
import { blake2AsHex } from '@polkadot/util-crypto'
import { simulateRequest } from 'latchkey/wallets'
import { describe, expect, it } from 'vitest'
import type { ChainNetwork } from '../../../src/core/chain/network.ts'
import { devAccounts } from '../../../src/devnet/dev-accounts.ts'
import { answers, fakeEndpoint } from '../../support/loopback.ts'
import { knownRuntime } from '../../support/polkadot-runtimes.ts'

const alice = devAccounts.alice!.polkadot!.address
const bob = devAccounts.bob!.polkadot!.address
const dot = 10_000_000_000n
const apiName = blake2AsHex(stringToU8a('DryRunApi'), 64)

/**
 * A node with the recorded metadata of a network. polkadot.js decodes the node's requests and encodes its
 * answers with the types of this metadata.
 */
describe.each(['polkadot', 'asset-hub-polkadot'])(
  'a simulation on a network with the runtime of %s',
  async (name) => {
    const { metadata: hex, versions } = await knownRuntime(name, 'v15')
    const registry = new TypeRegistry()
    const metadata = new Metadata(registry, hex)
    registry.setMetadata(metadata)
    const { tx } = expandMetadata(registry, metadata)
    const api = metadata.asV15.apis.find((api) => String(api.name) === 'DryRunApi')!
    const { inputs, output } = api.methods.find((method) => String(method.name) === 'dry_run_call')!
    const typeOf = (id: unknown) => registry.createLookupType(id as never)
    const network: ChainNetwork = {
      ...{ id: 'x', caipNetworkId: 'polkadot:x', chainNamespace: 'polkadot', name: 'Hub', ss58Prefix: 42 },
      nativeCurrency: { name: 'DOT', symbol: 'DOT', decimals: 10 },
      rpcUrls: { default: { http: ['http://node.example/'] } },
    }

    /**
     * Encodes an event of the runtime. polkadot.js encodes only an event of a pallet, so this function adds the
     * pallet's index.
     */
    const event = (pallet: string, fields: object) => {
      const { index, events } = metadata.asV15.pallets.find((each) => String(each.name) === pallet)!
      const type = typeOf(events.unwrap().type)
      return u8aConcat([index.toNumber()], registry.createType(type as 'Bytes', fields as never).toU8a())
    }
    const moved = (from: string, to: string, amount: bigint) =>
      event('Balances', { Transfer: { from, to, amount } })
    const effects = (
      events: readonly object[],
      executionResult: object = { Ok: { actualWeight: null, paysFee: 'Yes' } },
    ) => ({
      Ok: { executionResult, emittedEvents: events, localXcm: null, forwardedXcms: [] },
    })
    const failing = (error: object) =>
      effects([], { Err: { postInfo: { actualWeight: null, paysFee: 'Yes' }, error } })
    /** Simulates a call. Returns the effects that the user sees, and the runtime calls that the node received. */
    async function simulated(
      call: { toHex(): string },
      answer: object,
      apis: readonly (readonly [string, number])[] = [[apiName, 2]],
    ) {
      const asked: Record<string, string> = {}
      const { fetch } = fakeEndpoint((calls) =>
        answers(calls, ({ method, params }) => {
          const [first, second] = params as readonly string[]
          if (method === 'state_getRuntimeVersion') return { ...versions, apis }
          if (method !== 'state_call') throw new Error(`unexpected ${method}`)
          asked[first!] = second!
          if (first === 'Metadata_metadata_at_version')
            return u8aToHex(u8aConcat([1], compactAddLength(hexToU8a(hex))))
          return u8aToHex(registry.createType(typeOf(output) as 'Bytes', answer as never).toU8a())
        }),
      )
      const payload = {
        ...{ address: alice, blockHash: `0x${'11'.repeat(32)}`, blockNumber: '0x00000000' },
        ...{ genesisHash: `0x${'22'.repeat(32)}`, era: '0x00', nonce: '0x00000007', tip: '0x00', version: 4 },
        ...{ specVersion: '0x00000001', transactionVersion: '0x00000001', method: call.toHex() },
        signedExtensions: ['CheckGenesis', 'CheckNonce'],
      }
      const params = { address: alice, transactionPayload: payload }
      const rows = await simulateRequest({ method: 'polkadot_signTransaction', params }, network, { fetch })
      return { rows, asked }
    }
    const pay = (amount = 15_000_000_000n) => tx.balances!.transferKeepAlive!(bob, amount)
    const told = (text: string) => [['simulation', `${text}, according to node.example`]]

    it('runs the call with the account as its signer', async () => {
      const call = pay()
      const { asked } = await simulated(call, effects([]))
      const [origin, inner, xcm] = inputs.map(({ type }) => typeOf(type))
      const bytes = hexToU8a(asked.DryRunApi_dry_run_call)
      const read = registry.createType(`(${origin},${inner},${xcm})` as never, bytes) as unknown as [
        { toHuman(): unknown },
        { toHex(): string },
        { toNumber(): number },
      ]
      expect(read[0].toHuman()).toEqual({
        system: { Signed: registry.createType('AccountId', alice).toHuman() },
      })
      expect(read[1].toHex()).toBe(call.toHex())
      expect(read[2].toNumber()).toBe(5)
      expect((read as unknown as { toU8a(): Uint8Array }).toU8a()).toEqual(bytes)
    })

    it('shows what the account sends and receives', async () => {
      const { rows } = await simulated(pay(), effects([moved(alice, bob, dot + dot / 2n)]))
      expect(rows).toEqual(told('You send 1.5 DOT'))
      const batch = tx.utility!.batchAll!([pay(dot), tx.system!.remark!('0x1234')])
      const both = await simulated(batch, effects([moved(alice, bob, dot)]))
      expect(both.rows).toEqual(told('You send 1 DOT'))
      const received = await simulated(tx.system!.remark!('0x1234'), effects([moved(bob, alice, 2n * dot)]))
      expect(received.rows).toEqual(told('You receive 2 DOT'))
    })

    it('warns if the simulated amount differs from the amount in the call', async () => {
      const { rows } = await simulated(pay(), effects([moved(alice, bob, 4n * dot)]))
      expect(rows).toEqual([
        ...told('You send 4 DOT'),
        [
          'WARNING',
          'The simulation disagrees with the effects above: there you send 1.5 DOT, and here 4 DOT',
        ],
      ])
      // A batch that stops in the middle counts as a success.
      const batch = tx.utility!.batch!([pay(dot), pay(dot)])
      const error = { Token: 'FundsUnavailable' }
      const stopped = [moved(alice, bob, dot), event('Utility', { BatchInterrupted: { index: 1, error } })]
      const half = await simulated(batch, effects(stopped))
      expect(half.rows.map(([name]) => name)).toEqual(['simulation', 'WARNING'])
    })

    it('reports unchanged balances if no event moves coins of the account', async () => {
      const call = tx.proxy!.addProxy!(bob, 'Any', 0)
      const others = [
        event('Balances', { Endowed: { account: alice, freeBalance: dot } }),
        moved(bob, devAccounts.carol!.polkadot!.address, dot),
      ]
      const { rows } = await simulated(call, effects(others))
      expect(rows).toEqual(told('Your balances stay the same'))
    })

    it("doesn't call balances unchanged if any event names the account and an amount", async () => {
      const swept = event('Balances', { BalanceSet: { who: alice, free: 0 } })
      const { rows } = await simulated(tx.proxy!.addProxy!(bob, 'Any', 0), effects([swept, swept]))
      expect(rows).toEqual([
        ...told("Only changes that this wallet doesn't count"),
        ['note', "the runtime also reports Balances BalanceSet, which isn't counted"],
      ])
      const ofBob = event('Balances', { BalanceSet: { who: bob, free: 0 } })
      const unmoved = await simulated(tx.proxy!.addProxy!(bob, 'Any', 0), effects([ofBob]))
      expect(unmoved.rows).toEqual(told('Your balances stay the same'))
    })

    it('counts an amount that leaves without a transfer', async () => {
      const suspended = event('Balances', { Suspended: { who: alice, amount: dot } })
      const { rows } = await simulated(tx.system!.remark!('0x1234'), effects([suspended]))
      expect(rows[0]).toEqual(told('You send 1 DOT')[0])
    })

    it.each([
      ['of the runtime', { Token: 'FundsUnavailable' }, 'Token FundsUnavailable'],
      [
        'of a pallet',
        {
          Module: {
            index: metadata.asV15.pallets.find((each) => String(each.name) === 'Balances')!.index,
            error: '0x02000000',
          },
        },
        'Balances InsufficientBalance',
      ],
    ])('warns of an error %s', async (_, error, text) => {
      const { rows } = await simulated(pay(), failing(error))
      expect(rows).toEqual([['WARNING', `The simulation fails: ${text}, according to node.example`]])
    })

    it('says why nothing was simulated', async () => {
      const without = await simulated(pay(), {}, [['0xdf6acb689907609b', 5]])
      expect(without.rows).toEqual([['simulation', 'Not simulated: the runtime of Hub has no DryRunApi']])
      const refused = await simulated(pay(), { Err: 'VersionedConversionFailed' })
      expect(refused.rows).toEqual([
        [
          'simulation',
          "Not simulated: the runtime's DryRunApi refused the call: Err VersionedConversionFailed",
        ],
      ])
    })

    const { assets } = tx
    if (assets) {
      it('counts assets in addition to the coin', async () => {
        const call = assets.transfer!(1337, bob, 25n)
        const transferred = event('Assets', {
          Transferred: { assetId: 1337, from: alice, to: bob, amount: 25n },
        })
        const { rows } = await simulated(call, effects([transferred]))
        expect(rows).toEqual(told('You send 25 of the smallest unit of the asset 1337'))
      })

      it('counts the two sides of a swap', async () => {
        const swap = [
          event('Assets', { Withdrawn: { assetId: 1337, who: alice, amount: 25n } }),
          event('Assets', { Deposited: { assetId: 42, who: alice, amount: 7n } }),
        ]
        const { rows } = await simulated(tx.proxy!.addProxy!(bob, 'Any', 0), effects(swap))
        expect(rows).toEqual(
          told(
            'You send 25 of the smallest unit of the asset 1337, you receive 7 of the smallest unit of the asset 42',
          ),
        )
      })

      it('names an NFT that leaves the account, but does not count it', async () => {
        const gone = event('Uniques', { Transferred: { collection: 3, item: 5, from: alice, to: bob } })
        const { rows } = await simulated(tx.uniques!.transfer!(3, 5, bob), effects([gone]))
        expect(rows).toEqual([
          ...told("Only changes that this wallet doesn't count"),
          ['note', "the runtime also reports Uniques Transferred, which isn't counted"],
        ])
      })
    }
  },
)
