import type { PublicKey } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import type { SolanaNode } from '../../../../src/adapters/solana/chain/node.ts'
import { readToken, token2022Program, tokenProgram } from '../../../../src/adapters/solana/chain/token.ts'

const mint = 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'
const u16 = (value: number) => [value & 255, value >> 8]

/** Returns a node with one mint. The mint has extensions of these kinds and sizes. */
function nodeWith(program: PublicKey, extensions: readonly (readonly [number, number])[] = []): SolanaNode {
  const data = new Uint8Array(extensions.length > 0 ? 166 : 82)
  data[44] = 6
  data[45] = 1
  if (extensions.length > 0) data[165] = 1
  const tail = extensions.flatMap(([kind, size]) => [...u16(kind), ...u16(size), ...new Array(size).fill(0)])
  const account = {
    lamports: 1n,
    owner: program.toBase58(),
    executable: false,
    data: Uint8Array.from([...data, ...tail]),
  }
  return { accounts: async () => [account, undefined] } as unknown as SolanaNode
}

// Sizes from spl-token-2022: the sum of ImmutableOwner and the account extensions that the mint requires
// (`ExtensionType::try_calculate_account_len`).
describe("a recipient's new token account", () => {
  it.each([
    ['of an SPL token', nodeWith(tokenProgram), 165],
    ['of a Token-2022 token', nodeWith(token2022Program), 170],
    ['with transfer fees', nodeWith(token2022Program, [[1, 108]]), 182],
    ['with a transfer hook', nodeWith(token2022Program, [[14, 64]]), 175],
    ["that can't be transferred", nodeWith(token2022Program, [[9, 0]]), 174],
    [
      'with metadata, fees and a hook',
      nodeWith(token2022Program, [
        [18, 64],
        [1, 108],
        [14, 64],
      ]),
      187,
    ],
  ] as const)('%s has the size that the program computes', async (_, node, size) => {
    expect((await readToken(node, mint)).accountSize).toBe(size)
  })
})
