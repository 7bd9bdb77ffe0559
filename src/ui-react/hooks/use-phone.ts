import { useRuntime } from '../runtime.ts'

/** Whether the page runs on a phone, so that the wallet is another app on this device (S3.10.4). */
export function usePhone(): boolean {
  return useRuntime().latchkey.traits.mobile
}
