// The compiler checks this file in `npm test`. It reports each @ts-expect-error above a line without an error.
import type { Latchkey, SentTransaction } from 'latchkey'
import { readContract, simulateContract, watchContractEvent, writeContract } from 'latchkey/viem'
import {
  useReadContract,
  useSignTypedData,
  useSimulateContract,
  useWatchContractEvent,
  useWriteContract,
} from 'latchkey/viem/react'
import type { Abi } from 'viem'
import { expectTypeOf } from 'vitest'

declare const latchkey: Latchkey
declare const evmOnly: Latchkey<'eip155'>
const address = '0x0000000000000000000000000000000000000001'
const abi = [
  {
    type: 'function',
    name: 'balanceOf',
    stateMutability: 'view',
    inputs: [{ name: 'owner', type: 'address' }],
    outputs: [{ type: 'uint256' }],
  },
  {
    type: 'function',
    name: 'pair',
    stateMutability: 'view',
    inputs: [],
    outputs: [{ type: 'string' }, { type: 'bool' }],
  },
  {
    type: 'function',
    name: 'mint',
    stateMutability: 'payable',
    inputs: [{ name: 'count', type: 'uint8' }],
    outputs: [{ type: 'bool' }],
  },
  { type: 'function', name: 'burn', stateMutability: 'nonpayable', inputs: [], outputs: [] },
  {
    type: 'event',
    name: 'Minted',
    inputs: [
      { name: 'by', type: 'address', indexed: true },
      { name: 'count', type: 'uint256' },
    ],
  },
] as const

export async function calls(): Promise<void> {
  expectTypeOf(
    await readContract(latchkey, { abi, address, functionName: 'balanceOf', args: [address] }),
  ).toEqualTypeOf<bigint>()
  expectTypeOf(await readContract(evmOnly, { abi, address, functionName: 'pair' })).toEqualTypeOf<
    readonly [string, boolean]
  >()
  // If the compiler doesn't know the ABI, the result has the type unknown.
  expectTypeOf(
    await readContract(latchkey, { abi: [] as Abi, address, functionName: 'any', args: [1n] }),
  ).toEqualTypeOf<unknown>()
  // @ts-expect-error the argument is missing
  readContract(latchkey, { abi, address, functionName: 'balanceOf' })
  // @ts-expect-error a number is no address
  readContract(latchkey, { abi, address, functionName: 'balanceOf', args: [1] })
  // @ts-expect-error the function changes state
  readContract(latchkey, { abi, address, functionName: 'burn' })

  const simulated = await simulateContract(latchkey, {
    abi,
    address,
    functionName: 'mint',
    args: [1],
    value: 5n,
  })
  expectTypeOf(simulated.result).toEqualTypeOf<boolean>()
  expectTypeOf(await writeContract(latchkey, simulated.request)).toEqualTypeOf<SentTransaction>()
  await writeContract(latchkey, { abi, address, functionName: 'mint', args: [1], value: 5n, maxFee: 9n })
  await writeContract(latchkey, { abi, address, functionName: 'burn' })
  // @ts-expect-error the function takes no coins
  writeContract(latchkey, { abi, address, functionName: 'burn', value: 1n })
  // @ts-expect-error the function only reads
  writeContract(latchkey, { abi, address, functionName: 'pair' })

  watchContractEvent(latchkey, {
    abi,
    address,
    eventName: 'Minted',
    args: { by: address },
    onLogs: (logs) => expectTypeOf(logs[0]!.args).toMatchTypeOf<{ by: string; count: bigint }>(),
  })
}

export function useEverything(holder: `0x${string}` | undefined): void {
  const { data } = useReadContract(holder && { abi, address, functionName: 'balanceOf', args: [holder] })
  expectTypeOf(data).toEqualTypeOf<bigint | undefined>()
  const pair = useReadContract({ abi, address, functionName: 'pair' })
  expectTypeOf(pair.data).toEqualTypeOf<readonly [string, boolean] | undefined>()
  // @ts-expect-error a number is no address
  useReadContract({ abi, address, functionName: 'balanceOf', args: [1] })
  const { writeContract } = useWriteContract()
  const simulated = useSimulateContract({ abi, address, functionName: 'mint', args: [1] })
  if (simulated.data) writeContract(simulated.data.request)
  // @ts-expect-error the argument is missing
  writeContract({ abi, address, functionName: 'mint' })
  useWatchContractEvent({
    abi,
    address,
    eventName: 'Minted',
    onLogs: ([log]) => expectTypeOf(log!.args.count).toEqualTypeOf<bigint>(),
  })
  useWatchContractEvent(
    holder
      ? {
          abi,
          address: holder,
          eventName: 'Minted',
          onLogs: ([log]) => expectTypeOf(log!.args.count).toEqualTypeOf<bigint>(),
        }
      : undefined,
  )
  const { signTypedData } = useSignTypedData()
  const types = { Order: [{ name: 'amount', type: 'uint256' }] } as const
  signTypedData({ types, primaryType: 'Order', message: { amount: 5n } })
  // @ts-expect-error the amount is a bigint
  signTypedData({ types, primaryType: 'Order', message: { amount: 'five' } })
}
