/** Whether a process of that number runs on this machine. */
export function isAlive(pid: number): boolean {
  // Zero and below mean groups of processes.
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // There, but somebody else's.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
