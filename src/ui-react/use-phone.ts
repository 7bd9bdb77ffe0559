import { useRuntime } from './runtime.ts'

/** Whether another app of this device is the wallet. Facts 10.4. */
export function usePhone(): boolean {
  return useRuntime().latchkey.traits.mobile
}
