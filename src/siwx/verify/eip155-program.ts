import { join } from './bytes.ts'

/** The call to a factory that deploys the contract or prepares it (ERC-6492). */
export interface Deployment {
  readonly factory: Uint8Array
  readonly call: Uint8Array
}

/** The opcodes of the EVM that the program uses. None is newer than Constantinople. */
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
 * Builds the code of an `eth_call` without `to`. The code calls a contract and returns a word: 1 if the contract answered exactly
 * `expected`, and 0 otherwise. The word distinguishes a contract that reverts from a node that fails. With `deployment`, the code
 * calls the contract before and after the deployment. As ERC-6492 requires, a contract that is deployed already is asked first.
 */
export function callProgram(
  contract: Uint8Array,
  question: Uint8Array,
  expected: Uint8Array,
  deployment: Deployment | undefined,
): Uint8Array {
  // A called contract may use all gas that it gets. So keep half of the gas for the rest of the code.
  const halfOfGas = [op.gas, op.push1, 1, op.shr]
  /** Copies bytes to the start of the memory. The bytes are after the code. */
  const load = (offset: number, { length }: Uint8Array) => [
    ...[op.push3, ...three(length), op.push3, ...three(offset), op.push1, 0, op.codecopy],
  ]
  /** Calls the contract. Leaves 1 on the stack if the answer is `expected`, otherwise 0. */
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
  // The offset of the data always takes three bytes, so the length of the code doesn't depend on the offset.
  return join(code(code(0).length), question, deployment?.call ?? [])
}

function three(value: number): readonly number[] {
  return [(value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff]
}
