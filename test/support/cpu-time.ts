/** Returns the CPU time that this process has used, in ms. Work of other processes doesn't count. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
