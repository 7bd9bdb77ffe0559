import { formatUnits } from '../../core/amounts/units.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import {
  decodeBip122Transfer,
  decodePsbt,
  type InspectedPsbt,
  isPartialSighash,
  requireSignable,
  sighashName,
  type WantedInput,
} from '../decode/bip122.ts'
import { refused } from '../decode/refused.ts'
import { refuseTransaction } from '../decode/transaction-bytes.ts'
import { type Cost, type Draft, messageSummary, nativeAmount, type Params } from './described.ts'
import { caution, danger, type Effect, messageEffects, plain } from './effect.ts'

export async function describeBip122(
  method: string,
  params: Params,
  network: ChainNetwork | undefined,
  {
    fee,
    allowSighash,
  }: { readonly fee?: bigint | undefined; readonly allowSighash?: readonly number[] | undefined },
): Promise<Draft | undefined> {
  switch (method) {
    case 'signMessage':
      refuseTransaction('bip122', new TextEncoder().encode(String(params.message)))
      return {
        title: 'sign a message',
        summary: messageSummary(String(params.message), params.address ?? params.account),
        rows: [
          ['account', String(params.address ?? params.account)],
          ['scheme', String(params.protocol ?? 'ecdsa')],
        ],
        body: String(params.message),
        effects: messageEffects(new TextEncoder().encode(String(params.message))),
      }
    case 'signPsbt': {
      if (!network) throw refused('psbt', 'is for an unknown network')
      const wanted = (params.signInputs ?? []) as readonly WantedInput[]
      const signing = wanted.map(({ index }) => index)
      const psbt = await decodePsbt(String(params.psbt), network.caipNetworkId, signing)
      requireSignable(psbt, wanted, allowSighash)
      const partial = partialInputs(psbt, wanted)
      const pays = psbt.outputs.map(
        ({ value, address, script }) => `${nativeAmount(value, network)} to ${address ?? script}`,
      )
      const title = params.broadcast === true ? 'sign and send a PSBT' : 'sign a PSBT'
      return {
        title,
        summary: [
          `${title} that ${pays.length > 0 ? `pays ${pays.join(', ')}` : 'has no other recipients'}`,
          ...partial,
        ].join(', '),
        rows: [
          ['account', String(params.account)],
          ...wanted.map(({ index, address }) => [`signs input ${index}`, String(address)] as const),
          ...partial.map((text) => ['WARNING', text] as const),
        ],
        table: psbtRows(psbt),
        effects: [
          ...partial.map((text) => danger('others', `Sign ${text}`)),
          ...pays.map((text) => plain(`Pay ${text}`)),
          ...minerEffects(psbt, network),
        ],
        cost: psbtCost(
          psbt,
          wanted.map(({ address }) => address),
        ),
      }
    }
    case 'sendTransfer': {
      const { from, to, amount } = decodeBip122Transfer(params)
      return {
        title: 'send coins',
        summary: `send ${nativeAmount(amount, network)} to ${to}`,
        rows: [
          ['from', from],
          ['to', to],
          ['amount', nativeAmount(amount, network)],
        ],
        effects: [plain(`Send ${nativeAmount(amount, network)} to ${to}`)],
        cost: { fee, amount, unknown: 'the wallet has not chosen its coins' },
      }
    }
    default:
      return undefined
  }
}

/**
 * `price` is a high fee in sats per virtual byte, as on busy days. `input` and `output` are the sizes of an input and an output
 * in virtual bytes.
 */
const busy = { price: 50n, input: 68n, output: 31n }

/**
 * Returns effects if the fee is unknown, or not lower than the sum of the outputs. The miner gets the fee. The fee is unknown if
 * the values of the inputs are missing or aren't proven (CVE-2020-14199).
 */
function minerEffects({ inputs, outputs, fee }: InspectedPsbt, network: ChainNetwork): readonly Effect[] {
  const paid = outputs.reduce((sum, { value }) => sum + value, 0n)
  const unknown =
    fee === undefined ? [danger('unknown', `Pay an unknown fee: ${unknownFee({ inputs })}`)] : []
  if (paid === 0n) {
    const amount = fee === undefined ? '' : `: ${nativeAmount(fee, network)}`
    return [danger('all', `Give the miner everything that the inputs contain${amount}`), ...unknown]
  }
  if (fee === undefined || fee < paid) return unknown
  const sentence = `Give the miner ${nativeAmount(fee, network)}: the outputs get ${nativeAmount(paid, network)}`
  // The fee is at least the sum of the outputs. This is a danger only if the price per byte is also
  // unusual: spending many small coins can cost most of their value.
  const usual = busy.price * (busy.input * BigInt(inputs.length) + busy.output * BigInt(outputs.length))
  return [fee > usual ? danger('all', sentence) : caution(sentence)]
}

function unknownFee({ inputs }: Pick<InspectedPsbt, 'inputs'>): string {
  return inputs.every(({ value }) => value !== undefined)
    ? 'the values of the coins are not proven, so the fee may be far higher than it seems'
    : 'the PSBT lacks the previous outputs of its inputs'
}

/** Describes the inputs with a sighash type that lets others change the transaction. */
export function partialInputs({ inputs }: InspectedPsbt, wanted: readonly WantedInput[]): readonly string[] {
  return wanted.flatMap(({ index }) => {
    const sighash = inputs[index]?.sighash
    return isPartialSighash(sighash)
      ? [`input ${index} with the sighash type ${sighashName(sighash)}: others may change the transaction`]
      : []
  })
}

/**
 * Returns the cost of a PSBT: its fee, and the amount that it pays to other addresses than the signer's. If the PSBT pays only
 * the signer, the amount is the sum of its outputs.
 */
export function psbtCost({ inputs, outputs, fee }: InspectedPsbt, own: readonly unknown[]): Cost {
  const sum = (parts: typeof outputs) => parts.reduce((total, { value }) => total + value, 0n)
  const others = sum(outputs.filter(({ address }) => !own.includes(address)))
  return { fee, amount: others > 0n ? others : sum(outputs), unknown: unknownFee({ inputs }) }
}

/** Returns the inputs, the outputs and the fee of a PSBT as rows of three columns, under a header row. */
export function psbtRows({ inputs, outputs, fee }: InspectedPsbt): readonly (readonly string[])[] {
  const bitcoin = (sats: bigint | undefined) => (sats === undefined ? '?' : `${formatUnits(sats, 8)} BTC`)
  return [
    ['', 'AMOUNT', 'ADDRESS'],
    ...inputs.map(({ value, address, script, txid, vout, signed, proven, sighash = 1 }) => [
      `spends${signed ? ', signed' : ''}${value === undefined || proven ? '' : ', not proven'}${sighash > 1 ? `, sighash ${sighashName(sighash)}` : ''}`,
      bitcoin(value),
      address ?? script ?? `${txid}:${vout}`,
    ]),
    ...outputs.map(({ value, address, script }) => ['pays', bitcoin(value), address ?? script]),
    ['fee', bitcoin(fee), ''],
  ]
}
