import * as bitcoin from 'bitcoinjs-lib'
import { bip122Keys } from 'latchkey/wallets'
import { describe, expect, it } from 'vitest'
import { bitcoinChains } from '../../src/core/chain/bip122.ts'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import { devAccounts } from '../../src/devnet/dev-accounts.ts'
import { bip122OverRelay } from '../../src/wallets/bip122/over-relay.ts'
import { fc } from '../support/fast-check.ts'
import { drawnPsbt } from './bip122-psbts.ts'
import { ownScripts } from './bip122-scripts.ts'
import { addressOf, btc, provenFee, secondReading } from './bip122-second-reader.ts'
import { describeAndSign } from './describe-and-sign.ts'
import { cases, timeout } from './fuzz.ts'

const { secret } = devAccounts.alice!.bip122!
const network = {
  id: '0f9188f13cb7b2c71f2a335e3a4fc328',
  caipNetworkId: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
  chainNamespace: 'bip122',
  name: 'Regtest',
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: { default: { http: [] } },
} as const satisfies ChainNetwork

const rewritten = (psbt: string) => bitcoin.Psbt.fromBase64(psbt).toBase64()

describe('a PSBT', { timeout }, () => {
  it('is refused, or is signed as its description says', {
    tags: ['ci'],
  }, async () => {
    const own = ownScripts(await bip122Keys(secret), bitcoinChains.regtest)
    const known = own.filter(({ kind }) => kind === 'p2wpkh' || kind === 'p2tr')
    const log = console as never
    const fetch = () => Promise.reject(new Error('not expected: a request'))
    const wallet = bip122OverRelay({ secrets: [secret], networks: [network], fetch, log })
    let told = 0
    let index = 0
    await fc.assert(
      fc.asyncProperty(
        drawnPsbt([...known, ...known, ...known, ...known, ...own]),
        async ({ psbt, signInputs }) => {
          const call = { method: 'signPsbt', params: { account: known[0]!.address, psbt, signInputs } }
          // Signing takes most of the time. In a run of a million cases, the wallet signs only each eighth
          // case. For the other cases, only the encoding is compared.
          const isSigned = cases <= 10_000 || index++ % 8 === 0
          const answer = isSigned
            ? await describeAndSign(wallet, call, network)
            : await describeAndSign(
                { ...wallet, request: async () => ({ psbt: rewritten(psbt) }) },
                call,
                network,
              )
          if (!answer) return
          told++
          const { rows, table = [] } = answer.described
          const { inputs, outputs } = secondReading((answer.result as { psbt: string }).psbt)
          const spends = table.filter(([verb]) => verb!.startsWith('spends'))
          expect(spends.map(([, value]) => value)).toEqual(
            inputs.map(({ prevout }) => (prevout ? btc(prevout.amount) : '?')),
          )
          for (const [at, { prevout }] of inputs.entries())
            if (prevout) expect(spends[at]![2]).toBe(addressOf(prevout.script))
          expect(table.filter(([verb]) => verb === 'pays').map(([, ...rest]) => rest)).toEqual(
            outputs.map(({ amount, script }) => [btc(amount), addressOf(script)]),
          )
          const fee = provenFee({ inputs, outputs }, signInputs)
          expect(rows.find(([name]) => name === 'fee')?.[1]).toEqual(
            fee === undefined ? expect.stringContaining('unknown') : `up to ${btc(fee)}`,
          )
          if (!isSigned) return
          // The wallet signed exactly the announced inputs, and the signatures are invalid in any other
          // transaction.
          const signed = inputs.flatMap((input, at) => (input.signed ? [at] : []))
          const shown = rows.flatMap(([name]) => /^signs input (\d+)$/.exec(name)?.[1] ?? []).map(Number)
          expect([...new Set(shown)]).toEqual(signed)
          for (const at of signed) expect([undefined, 0, 1]).toContain(inputs[at]!.sighash)
        },
      ),
      { numRuns: cases },
    )

    expect(told).toBeGreaterThan(cases / 3)
  })
})
