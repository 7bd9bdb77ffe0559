import { useRuntime } from '../runtime.ts'

/** Returns whether the page runs on a phone. The wallet is then another app on the same phone (S3.10.4). */
export function usePhone(): boolean {
  return useRuntime().latchkey.traits.mobile
}
