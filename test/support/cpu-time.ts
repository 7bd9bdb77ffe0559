/** Returns the CPU time that this process has used, in ms. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
