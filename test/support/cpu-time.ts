/** The time that this process has computed, in ms. Other work of a busy machine does not count. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
