import { join } from './bytes.ts'

/** How a contract that is not there yet is made ready, or one that is there: a call to a factory. ERC-6492. */
export interface Preparation {
  readonly factory: Uint8Array
  readonly call: Uint8Array
}

/** Opcodes of the EVM. Nothing that came after Constantinople. */
const op = {
  ...{
    eq: 0x14,
    and: 0x16,
    or: 0x17,
    shr: 0x1c,
    codecopy: 0x39,
    returndatasize: 0x3d,
    pop: 0x50,
    mload: 0x51,
  },
  ...{ mstore: 0x52, gas: 0x5a, push1: 0x60, push3: 0x62, push20: 0x73, push32: 0x7f },
  ...{ call: 0xf1, return: 0xf3, staticcall: 0xfa },
} as const

/**
 * Code for an `eth_call` without a receiver: it puts a question to a contract and returns a word, which is 1 where the contract
 * answered with exactly the expected one, and else 0. So a contract that fails is told from a node that does. With a
 * preparation it asks once before and once after that: ERC-6492 wants a wallet that is there to be asked first.
 */
export function askInEvm(
  contract: Uint8Array,
  question: Uint8Array,
  expected: Uint8Array,
  preparation: Preparation | undefined,
): Uint8Array {
  // Who is called may use up what it gets, and what comes after still has to be paid.
  const halfOfGas = [op.gas, op.push1, 1, op.shr]
  /** Bytes behind the code into memory, from 0. */
  const load = (offset: number, { length }: Uint8Array) => [
    ...[op.push3, ...three(length), op.push3, ...three(offset), op.push1, 0, op.codecopy],
  ]
  /** Leaves 1 on the stack, or 0. */
  const asked = (at: number) => [
    ...load(at, question),
    ...[op.push1, 32, op.push1, 0, op.push3, ...three(question.length), op.push1, 0],
    ...[op.push20, ...contract, ...halfOfGas, op.staticcall],
    ...[op.returndatasize, op.push1, 32, op.eq, op.and],
    ...[op.push1, 0, op.mload, op.push32, ...expected, op.eq, op.and],
  ]
  const prepared = (at: number, { factory, call }: Preparation) => [
    ...load(at, call),
    ...[op.push1, 0, op.push1, 0, op.push3, ...three(call.length), op.push1, 0, op.push1, 0],
    ...[op.push20, ...factory, ...halfOfGas, op.call, op.pop],
  ]
  const code = (at: number) => [
    ...asked(at),
    ...(preparation ? [...prepared(at + question.length, preparation), ...asked(at), op.or] : []),
    ...[op.push1, 0, op.mstore, op.push1, 32, op.push1, 0, op.return],
  ]
  // Where the data begins takes three bytes wherever that is.
  return join(code(code(0).length), question, preparation?.call ?? [])
}

function three(value: number): readonly number[] {
  return [(value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff]
}
