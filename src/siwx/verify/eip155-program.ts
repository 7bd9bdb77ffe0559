import { join } from './bytes.ts'

/** The call to a factory that deploys or prepares the contract (ERC-6492). */
export interface Deployment {
  readonly factory: Uint8Array
  readonly call: Uint8Array
}

/** EVM opcodes, none newer than Constantinople. */
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
 * Builds code for an `eth_call` without `to`: it calls a contract and returns a word, 1 if the contract answered exactly `expected`
 * and 0 otherwise. This distinguishes a reverting contract from a failing node. With a preparation, the code calls the contract
 * before and after the preparation, because ERC-6492 requires that a deployed wallet is asked first.
 */
export function callProgram(
  contract: Uint8Array,
  question: Uint8Array,
  expected: Uint8Array,
  deployment: Deployment | undefined,
): Uint8Array {
  // A callee may use all gas that it gets; keep half for the rest of the code.
  const halfOfGas = [op.gas, op.push1, 1, op.shr]
  /** Copies bytes after the code into memory at 0. */
  const load = (offset: number, { length }: Uint8Array) => [
    ...[op.push3, ...three(length), op.push3, ...three(offset), op.push1, 0, op.codecopy],
  ]
  /** Calls the contract, and leaves 1 on the stack if the answer is `expected`, otherwise 0. */
  const asked = (at: number) => [
    ...load(at, question),
    ...[op.push1, 32, op.push1, 0, op.push3, ...three(question.length), op.push1, 0],
    ...[op.push20, ...contract, ...halfOfGas, op.staticcall],
    ...[op.returndatasize, op.push1, 32, op.eq, op.and],
    ...[op.push1, 0, op.mload, op.push32, ...expected, op.eq, op.and],
  ]
  const prepared = (at: number, { factory, call }: Deployment) => [
    ...load(at, call),
    ...[op.push1, 0, op.push1, 0, op.push3, ...three(call.length), op.push1, 0, op.push1, 0],
    ...[op.push20, ...factory, ...halfOfGas, op.call, op.pop],
  ]
  const code = (at: number) => [
    ...asked(at),
    ...(deployment ? [...prepared(at + question.length, deployment), ...asked(at), op.or] : []),
    ...[op.push1, 0, op.mstore, op.push1, 32, op.push1, 0, op.return],
  ]
  // The data offset always takes three bytes, so the code's length does not depend on the offset.
  return join(code(code(0).length), question, deployment?.call ?? [])
}

function three(value: number): readonly number[] {
  return [(value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff]
}
