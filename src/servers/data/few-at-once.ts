/** The maximum number of concurrent tasks, such as calls to a node that refuses batches. */
export const mostAtOnce = 6

/**
 * Runs `task` for each item, a few at a time. After a task fails, no further task starts.
 * @throws the error of the task that failed first
 */
export async function fewAtOnce<T>(
  items: readonly T[],
  task: (item: T, at: number) => Promise<void>,
): Promise<void> {
  const waiting = items.entries()
  let failed = false
  const work = async () => {
    for (const [at, item] of waiting) {
      if (failed) return
      try {
        await task(item, at)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: mostAtOnce }, work))
}
