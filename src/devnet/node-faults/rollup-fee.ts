import { keccak_256 } from '@noble/hashes/sha3'
import { type FaultCall, type FaultOutcome, type FaultRow, failure, InvalidArgument } from './node-fault.ts'

/** The contract on OP Stack networks that reports layer 1's prices. */
const oracle = '0x420000000000000000000000000000000000000f'
const selector = (signature: string) => Buffer.from(keccak_256(signature)).subarray(0, 4).toString('hex')
const charged = ['getL1Fee(bytes)', 'getL1FeeUpperBound(uint256)'].map(selector)
const free = ['getOperatorFee(uint256)'].map(selector)

export const rollupFee: FaultRow = {
  text: "Charges this many wei for layer 1 on each transaction, as OP Stack networks do, and refuses senders who can't pay this fee. Only on eip155.",
  argument: 'wei; 1000000000000000',
  create(argument = '1000000000000000') {
    if (!/^\d{1,30}$/.test(argument)) throw new InvalidArgument('needs an amount of wei')
    const fee = BigInt(argument)
    return {
      async call(call, next, ask) {
        if (call.method !== 'eth_sendRawTransaction') return priced(call, fee) ?? next()
        const { costOf } = await import('./replace-eip155.ts')
        const { from, most } = await costOf(String((call.params as unknown[])[0]))
        const balanceOf = async () => {
          const told = await ask({ method: 'eth_getBalance', params: [from, 'latest'] })
          return 'result' in told ? BigInt(told.result as string) : 0n
        }
        const balance = await balanceOf()
        if (balance < most + fee)
          return failure(
            -32000,
            `insufficient funds for gas * price + value + rollup fee: balance ${balance}, tx cost ${most + fee}`,
          )
        const sent = await next()
        // Anvil may answer before it mines the block. Wait for the block: until then, the balance still contains the payment, so
        // writing the balance minus the fee would undo the payment.
        let left = await balanceOf()
        for (let tries = 0; 'result' in sent && left === balance && tries < 100; tries++) {
          await new Promise((resolve) => setTimeout(resolve, 10))
          left = await balanceOf()
        }
        const rest = left - fee
        // Other nodes than anvil refuse this call, and charge no fee.
        if ('result' in sent)
          await ask({
            method: 'anvil_setBalance',
            params: [from, `0x${(rest > 0n ? rest : 0n).toString(16)}`],
          })
        return sent
      },
    }
  },
}

function priced({ method, params }: FaultCall, fee: bigint): FaultOutcome | undefined {
  const [first] = Array.isArray(params) ? (params as readonly unknown[]) : []
  if (method === 'eth_getCode' && isOracle(first)) return { result: '0x60016000' }
  if (method !== 'eth_call' || !isOracle(Object(first).to)) return undefined
  const called = String(Object(first).data ?? Object(first).input).slice(2, 10)
  if (!charged.includes(called) && !free.includes(called)) return failure(3, 'execution reverted', '0x')
  return { result: `0x${(charged.includes(called) ? fee : 0n).toString(16).padStart(64, '0')}` }
}

function isOracle(address: unknown): boolean {
  return String(address).toLowerCase() === oracle
}
