import { describe, expect, it } from 'vitest'
import { chainNamespaces } from '../../src/core/chain/namespace.ts'
import { connectorTypes } from '../../src/core/wallet/connector.ts'
import { skeleton, skeletonsWithin } from '../../src/core/wallet/list/look-alike.ts'
import { connectorListTypes, isShown, mergeByRdns } from '../../src/core/wallet/list/wallet-list.ts'
import { type ListedWallet, walletRows } from '../../src/core/wallet/list/wallet-rows.ts'
import { fc } from '../support/fast-check.ts'
import { fifthOf } from '../support/seed.ts'

// Draws from a few values, so that wallets share ids.
const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
const rdns = fc.option(fc.constantFrom('io.a', 'io.b', 'io.c'), { nil: undefined })
const name = fc.constantFrom('Alpha', 'Beta', 'Browser Wallet', 'BETA')
const connectors = fc
  .uniqueArray(
    fc.record({
      id,
      name,
      rdns,
      type: fc.constantFrom(...connectorTypes.filter((type) => type !== 'MULTI_CHAIN')),
      chains: fc.uniqueArray(fc.constantFrom(...chainNamespaces), { minLength: 1 }),
      explorerId: fc.option(id, { nil: undefined }),
    }),
    { selector: (one) => one.id },
  )
  .map((found) =>
    // WalletConnect and the embedded wallet have no rdns.
    found.map((one) => (/WALLET_CONNECT|AUTH/.test(one.type) ? { ...one, rdns: undefined } : one)),
  )
const wallets: fc.Arbitrary<ListedWallet[]> = fc.uniqueArray(fc.record({ id, name, rdns }), {
  selector: (one) => one.id,
})
const order = fc.shuffledSubarray([...connectorListTypes])
const rules = { mobile: fc.boolean(), excluded: fc.array(fc.record({ name, rdns }), { maxLength: 2 }) }

describe('the rows of the connect view, for any wallets,', () => {
  it('contain each wallet once, in the order of their lists', () => {
    fc.assert(
      fc.property(
        connectors,
        fc.record({ recent: wallets, featured: wallets, custom: wallets, recommended: wallets }),
        order,
        fc.record(rules),
        (found, lists, wanted, { mobile, excluded }) => {
          const shown = mergeByRdns(found.filter((one) => isShown(one, { mobile, excluded })))
          const rows = walletRows({ connectors: shown, order: wanted, ...lists, mobile, namespace: 'eip155' })

          const ranks = rows.map(({ why }) => wanted.indexOf(why))
          expect(ranks).toEqual([...ranks].sort((a, b) => a - b))
          expect(ranks).not.toContain(-1)

          const views = rows.flatMap((row) => ('connector' in row ? [row.connector] : []))
          expect(new Set(views.map((one) => one.id)).size).toBe(views.length)
          for (const view of views.filter(({ type }) => type !== 'WALLET_CONNECT')) {
            const hit = excluded.some(
              (one) =>
                (one.rdns && one.rdns === view.rdns) || one.name.toLowerCase() === view.name.toLowerCase(),
            )
            expect(hit).toBe(false)
            if (!mobile) expect([view.type, view.name]).not.toEqual(['INJECTED', 'Browser Wallet'])
          }

          for (const row of rows) {
            if (!('wallet' in row) || row.why === 'recent') continue
            const known = [
              ...shown,
              ...rows.flatMap((one) => ('wallet' in one && one.why === 'recent' ? [one.wallet] : [])),
            ]
            if (row.wallet.rdns) expect(known.map((one) => one.rdns)).not.toContain(row.wallet.rdns)
          }
          expect(rows.filter(({ why }) => why === 'recommended').length).toBeLessThanOrEqual(2)
        },
      ),
      { numRuns: fifthOf(2000) },
    )
  })
})

it('an ASCII name has the same skeletons as with an accent, for which the slower Unicode rules are used', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme-ascii' }),
      fc.constantFrom('', 'MetaMask', 'Coinb4se '),
      (text, known) => {
        const name = `${text}${known}x`
        const accented = `${name}\u0301`
        expect(skeleton(accented)).toBe(skeleton(name))
        expect(skeletonsWithin(accented)).toEqual(skeletonsWithin(name))
      },
    ),
  )
})
