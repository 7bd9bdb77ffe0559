import { encodeAbiParameters, encodeEventTopics, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import { logsOf, transfersIn } from '../../../src/wallets/simulate/eip155-logs.ts'

const address = `0x${'c'.repeat(40)}` as const
const from = `0x${'a'.repeat(40)}` as const
const to = `0x${'b'.repeat(40)}` as const
const abi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 indexed id)',
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
])
const operator = address
const uint = { type: 'uint256' } as const
const list = { type: 'uint256[]' } as const

describe('the logs of a simulation', () => {
  it('show the transfers of NFTs with the number of copies', () => {
    const logs = [
      {
        address,
        topics: encodeEventTopics({ abi, eventName: 'Transfer', args: { from, to, id: 7n } }),
        data: '0x',
      },
      {
        address,
        topics: encodeEventTopics({ abi, eventName: 'TransferSingle', args: { operator, from, to } }),
        data: encodeAbiParameters([uint, uint], [8n, 3n]),
      },
      {
        address,
        topics: encodeEventTopics({ abi, eventName: 'TransferBatch', args: { operator, from, to } }),
        data: encodeAbiParameters(
          [list, list],
          [
            [1n, 2n],
            [10n, 20n],
          ],
        ),
      },
    ]
    expect(transfersIn(logsOf(logs))).toEqual([
      { asset: `${address}#7`, from, to, amount: 1n },
      { asset: `${address}#8`, from, to, amount: 3n },
      { asset: `${address}#1`, from, to, amount: 10n },
      { asset: `${address}#2`, from, to, amount: 20n },
    ])
  })

  it('are ignored if their data is malformed', () => {
    const [kind] = encodeEventTopics({ abi, eventName: 'TransferBatch' })
    const topics = [kind, from, from, to]
    const words = encodeAbiParameters([uint, uint], [2n ** 255n, 2n ** 256n - 1n])
    for (const data of ['0x', '0x12', words])
      expect(
        transfersIn(
          logsOf([
            { address, topics, data },
            { address, topics: [], data },
          ]),
        ),
      ).toEqual([])
  })
})
