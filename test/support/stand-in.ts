import { concatHex, encodeFunctionData, erc20Abi, type Hex, numberToHex, padHex, size } from 'viem'

const push = (value: Hex): Hex => concatHex([numberToHex(0x5f + size(value), { size: 1 }), value])
const byte = (value: number) => push(numberToHex(value, { size: 1 }))
const caller: Hex = '0x33'
const self: Hex = '0x30'
const mstore: Hex = '0x52'
const gas: Hex = '0x5a'
const call: Hex = '0xf1'

/**
 * Returns opcodes that store a call's data in memory, replace some words of the data, and call the token with this
 * data.
 */
function calling(token: Hex, data: Hex, words: readonly (readonly [at: number, instruction: Hex])[]): Hex {
  const stored: Hex[] = []
  for (let at = 0; at < size(data); at += 32) {
    const word: Hex = `0x${data.slice(2 + at * 2, 2 + (at + 32) * 2)}`
    stored.push(push(padHex(word, { size: 32, dir: 'right' })), push(numberToHex(at, { size: 2 })), mstore)
  }
  const replaced = words.flatMap(([at, instruction]) => [instruction, byte(at), mstore])
  const parts: Hex[] = [
    ...stored,
    ...replaced,
    // The operands of CALL, last operand first: no result, the size and start of the data, no value, the token, all
    // gas.
    ...[byte(0), byte(0), byte(size(data)), byte(0), byte(0), push(token), gas, call],
    // POP
    '0x50',
  ]
  return concatHex(parts)
}

/**
 * Returns the code of a contract that stands in for an exchange. On every call, the contract takes a fixed amount of one token
 * from the caller, and pays a fixed amount of another token.
 */
export function payingAnyCall(
  takes: { readonly token: Hex; readonly amount: bigint } | undefined,
  pays: { readonly token: Hex; readonly amount: bigint },
): Hex {
  const nobody: Hex = `0x${'00'.repeat(20)}`
  const paid = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [nobody, pays.amount] })
  const taken =
    takes &&
    encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args: [nobody, nobody, takes.amount] })
  return concatHex([
    ...(takes && taken
      ? [
          calling(takes.token, taken, [
            // Words are written in this order, because each write also overwrites the start of the next word. The
            // amount is the last word.
            [4, caller],
            [36, self],
          ]),
        ]
      : []),
    calling(pays.token, paid, [[4, caller]]),
    // STOP
    '0x00',
  ])
}
