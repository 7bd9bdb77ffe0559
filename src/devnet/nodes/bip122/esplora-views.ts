import type { DecodedOutput } from './bitcoin-node.ts'
import type { ChainIndex, IndexedTransaction } from './chain-index.ts'

/** The objects of Esplora's HTTP API: github.com/Blockstream/esplora, API.md. */

const scriptTypes: Readonly<Record<string, string>> = {
  pubkey: 'p2pk',
  pubkeyhash: 'p2pkh',
  scripthash: 'p2sh',
  multisig: 'multisig',
  nulldata: 'op_return',
  witness_v0_keyhash: 'v0_p2wpkh',
  witness_v0_scripthash: 'v0_p2wsh',
  witness_v1_taproot: 'v1_p2tr',
}

export function statusView({ block }: IndexedTransaction) {
  if (!block) return { confirmed: false }
  const { height, hash, time } = block
  return { confirmed: true, block_height: height, block_hash: hash, block_time: time }
}

export function transactionView(index: ChainIndex, transaction: IndexedTransaction) {
  const { txid, version, locktime, size, weight, vin, vout } = transaction.decoded
  const inputs = vin.map((input) => {
    const prevout = prevoutOf(index, input)
    return {
      txid: input.txid ?? '0'.repeat(64),
      vout: input.vout ?? 0xffffffff,
      prevout: prevout ? outputView(prevout) : null,
      scriptsig: input.scriptSig?.hex ?? input.coinbase ?? '',
      scriptsig_asm: input.scriptSig?.asm ?? '',
      ...(input.txinwitness && { witness: input.txinwitness }),
      is_coinbase: input.coinbase !== undefined,
      sequence: input.sequence,
    }
  })
  const spent = inputs.reduce((sum, { prevout }) => sum + (prevout?.value ?? 0), 0)
  const paid = vout.reduce((sum, { value }) => sum + value, 0)
  return {
    txid,
    version,
    locktime,
    vin: inputs,
    vout: vout.map(outputView),
    size,
    weight,
    fee: inputs.some(({ is_coinbase }) => is_coinbase) ? 0 : spent - paid,
    status: statusView(transaction),
  }
}

export function addressView(index: ChainIndex, address: string, script: string) {
  const stats = (waiting: boolean) => {
    const counted = {
      funded_txo_count: 0,
      funded_txo_sum: 0,
      spent_txo_count: 0,
      spent_txo_sum: 0,
      tx_count: 0,
    }
    for (const { decoded, block } of index.ofScript(script)) {
      if ((block === undefined) !== waiting) continue
      counted.tx_count++
      for (const { scriptPubKey, value } of decoded.vout)
        if (scriptPubKey.hex === script) {
          counted.funded_txo_count++
          counted.funded_txo_sum += value
        }
      for (const input of decoded.vin) {
        const prevout = prevoutOf(index, input)
        if (prevout?.scriptPubKey.hex !== script) continue
        counted.spent_txo_count++
        counted.spent_txo_sum += prevout.value
      }
    }
    return counted
  }
  return { address, chain_stats: stats(false), mempool_stats: stats(true) }
}

export function unspentView(index: ChainIndex, script: string) {
  return index.ofScript(script).flatMap((transaction) =>
    transaction.decoded.vout.flatMap(({ scriptPubKey, value, n }) => {
      const { txid } = transaction.decoded
      if (scriptPubKey.hex !== script || index.spender(txid, n)) return []
      return [{ txid, vout: n, status: statusView(transaction), value }]
    }),
  )
}

export function outspendView(index: ChainIndex, txid: string, vout: number) {
  const spender = index.spender(txid, vout)
  if (!spender) return { spent: false }
  const vin = spender.decoded.vin.findIndex((input) => input.txid === txid && input.vout === vout)
  return { spent: true, txid: spender.decoded.txid, vin, status: statusView(spender) }
}

function prevoutOf(index: ChainIndex, { txid, vout }: { txid?: string; vout?: number }) {
  return txid === undefined || vout === undefined ? undefined : index.transaction(txid)?.decoded.vout[vout]
}

function outputView({ scriptPubKey: { hex, asm, type, address }, value }: DecodedOutput) {
  return {
    scriptpubkey: hex,
    scriptpubkey_asm: asm,
    scriptpubkey_type: scriptTypes[type] ?? 'unknown',
    ...(address !== undefined && { scriptpubkey_address: address }),
    value,
  }
}
