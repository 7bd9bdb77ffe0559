/** The number of calls that are sent at a time to a node that takes no batches. */
export const mostAtOnce = 6

/** Runs the task for each item, few at a time. Once a task fails, no other one begins. @throws the first task's error */
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
