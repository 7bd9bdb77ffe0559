/** The CPU time of this process, in ms. Other work on a busy machine does not count. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
