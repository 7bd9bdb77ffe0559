/** Whether every look is requested, with pictures. */
export const wantsAll = Boolean(process.env.LOOKS)

/** All looks if requested; else one per call, in turn. */
export function lookTurns<Look>(): (looks: readonly Look[]) => readonly Look[] {
  let turn = 0
  return (looks) => (wantsAll ? looks : looks.slice(turn++ % looks.length).slice(0, 1))
}
