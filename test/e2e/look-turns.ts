/** Whether the run must check every look and save screenshots. */
export const wantsAll = Boolean(process.env.LOOKS)

/** Returns a function that picks looks: all looks if the run requests them, otherwise the next look with each call. */
export function lookTurns<Look>(): (looks: readonly Look[]) => readonly Look[] {
  let turn = 0
  return (looks) => (wantsAll ? looks : looks.slice(turn++ % looks.length).slice(0, 1))
}
