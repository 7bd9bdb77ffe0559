import type { ChainAdapter } from '../../src/core/wallet/adapter.ts'
import { mutant as anyMutant, type Mutant } from './mutants.ts'

type Adapter = ChainAdapter<'eip155'>
type Method = Exclude<keyof Adapter, 'namespace'>
type Call<M extends Method> = NonNullable<Adapter[M]>

/** Creates a mutant of an eip155 adapter. */
const mutant = anyMutant as unknown as <M extends Method>(
  method: M,
  fault: string,
  change: (original: Call<M>, adapter: Adapter) => Call<M> | undefined,
) => Mutant

/** Faults that only this family can have. */
export const eip155Mutants: readonly Mutant[] = [
  mutant('getBalance', 'rounds like a float', (getBalance) => async (...all) => {
    const amount = await getBalance(...all)
    return { ...amount, value: BigInt(Number(amount.value)) + 1n - 1n + (amount.value > 2n ** 53n ? 1n : 0n) }
  }),
  mutant(
    'signMessage',
    'treats hex text as bytes',
    (sign) => (account, message, opts) =>
      sign(
        account,
        typeof message === 'string' && /^0x([0-9a-f]{2})+$/.test(message)
          ? Uint8Array.from(Buffer.from(message.slice(2), 'hex'))
          : message,
        opts,
      ),
  ),
  mutant(
    'send',
    'lower-cases the recipient, which skips the checksum',
    (send) => (params, opts) => send({ ...params, to: params.to.toLowerCase() }, opts),
  ),
  mutant(
    'signTypedData',
    'signs other data',
    (sign) => (account, typedData, opts) =>
      sign(account, { ...(typedData as object), message: changed(typedData) }, opts),
  ),
  mutant(
    'signTypedData',
    'signs the text of the data',
    (_, adapter) => (account, typedData, opts) =>
      adapter.signMessage(account, JSON.stringify(typedData), opts),
  ),
  mutant(
    'sendTransaction',
    'sends another value',
    (send) => (account, transaction, opts) => send(account, { ...transaction, value: 1n }, opts),
  ),
  mutant(
    'sendTransaction',
    'forgets the recipient',
    (send) =>
      (account, { to: _, ...rest }, opts) =>
        send(account, { ...rest, data: '0x00' }, opts),
  ),
  mutant(
    'sendBatch',
    'forgets the last call',
    (send) => (account, calls, opts) => send(account, calls.length > 1 ? calls.slice(0, -1) : calls, opts),
  ),
  mutant('sendBatch', 'sends the calls one by one', (_, adapter) => async (account, calls, opts) => {
    let id = ''
    for (const call of calls) id = (await adapter.sendTransaction?.(account, call, opts))?.hash ?? ''
    return { id }
  }),
  mutant(
    'sendBatch',
    'accepts an empty batch',
    (send) => async (account, calls, opts) =>
      calls.length === 0 ? { id: '0x' } : send(account, calls, opts),
  ),
  mutant('getBatchStatus', 'is always confirmed', () => async () => ({
    phase: 'confirmed',
    confirmations: 1,
  })),
  mutant('getBatchStatus', 'is always pending', () => async () => ({ phase: 'pending' })),
  mutant('getBatchStatus', 'is always unknown', () => async () => ({ phase: 'unknown' })),
  mutant(
    'estimateFee',
    'ignores the recipient',
    (estimate) => (params, opts) => estimate({ ...params, to: `0x${'1'.repeat(40)}` }, opts),
  ),
  mutant('isAddress', 'checks the start only', () => (value) => value.startsWith('0x')),
  mutant('isAddress', 'checks the length only', () => (value) => value.length === 42),
]

function changed(typedData: unknown): object {
  const { message } = typedData as { message: object }
  return { ...message, contents: 'Hello, Eve!' }
}
