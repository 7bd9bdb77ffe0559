import { bech32m, hex } from '@scure/base'
import { Address, NETWORK, OutScript, Transaction } from '@scure/btc-signer'
import * as bitcoin from 'bitcoinjs-lib'
import { formatUnits } from 'ethers'
import { bip122Keys } from 'latchkey/wallets'
import { describe, expect, it } from 'vitest'
import { bitcoinChains } from '../../src/core/chain/bip122.ts'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import { devAccounts } from '../../src/devnet/dev-accounts.ts'
import { bip122OverRelay } from '../../src/wallets/bip122/over-relay.ts'
import { fc } from '../support/fast-check.ts'
import { drawnPsbt } from './bip122-psbts.ts'
import { ownScripts } from './bip122-scripts.ts'
import { describeAndSign } from './describe-and-sign.ts'
import { cases, timeout } from './fuzz.ts'

const { secret } = devAccounts.alice!.bip122!
const regtest = { ...NETWORK, bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4 }
const network = {
  id: '0f9188f13cb7b2c71f2a335e3a4fc328',
  caipNetworkId: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
  chainNamespace: 'bip122',
  name: 'Regtest',
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: { default: { http: [] } },
} as const satisfies ChainNetwork

const loose = {
  allowUnknownInputs: true,
  allowUnknownOutputs: true,
  allowLegacyWitnessUtxo: true,
  disableScriptCheck: true,
  allowUnknownVersion: true,
} as const
const addressOf = (script: Uint8Array) => {
  // The library supports today's witness programs; BIP-350 already gives addresses to those of later versions.
  const [version = 0, length = 0] = script
  if (version > 0x51 && version <= 0x60 && length >= 2 && length <= 40 && script.length === length + 2)
    return bech32m.encode(regtest.bech32, [version - 0x50, ...bech32m.toWords(script.slice(2))])
  try {
    return Address(regtest).encode(OutScript.decode(script))
  } catch {
    return hex.encode(script)
  }
}
const btc = (sats: bigint) => `${formatUnits(sats, 8).replace(/\.0$/, '')} BTC`

const rewritten = (psbt: string) => bitcoin.Psbt.fromBase64(psbt).toBase64()

const hints = ['tapInternalKey', 'tapLeafScript', 'tapBip32Derivation', 'bip32Derivation'] as const

/**
 * Where the decoder would differ, two kinds of fields are left out: those of newer standards, which the other library
 * passes on unread, and those that help to sign and describe nothing that is signed, such as a key that is not on the
 * curve.
 */
function readable(psbt: string): Transaction {
  try {
    return Transaction.fromPSBT(Buffer.from(psbt, 'base64'), loose)
  } catch {
    const plain = bitcoin.Psbt.fromBase64(psbt)
    const { inputs, outputs, globalMap } = plain.data
    for (const fields of [...inputs, ...outputs, globalMap]) delete fields.unknownKeyVals
    for (const fields of [...inputs, ...outputs])
      for (const hint of hints) delete (fields as Partial<Record<typeof hint, unknown>>)[hint]
    return Transaction.fromPSBT(plain.toBuffer(), loose)
  }
}

/** What @scure/btc-signer reads in a PSBT: inputs, outputs, and which inputs are signed. */
function secondReading(psbt: string) {
  const read = readable(psbt)
  const inputs = Array.from({ length: read.inputsLength }, (_, at) => {
    const input = read.getInput(at)
    const whole = input.nonWitnessUtxo?.outputs[input.index!]
    const prevout = whole ?? input.witnessUtxo
    return {
      prevout: prevout && { amount: BigInt(prevout.amount!), script: prevout.script! },
      signed: Boolean(input.partialSig?.length || input.tapKeySig),
      sighash: input.sighashType,
      legacy: whole !== undefined,
    }
  })
  const outputs = Array.from({ length: read.outputsLength }, (_, at) => read.getOutput(at))
  return { inputs, outputs: outputs.map(({ amount, script }) => ({ amount: amount!, script: script! })) }
}

describe('a PSBT', { timeout }, () => {
  it('is refused, or signed as it was described: what it spends, pays and costs, and which inputs', {
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
          // Signing takes most of the time. Of a million, an eighth is signed, and the others are compared as the
          // wallet encodes them.
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
          // BIP-341: only a taproot signature of the whole transaction covers the values of all inputs.
          const covered =
            signInputs.length > 0 &&
            signInputs.every(({ index }) => {
              const { prevout, sighash = 0 } = inputs[index]!
              return hex.encode(prevout!.script).startsWith('5120') && sighash < 2
            })
          const fee = inputs.every(({ prevout, legacy }) => prevout && (legacy || covered))
            ? inputs.reduce((sum, { prevout }) => sum + prevout!.amount, 0n) -
              outputs.reduce((sum, { amount }) => sum + amount, 0n)
            : undefined
          expect(rows.find(([name]) => name === 'fee')?.[1]).toEqual(
            fee === undefined ? expect.stringContaining('unknown') : `up to ${btc(fee)}`,
          )
          if (!isSigned) return
          // What is signed is what was announced, with signatures that are invalid in any other transaction.
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
