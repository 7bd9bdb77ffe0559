import { bip122Keys, describeRequest } from 'latchkey/wallets'
import { describe, expect, it } from 'vitest'
import { bitcoinChains } from '../../src/core/chain/bip122.ts'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import { devAccounts } from '../../src/devnet/dev-accounts.ts'
import { fc } from '../support/fast-check.ts'
import { drawnPsbt } from './bip122-psbts.ts'
import { ownScripts } from './bip122-scripts.ts'
import { addressOf, btc, provenFee, secondReading } from './bip122-second-reader.ts'
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

/** The sighash types with which others may change the transaction, with their numbers from BIP-174. */
const partial: ReadonlyMap<number, string> = new Map([
  [2, 'NONE'],
  [3, 'SINGLE'],
  [0x81, 'ALL, ANYONECANPAY'],
  [0x82, 'NONE, ANYONECANPAY'],
  [0x83, 'SINGLE, ANYONECANPAY'],
])

type Reading = ReturnType<typeof secondReading>

/**
 * Returns the sentences that an approval must contain, each with its level: plain, caution or danger. Computes
 * the sentences from the values that @scure/btc-signer reads, and from the size of a usual fee.
 */
function sentences(
  read: Reading,
  signInputs: readonly { readonly index: number }[],
): readonly (readonly [level: string, ...parts: string[]])[] {
  const { inputs, outputs } = read
  const paid = outputs.reduce((sum, { amount }) => sum + amount, 0n)
  const fee = provenFee(read, signInputs)
  const usual = 50n * BigInt(68 * inputs.length + 31 * outputs.length)
  const toMiner = (): readonly (readonly [string, ...string[]])[] => {
    if (paid === 0n)
      return [['danger', 'Give the miner everything', ...(fee === undefined ? [] : [btc(fee)])]]
    if (fee === undefined || fee < paid) return []
    return [[fee > usual ? 'danger' : 'caution', `Give the miner ${btc(fee)}`, btc(paid)]]
  }
  return [
    ...signInputs.flatMap(({ index }) => {
      const name = partial.get(inputs[index]!.sighash ?? 1)
      return name === undefined ? [] : [['danger', `Sign input ${index} `, name] as const]
    }),
    ...outputs.map(({ amount, script }) => ['plain', `Pay ${btc(amount)} to ${addressOf(script)}`] as const),
    ...toMiner(),
    ...(fee === undefined ? [['danger', 'unknown fee'] as const] : []),
  ]
}

describe('an approval of a PSBT', { timeout }, () => {
  it('names the recipient and the amount of every output that a second library reads', async () => {
    const own = ownScripts(await bip122Keys(secret), bitcoinChains.regtest)
    const known = own.filter(({ kind }) => kind === 'p2wpkh' || kind === 'p2tr')
    const told = { all: 0, partial: 0, unknown: 0, miner: 0 }
    await fc.assert(
      fc.asyncProperty(drawnPsbt([...known, ...known, ...own]), async ({ psbt, signInputs }) => {
        const params = { account: known[0]!.address, psbt, signInputs }
        const described = await describeRequest({ method: 'signPsbt', params }, network, {
          allowSighash: [...partial.keys()],
        }).catch((error: unknown) => {
          if (error instanceof TypeError || error instanceof ReferenceError) throw error
          return undefined
        })
        if (!described) return
        const expected = sentences(secondReading(psbt), signInputs)
        const left = described.effects.map(({ level, text }) => ({ level, text }))
        for (const [level, ...parts] of expected) {
          const at = left.findIndex(
            (one) => one.level === level && parts.every((part) => one.text.includes(part)),
          )
          expect(at, `${level}: ${parts.join(', ')}`).not.toBe(-1)
          left.splice(at, 1)
        }
        expect(left).toEqual([])
        told.all++
        if (expected.some(([, part]) => part!.startsWith('Sign input'))) told.partial++
        if (expected.some(([, part]) => part === 'unknown fee')) told.unknown++
        if (expected.some(([, ...parts]) => parts.join().includes('the miner'))) told.miner++
      }),
      { numRuns: cases },
    )
    expect(told.all).toBeGreaterThan(cases / 3)
    for (const [kind, count] of Object.entries(told)) expect(count, kind).toBeGreaterThan(cases / 100)
  })

  it('names the recipient and the amount of a transfer in sats', async () => {
    const script = fc
      .uint8Array({ minLength: 20, maxLength: 20 })
      .map((hash) => Uint8Array.from([0, 20, ...hash]))
    const sats = fc.bigInt({ min: 0n, max: 21n * 10n ** 14n })
    await fc.assert(
      fc.asyncProperty(script, script, sats, async (from, to, amount) => {
        const [account, recipientAddress] = [addressOf(from), addressOf(to)]
        const params = { account, recipientAddress, amount: String(amount) }
        const { effects } = await describeRequest({ method: 'sendTransfer', params }, network)
        expect(effects.map(({ text }) => text)).toEqual([`Send ${btc(amount)} to ${recipientAddress}`])
      }),
      { numRuns: cases },
    )
  })
})
