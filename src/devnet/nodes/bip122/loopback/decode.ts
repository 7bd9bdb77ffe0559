import { opcodes, script as scripts, type Transaction } from 'bitcoinjs-lib'
import { addressOfScript, type LocalChain } from '../addresses.ts'
import type { DecodedBlock, DecodedInput, DecodedTransaction } from '../bitcoin-node.ts'
import { readOutputScript } from '../output-script.ts'
import type { MinedBlock } from './loopback-chain.ts'
import { hex, nameOf } from './transaction.ts'

/** Decodes blocks and transactions as bitcoind does. */

export function decodeBlock({ block, hash, height }: MinedBlock, chain: LocalChain): DecodedBlock {
  return {
    hash,
    height,
    time: block.timestamp,
    ...(height > 0 && block.prevHash && { previousblockhash: nameOf(block.prevHash) }),
    tx: (block.transactions ?? []).map((transaction) => decodeTransaction(transaction, chain)),
  }
}

export function decodeTransaction(transaction: Transaction, chain: LocalChain): DecodedTransaction {
  const coinbase = transaction.isCoinbase()
  return {
    txid: transaction.getId(),
    version: transaction.version,
    locktime: transaction.locktime,
    size: transaction.byteLength(),
    weight: transaction.weight(),
    hex: transaction.toHex(),
    vin: transaction.ins.map(
      ({ hash, index, script, sequence, witness }): DecodedInput => ({
        ...(coinbase
          ? { coinbase: hex(script) }
          : { txid: nameOf(hash), vout: index, scriptSig: { asm: inputAsm(script), hex: hex(script) } }),
        ...(witness.length > 0 && { txinwitness: witness.map(hex) }),
        sequence,
      }),
    ),
    vout: transaction.outs.map(({ script, value }, n) => {
      const address = addressOfScript(script, chain)
      return {
        n,
        value: Number(value),
        scriptPubKey: {
          asm: asmOf(script),
          hex: hex(script),
          type: readOutputScript(script).kind,
          ...(address !== undefined && { address }),
        },
      }
    }),
  }
}

function asmOf(script: Uint8Array, push: (bytes: Uint8Array) => string = hex): string {
  const words = scripts.decompile(script)?.map((chunk) => {
    if (typeof chunk === 'number') return wordOf(chunk)
    return chunk.length <= 4 ? String(scripts.number.decode(chunk, 4, false)) : push(chunk)
  })
  return words?.join(' ') ?? '[error]'
}

/** Returns an input script as text. A signature is shown with the name of its sighash type. */
function inputAsm(script: Uint8Array): string {
  return asmOf(script, (bytes) => {
    if (!scripts.isCanonicalScriptSignature(bytes)) return hex(bytes)
    return `${hex(bytes.subarray(0, -1))}[${sighashNames[bytes.at(-1) ?? 0]}]`
  })
}

const sighashNames: Readonly<Record<number, string>> = {
  1: 'ALL',
  2: 'NONE',
  3: 'SINGLE',
  129: 'ALL|ANYONECANPAY',
  130: 'NONE|ANYONECANPAY',
  131: 'SINGLE|ANYONECANPAY',
}

/** Returns an opcode's name. For an opcode that pushes a small number, returns this number. */
function wordOf(opcode: number): string {
  if (opcode === opcodes.OP_0) return '0'
  if (opcode === opcodes.OP_1NEGATE) return '-1'
  if (opcode >= (opcodes.OP_1 ?? 0) && opcode <= (opcodes.OP_16 ?? 0)) return String(opcode - 0x50)
  return Object.entries(opcodes).find(([, code]) => code === opcode)?.[0] ?? 'OP_UNKNOWN'
}
