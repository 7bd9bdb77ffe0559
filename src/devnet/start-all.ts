/** Waits for all starts. If one fails, stops the others and rejects with the first error. */
export async function startAll<T extends { stop(): Promise<void> }>(
  starting: readonly Promise<T>[],
): Promise<readonly T[]> {
  const results = await Promise.allSettled(starting)
  const started = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const failed = results.find((result) => result.status === 'rejected')
  if (!failed) return started
  await Promise.allSettled(started.map((each) => each.stop()))
  throw failed.reason
}
