import type { Hex } from '../../../core/chain/caip.ts'
import { AbiReader } from '../abi.ts'
import type { NodeCall } from '../node-calls.ts'
import type { Position } from './nft-reader.ts'

/** An NFT that an account received. The account may not hold it anymore. */
export interface Received {
  readonly standard: 'erc721' | 'erc1155'
  readonly contract: string
  readonly tokenId: bigint
  readonly position: Position
}

export interface NodeLog {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: Hex
  readonly blockNumber: Hex
  readonly logIndex: Hex
}

/** `Transfer(address,address,uint256)`. ERC-20 has the same event, but its log has three topics, and the log of ERC-721 four. */
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** `TransferSingle(address,address,address,uint256,uint256)` of ERC-1155. */
const single = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
/** `TransferBatch(address,address,address,uint256[],uint256[])` of ERC-1155. */
const batch = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'

/** Returns the node calls that list the NFTs which an account received in a range of blocks. */
export function receivedCalls(account: string, from: number, to: number): readonly NodeCall[] {
  const range = { fromBlock: hex(from), toBlock: hex(to) }
  const receiver = `0x${account.slice(2).padStart(64, '0')}`
  return [
    [transfer, null, receiver],
    [[single, batch], null, null, receiver],
  ].map((topics) => ({ method: 'eth_getLogs', params: [{ ...range, topics }] }))
}

/** Returns the NFTs in a log; none if the log is malformed, or isn't about NFTs. */
export function receivedIn(log: NodeLog): readonly Received[] {
  const { address, topics, data, blockNumber, logIndex } = log
  const [kind, , , last] = topics
  if (topics.length !== 4 || last === undefined || !/^0x[\da-f]{40}$/i.test(address)) return []
  const found = (standard: Received['standard'], ids: readonly bigint[]): readonly Received[] =>
    ids.map((tokenId, part) => ({
      ...{ standard, tokenId, contract: address.toLowerCase() },
      position: [Number(blockNumber), Number(logIndex), part],
    }))
  try {
    if (kind === transfer) return found('erc721', [BigInt(last)])
    const values = AbiReader.of(data)
    if (kind === single) return found('erc1155', [values.word(0)])
    return kind === batch
      ? found(
          'erc1155',
          values.list(0, (ids, at) => ids.word(at)),
        )
      : []
  } catch {
    return []
  }
}

function hex(number: number): Hex {
  return `0x${number.toString(16)}`
}
