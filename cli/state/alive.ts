/** Whether a process with this id runs on this machine. */
export function isAlive(pid: number): boolean {
  // `kill` treats ids of zero and below as process groups.
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It exists, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
