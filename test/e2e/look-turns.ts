/** Whether the run must check every look and save screenshots. */
export const wantsAll = Boolean(process.env.LOOKS)

/**
 * Returns a function that picks looks. If the run asks for all looks, each call returns all of them. In other runs, each
 * call returns the next look.
 */
export function lookTurns<Look>(): (looks: readonly Look[]) => readonly Look[] {
  let turn = 0
  return (looks) => (wantsAll ? looks : looks.slice(turn++ % looks.length).slice(0, 1))
}
