/** The fields of Esplora's transactions that Latchkey reads: github.com/Blockstream/esplora, API.md. Values are in sats. */
export interface EsploraOutput {
  /**
   * Empty or undefined for an output without an address, such as an OP_RETURN. Mempool instances with an Electrum server return
   * an empty string.
   */
  readonly scriptpubkey_address?: string | undefined
  readonly value: number
}
export interface EsploraTransfer {
  readonly vin: readonly { readonly prevout: EsploraOutput | null }[]
  readonly vout: readonly EsploraOutput[]
  readonly fee: number
}

/**
 * Returns the transfer as the address sees it. The amount is what the address received, or what it sent without the change and
 * the fee.
 */
export function bitcoinTransfer({ vin, vout, fee }: EsploraTransfer, address: string) {
  const own = (outputs: readonly (EsploraOutput | null)[]) =>
    outputs.reduce(
      (sum, each) => (each?.scriptpubkey_address === address ? sum + BigInt(each.value) : sum),
      0n,
    )
  const spent = own(vin.map(({ prevout }) => prevout))
  const received = own(vout)
  const others = vout.filter((output) => output.scriptpubkey_address !== address)
  const from = vin[0]?.prevout?.scriptpubkey_address ?? ''
  if (spent <= received)
    return { operation: 'receive', from, to: address, amount: received - spent, direction: 'in' } as const
  const to = others.find((output) => output.scriptpubkey_address)?.scriptpubkey_address ?? address
  const common = { operation: 'send', from: address, to } as const
  if (others.length === 0) return { ...common, amount: received, direction: 'self' } as const
  // The difference can be negative: if other addresses also have inputs, they may have paid the fee.
  const paid = spent - received - BigInt(fee)
  return { ...common, amount: paid > 0n ? paid : 0n, direction: 'out' } as const
}
